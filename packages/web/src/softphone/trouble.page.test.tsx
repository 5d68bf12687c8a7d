import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant, type Person } from '../testing/house.ts';
import { type Layer, openLayer } from '../testing/layer.ts';
import { openAt } from '../testing/open-at.tsx';
import { farEnd, giveSeat, isRegistered, legState, offersOf, ringSeat } from '../testing/seats.ts';
import type { Screen } from '../testing/show-page.tsx';
import { answer, mute } from './seat.ts';
import { useSeat } from './seat-store.ts';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

const newSeat = async (): Promise<Person> => {
  const person = await merchant.person({ rights: ['callLog'], buttons: ['call_out', 'phone:unmask'] });
  await giveSeat(merchant, person);
  return person;
};
const switchKey = (person: Person) => `lx.seat.switchState.${merchant.number}/${person.account}`;
const pill = (screen: Screen) => screen.getByTitle(/^坐席状态：/);
const openOnline = async (person: Person, layer: Layer) => {
  const opened = await openAt('/home', { as: person, layer, stored: { [switchKey(person)]: '1' } });
  await expect.element(pill(opened.screen)).toMatchTextContent('在线');
  return opened;
};
const placeCall = async (screen: Screen, person: Person): Promise<string> => {
  const before = (await offersOf(person)).length;
  await screen.getByRole('textbox', { name: '客户号码' }).fill('13800138000');
  await userEvent.keyboard('{Enter}');
  await expect.poll(async () => (await offersOf(person)).length).toBe(before + 1);
  return (await offersOf(person)).at(-1)!.leg;
};

/** Every track of a microphone that the page opens from now on. */
const watchMicrophones = (): readonly MediaStreamTrack[] => {
  const tracks: MediaStreamTrack[] = [];
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async wish => {
    const stream = await open(wish);
    tracks.push(...stream.getTracks());
    return stream;
  };
  onTestFinished(() => {
    mediaDevices.getUserMedia = open;
  });
  return tracks;
};

test('who answers twice is heard once: mute mutes, and no microphone stays open', async () => {
  const person = await newSeat();
  const layer = openLayer();
  layer.changes((path, data) => (path === 'user/getSeatPwd' ? { ...(data as object), autoAnswer: false } : data));
  const tracks = watchMicrophones();
  const { screen } = await openOnline(person, layer);
  const leg = await ringSeat(person, { headers: { 'X-Log-Id': '901' } });
  await expect.element(pill(screen)).toMatchTextContent('振铃');
  answer();
  answer();
  await expect.poll(() => legState(leg)).toBe('answered');
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  mute(true);
  await expect.poll(() => tracks.map(({ enabled }) => enabled)).toEqual([false]);
  await farEnd(leg, 'hangUp');
  await expect.poll(() => tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
});

test('a ring that ends unanswered says that it was missed, not that somebody hung up', async () => {
  const person = await newSeat();
  const layer = openLayer();
  layer.changes((path, data) => (path === 'user/getSeatPwd' ? { ...(data as object), autoAnswer: false } : data));
  const { screen } = await openOnline(person, layer);
  const leg = await ringSeat(person, { headers: { 'X-Log-Id': '902' } });
  await expect.element(pill(screen)).toMatchTextContent('振铃');
  await farEnd(leg, 'hangUp');
  await expect.poll(() => document.querySelector('.toasts')?.textContent).toContain('来电没有接听，已转走或挂断');
  expect(document.querySelector('.toasts')?.textContent).not.toContain('对方已挂断');
});

test('a call that is over by the server’s word leaves nothing behind: the next one is dialled, and rings', async () => {
  const person = await newSeat();
  const layer = openLayer();
  const tracks = watchMicrophones();
  const { screen } = await openOnline(person, layer);
  const leg = await placeCall(screen, person);
  await farEnd(leg, 'progress', { headers: { 'X-Log-Id': '903' } });
  await farEnd(leg, 'answer');
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  // Its path breaks; the house beside has no call of it.
  layer.pushes({ type: 'seat.notDone', topic: `seat:${person.id}`, callId: '903', act: 'hold', because: 'callOver' });
  await expect.poll(() => useSeat.getState().call?.status).toBe('ended');
  await expect.poll(() => tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  await screen.getByRole('complementary', { name: '通话台' }).getByRole('button', { name: '关闭' }).click();
  const next = await placeCall(screen, person);
  await farEnd(next, 'refuse');
  await expect.element(pill(screen)).toMatchTextContent('在线');
});

test('switched off in a call and loaded anew, the page comes back for that call', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person, openLayer());
  const leg = await placeCall(screen, person);
  await farEnd(leg, 'progress', { headers: { 'X-Log-Id': '904' } });
  await farEnd(leg, 'answer');
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  const kept = Object.fromEntries(
    Object.keys(localStorage).flatMap(key =>
      /^lx\.(seat|kept)\./.test(key) ? [[key, localStorage.getItem(key)!]] : [],
    ),
  );
  await screen.unmount();
  const layer = openLayer();
  layer.fails(endpoints.seatWork.call);
  const { screen: again } = await openAt('/home', { as: person, layer, stored: { ...kept, [switchKey(person)]: '0' } });
  await expect.poll(() => isRegistered(person)).toBe(true);
  const resumed = await ringSeat(person, { headers: { 'X-Log-Id': '904', 'X-Call-Kind': 'resume', 'X-Resume': '1' } });
  await expect.poll(() => legState(resumed)).toBe('answered');
  await expect.element(pill(again)).toMatchTextContent('通话中');
  await farEnd(resumed, 'hangUp');
  await expect.poll(() => useSeat.getState().state).toBe('offline');
});
