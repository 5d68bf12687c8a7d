import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createHostBridge } from '../../testing/host-bridge.ts';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { farEnd, giveSeat, isRegistered, legState, offersOf, ringSeat } from '../../testing/seats.ts';
import { accessFaults } from '../../testing/show-page.tsx';
import { useSeat } from '../seat-store.ts';

let merchant: Merchant;
let person: Person;
beforeAll(async () => {
  merchant = await newMerchant();
  person = await merchant.person({ rights: ['callLog'], buttons: ['call_out', 'phone:unmask'] });
  await giveSeat(merchant, person);
});

/** A toast says so, wherever else the words stand. */
const said = (text: string) => expect.poll(() => document.querySelector('.toasts')?.textContent).toContain(text);

/** As the page around it: messages come from its realm, and go there. */
const openFrame = () => {
  const heard: { readonly event?: string; readonly [key: string]: unknown }[] = [];
  const { parent } = window;
  const hear = ({ data, source }: MessageEvent) => {
    if (source === window && data?.lianxian === 1) heard.push(data);
  };
  parent.addEventListener('message', hear);
  onTestFinished(() => parent.removeEventListener('message', hear));
  const { Function: InParent } = parent as unknown as typeof globalThis;
  const post = new InParent('frame', 'data', 'frame.postMessage(data, "*")');
  return { heard, say: (message: object) => post(window, { lianxian: 1, ...message }) };
};

test('O-029, O-065, decision 105: /openSip is the telephone alone; its frame speaks with it, and its token outlives a reload', async () => {
  const frame = openFrame();
  const { screen } = await openAt(`/openSip?token=${person.token}`);
  expect(`${location.pathname}${location.search}`).toBe('/openSip');
  expect(document.cookie).not.toContain(person.token);
  await expect.element(screen.getByRole('banner')).not.toBeInTheDocument();
  await expect.element(screen.getByTitle(/^坐席状态：/)).toMatchTextContent('离线');
  expect(await accessFaults()).toEqual([]);
  frame.say({ command: 'dial', to: '13800138000' });
  await expect.poll(() => frame.heard.at(-1)).toMatchObject({ event: 'refused', because: 'notNow' });
  for (const nonsense of [{ command: 'explode' }, { command: 'dial', to: '1', planId: '7\r\nX-Todo-Id: 9' }]) {
    const told = frame.heard.length;
    frame.say(nonsense);
    await expect.poll(() => frame.heard[told]).toMatchObject({ event: 'refused', because: 'unknown' });
  }

  frame.say({ command: 'online' });
  await expect.poll(() => frame.heard.some(({ state }) => state === 'idle')).toBe(true);
  frame.say({ command: 'dial', to: '13800138000' });
  await expect.poll(async () => (await offersOf(person)).length).toBe(1);
  const { leg } = (await offersOf(person))[0]!;
  await farEnd(leg, 'progress', { headers: { 'X-Log-Id': '99' } });
  await farEnd(leg, 'answer');
  await expect.element(screen.getByText('正在通话中')).toBeVisible();
  await expect
    .poll(() => frame.heard.at(-1))
    .toMatchObject({ event: 'call', call: { callId: '99', status: 'answered' } });
  expect(await accessFaults()).toEqual([]);
  frame.say({ command: 'mute', on: true });
  await expect.element(screen.getByRole('button', { name: '取消静音' })).toBeVisible();
  frame.say({ command: 'hangUp' });
  await expect.poll(() => legState(leg)).toBe('ended');
  await expect
    .poll(() => frame.heard.find(({ event }) => event === 'ended'))
    .toMatchObject({ callId: '99', endedBy: 'me' });
  await expect.element(screen.getByText('通话结束')).toBeVisible();

  // What a stranger's window says is not heard.
  window.postMessage({ lianxian: 1, command: 'dial', to: '13900139000' }, '*');
  const told = frame.heard.length;
  frame.say({ command: 'state' });
  await expect.poll(() => frame.heard.length).toBeGreaterThanOrEqual(told + 2);
  expect(useSeat.getState().call).toMatchObject({ callId: '99', status: 'ended' });
  expect(await offersOf(person)).toHaveLength(1);

  const kept = sessionStorage.getItem('lx.carried./openSip');
  const { screen: again } = await openAt('/openSip', { kept: { 'lx.carried./openSip': kept ?? '' } });
  await expect.element(again.getByTitle(/^坐席状态：/)).toBeVisible();
});

test('O-329, A-20: a host program’s telephone takes the calls in the browser’s place', async () => {
  window.lianxianBridge = createHostBridge();
  onTestFinished(() => {
    delete window.lianxianBridge;
  });
  const switchKey = `lx.seat.switchState.${merchant.number}/${person.account}`;
  const { screen } = await openAt('/home', { as: person, stored: { [switchKey]: '1' } });
  const pill = screen.getByTitle(/^坐席状态：/);
  await expect.element(pill).toMatchTextContent('在线');
  expect(await isRegistered(person)).toBe(true);
  const leg = await ringSeat(person, { headers: { 'X-Log-Id': '77', 'X-Call-Kind': 'transfer' } });
  await expect.element(pill).toMatchTextContent('通话中');
  expect(useSeat.getState().call).toMatchObject({ callId: '77', kind: 'transfer', phone: '13800138000' });
  await farEnd(leg, 'hangUp');
  await said('对方已挂断');
});

test('devices have their levels, and the check before a shift says what is right and what to change', async () => {
  const switchKey = `lx.seat.switchState.${merchant.number}/${person.account}`;
  const { screen } = await openAt('/home', { as: person, stored: { [switchKey]: '1' } });
  const pill = screen.getByTitle(/^坐席状态：/);
  await expect.element(pill).toMatchTextContent('在线');
  await pill.click();
  await screen.getByRole('menuitem', { name: '声音设备' }).click();
  await expect.element(screen.getByRole('img', { name: '对着麦克风说话，音量条会动' })).toBeVisible();
  const level = () => document.querySelector<HTMLElement>('.softphone-level span')!.style.transform;
  await expect.poll(level).not.toBe('scaleX(0.000)');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '关闭' }).click();
  await pill.click();
  await screen.getByRole('menuitem', { name: '班前检查' }).click();
  for (const sentence of [
    /^听得到你的声音$/,
    /^信令已连上，往返 \d+ ms$/,
    /^本机访问，不需要证书$/,
    /^和服务器相差 \d 秒$/,
  ])
    await expect.element(screen.getByText(sentence)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('the check before a shift comes to its end where the server does not answer, and says what to look at', async () => {
  const layer = openLayer();
  const stored = { [`lx.seat.switchState.${merchant.number}/${person.account}`]: '1' };
  const { screen } = await openAt('/home', { as: person, layer, stored });
  const pill = screen.getByTitle(/^坐席状态：/);
  await expect.element(pill).toMatchTextContent('在线');
  await pill.click();
  layer.isAway(true);
  await screen.getByRole('menuitem', { name: '班前检查' }).click();
  await expect.element(screen.getByText('服务器没有回应，没法对时：先查网络')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '再查一次' })).toBeEnabled();
  layer.isAway(false);
});
