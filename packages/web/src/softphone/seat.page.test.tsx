import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Merchant, newMerchant, type Person } from '../testing/house.ts';
import { openLayer } from '../testing/layer.ts';
import { openAt } from '../testing/open-at.tsx';
import {
  allowSeat,
  farEnd,
  giveSeat,
  isRegistered,
  legState,
  notDone,
  offersOf,
  ringSeat,
  setSeatDoor,
} from '../testing/seats.ts';
import { accessFaults, type Screen } from '../testing/show-page.tsx';
import { signInElsewhere } from '../testing/sign-ins.ts';
import { levelsNow } from './levels.ts';
import { closeCall } from './seat.ts';
import { useSeat } from './seat-store.ts';

let merchant: Merchant;
let plan: { readonly id: string; readonly planName: string };
beforeAll(async () => {
  merchant = await newMerchant();
  plan = (await merchant.owner.ask(endpoints.plan.list, {})).list[0]!;
});

/** Somebody with a seat of his own: what one test does no other sees. */
const newSeat = async (): Promise<Person> => {
  const person = await merchant.person({ rights: ['callLog'], buttons: ['call_out', 'phone:unmask'] });
  await giveSeat(merchant, person);
  return person;
};
const switchKey = (person: Person) => `lx.seat.switchState.${merchant.number}/${person.account}`;
const pill = (screen: Screen) => screen.getByTitle(/^坐席状态：/);
const group = (screen: Screen) => screen.getByRole('group', { name: '呼出' });
const field = (screen: Screen) => screen.getByRole('textbox', { name: '客户号码' });
const callButton = (screen: Screen) => group(screen).getByRole('button', { name: '呼出' });

/** A toast says so, wherever else the words stand. */
const said = (text: string) => expect.poll(() => document.querySelector('.toasts')?.textContent).toContain(text);

const connect = async (screen: Screen): Promise<void> => {
  await pill(screen).click();
  await screen.getByRole('button', { name: '连接', exact: true }).click();
};
const openOnline = async (person: Person, stored: Readonly<Record<string, string>> = {}) => {
  const opened = await openAt('/home', { as: person, stored: { [switchKey(person)]: '1', ...stored } });
  await expect.element(pill(opened.screen)).toMatchTextContent('在线');
  return opened;
};
const placeCall = async (screen: Screen, person: Person, to = '13800138000'): Promise<string> => {
  const before = (await offersOf(person)).length;
  await field(screen).fill(to);
  await userEvent.keyboard('{Enter}');
  await expect.poll(async () => (await offersOf(person)).length).toBe(before + 1);
  return (await offersOf(person)).at(-1)!.leg;
};

test('O-073, O-074, O-244, O-245, O-249, O-251: offline is red and has nothing to call out with; connecting asks first, and is remembered', async () => {
  const person = await newSeat();
  const { screen } = await openAt('/home', { as: person });
  await expect.element(pill(screen)).toMatchTextContent('离线');
  await expect.element(pill(screen)).toHaveClass('is-bad');
  await expect.element(group(screen)).not.toBeInTheDocument();
  await pill(screen).click();
  await expect.element(screen.getByRole('dialog', { name: '是否连接人工坐席？' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '取消' }).click();
  await expect.element(pill(screen)).toMatchTextContent('离线');
  expect(localStorage.getItem(switchKey(person))).not.toBe('1');
  expect(await isRegistered(person)).toBe(false);

  await connect(screen);
  await expect.element(pill(screen)).toMatchTextContent('在线');
  await expect.element(pill(screen)).toHaveClass('is-ok');
  expect(await isRegistered(person)).toBe(true);
  expect(useSeat.getState().call).toBeNull();
  expect(localStorage.getItem(switchKey(person))).toBe('1');
  expect(await accessFaults()).toEqual([]);

  await pill(screen).click();
  await screen.getByRole('menuitem', { name: '离线' }).click();
  await screen.getByRole('button', { name: '断开', exact: true }).click();
  await expect.element(pill(screen)).toMatchTextContent('离线');
  await expect.element(group(screen)).not.toBeInTheDocument();
  expect(localStorage.getItem(switchKey(person))).toBe('0');
  await expect.poll(() => isRegistered(person)).toBe(false);
});

test('a call that begins while the server is asked for an earlier one goes on when there was none', async () => {
  const person = await newSeat();
  const layer = openLayer();
  const { promise, resolve } = Promise.withResolvers<void>();
  layer.holds(endpoints.seatWork.call, promise);
  const { screen } = await openAt('/home', { as: person, layer, stored: { [switchKey(person)]: '1' } });
  await expect.element(pill(screen)).toMatchTextContent('在线');
  const leg = await placeCall(screen, person);
  await farEnd(leg, 'answer');
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  resolve();
  await expect.element(pill(screen)).toMatchTextContent('00:03');
  expect(useSeat.getState().call?.status).toBe('answered');
  expect(await legState(leg)).toBe('answered');
  await farEnd(leg, 'hangUp');
});

test('in a call it is measured how loud both sides are, and the console draws it', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  const leg = await placeCall(screen, person);
  await farEnd(leg, 'answer');
  const bar = (side: string) => document.querySelector<HTMLElement>(`.console-meter${side} i`)?.style.transform;
  for (const [side, drawn] of [
    ['mine', '.is-mine'],
    ['theirs', ':not(.is-mine)'],
  ] as const) {
    await expect.poll(() => levelsNow()[side]).toBeGreaterThan(0.05);
    await expect.poll(() => bar(drawn)).toMatch(/^scaleY\(0\.[3-9]|^scaleY\(1/);
  }
  await farEnd(leg, 'hangUp');
  await expect.poll(levelsNow).toEqual({ mine: 0, theirs: 0 });
});

test('O-247: with a wrong secret it never is green, and says so', async () => {
  const person = await newSeat();
  const layer = openLayer();
  layer.changes((path, data) => (path === 'user/getSeatPwd' ? { ...(data as object), pwd: 'stolen' } : data));
  const { screen } = await openAt('/home', { as: person, layer });
  const seen: string[] = [];
  onTestFinished(useSeat.subscribe(({ state }) => void seen.push(state)));
  await connect(screen);
  await said('坐席没有连上，请联系管理员');
  await expect.element(pill(screen)).toMatchTextContent('离线');
  expect(seen).not.toContain('idle');
  expect(await isRegistered(person)).toBe(false);
});

test('O-248, A-63: the telephone’s port is gone: red at once, and green again by itself', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  onTestFinished(() => setSeatDoor(true).then(() => undefined));
  await setSeatDoor(false);
  await expect.element(pill(screen), { timeout: 3_000 }).toMatchTextContent('连接中');
  await expect.element(pill(screen)).toHaveClass('is-bad');
  await expect.element(group(screen)).not.toBeInTheDocument();
  expect(localStorage.getItem(switchKey(person))).toBe('1');
  await setSeatDoor(true);
  await expect.element(pill(screen)).toMatchTextContent('在线');
});

test('O-250, O-328: after a reload it is online again while the person may; without the right there is no pill', async () => {
  const person = await newSeat();
  await openOnline(person);
  const { screen } = await openOnline(person);
  await expect.element(group(screen)).toBeVisible();
  await allowSeat(person, false);
  onTestFinished(() => allowSeat(person, true).then(() => undefined));
  const { screen: again } = await openAt('/home', { as: person, stored: { [switchKey(person)]: '1' } });
  await expect.element(again.getByTitle('账号菜单')).toBeVisible();
  await expect.element(pill(again)).not.toBeInTheDocument();
  await expect.poll(() => isRegistered(person)).toBe(false);
  await expect(person.ask(endpoints.seatPwd.getSeatPwd, {})).rejects.toThrow();
});

test('O-075, O-076, O-252 … O-257, O-424: a plan of the seat’s, a number and Enter dial; the timer begins at 00:01 and goes by seconds; a second dial is warned of and not sent', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  const choice = group(screen).getByRole('combobox', { name: '话术' });
  const plans = (await person.ask(endpoints.seatPwd.getSeatPwd, {})).planInfos;
  expect([...(choice.element() as HTMLSelectElement).options].map(option => option.text)).toEqual(
    plans.map(({ planName }) => planName),
  );
  await userEvent.keyboard('/');
  await expect.element(field(screen)).toHaveFocus();
  const leg = await placeCall(screen, person);
  expect((await offersOf(person)).at(-1)).toMatchObject({ to: '13800138000', plan: plans[0]!.id });
  await expect.element(pill(screen)).toMatchTextContent('正在呼出');
  await farEnd(leg, 'progress', { headers: { 'X-Log-Id': '4711' } });
  await expect.poll(() => useSeat.getState().call?.callId).toBe('4711');
  const shown: string[] = [];
  const look = new MutationObserver(() => shown.push(pill(screen).element().textContent ?? ''));
  look.observe(document.querySelector('.shell-header')!, { subtree: true, characterData: true, childList: true });
  onTestFinished(() => look.disconnect());
  await farEnd(leg, 'answer');
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  expect(shown.find(text => text.includes(':'))).toContain('00:01');
  const answeredAt = useSeat.getState().call!.answeredAt!;
  await expect.element(pill(screen)).toMatchTextContent('00:04');
  expect(Date.now() - answeredAt).toBeGreaterThanOrEqual(3_000);
  expect(Date.now() - answeredAt).toBeLessThan(5_000);
  const times = new Set(shown.flatMap(text => /\d\d:\d\d/.exec(text) ?? []));
  expect([...times]).toEqual(['00:01', '00:02', '00:03', '00:04']);

  await field(screen).fill('13900139000');
  await userEvent.keyboard('{Enter}');
  await said('正在通话中');
  await expect.element(callButton(screen)).toHaveAttribute('title', '正在通话中');
  expect(await offersOf(person)).toHaveLength(1);

  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('m');
  await expect.poll(() => useSeat.getState().call?.isMuted).toBe(true);
  await pill(screen).click();
  await screen.getByRole('menuitem', { name: '挂断' }).click();
  await expect.poll(() => legState(leg)).toBe('ended');
  expect(useSeat.getState().call).toMatchObject({ status: 'ended', endedBy: 'me' });
  await expect.element(pill(screen)).toMatchTextContent(/^话后处理 ?00:\d\d/);
});

test('O-255, O-258: the other side hangs up, which is warned of; what was refused says why, and the seat is free again', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  const leg = await placeCall(screen, person);
  await farEnd(leg, 'answer', {});
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  await farEnd(leg, 'hangUp');
  await said('对方已挂断');
  expect(useSeat.getState().call).toMatchObject({ status: 'ended', endedBy: 'peer' });
  closeCall();
  const refused = await placeCall(screen, person, '13700137000');
  await farEnd(refused, 'refuse', { headers: { 'X-Because': 'numberBlacklisted' } });
  await said('号码在黑名单里');
  await expect.element(pill(screen)).toMatchTextContent('在线');
});

test('what a seat asked of its call and was not done is said, and so is what speaks against a number that is dialled all the same', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  const leg = await placeCall(screen, person);
  await farEnd(leg, 'progress', { headers: { 'X-Log-Id': '817', 'X-Warning': 'cappedDay' } });
  await said('已拨出，但今天已到呼叫上限');
  await farEnd(leg, 'answer', {});
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  for (const [because, text] of [
    ['lineFull', '线路忙，稍后再呼'],
    ['ofALaterRelease', '没有做成，稍后再试'],
  ] as const) {
    await notDone(merchant, person, { call: '817', because });
    await said(text);
  }
  await farEnd(leg, 'hangUp');
});

test('O-180, O-181, O-260: a call that comes in is answered by itself, with the id of its record and who calls', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  const leg = await ringSeat(person, {
    from: '13800138000',
    headers: { 'X-Log-Id': '815', 'X-Call-Kind': 'handover' },
  });
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  await expect.poll(() => legState(leg)).toBe('answered');
  expect(useSeat.getState().call).toMatchObject({
    ...{ callId: '815', phone: '13800138000', direction: 'in', kind: 'handover', status: 'answered' },
  });
  await farEnd(leg, 'hangUp');
  await said('对方已挂断');
});

/** The desktop’s own, as this browser would show it. */
class Notice {
  static readonly permission = 'granted';
  static readonly shown: Notice[] = [];
  onclick: (() => void) | null = null;
  isClosed = false;
  readonly title: string;
  readonly options: object;
  constructor(title: string, options: object) {
    this.title = title;
    this.options = options;
    Notice.shown.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
}
const hide = (hidden: boolean): void => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

test('a call that is answered by itself while nobody looks is told by the desktop and in the title, until somebody does', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  vi.stubGlobal('Notification', Notice);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(document, 'hidden');
  });
  hide(true);
  const leg = await ringSeat(person, { from: '13800138000', headers: { 'X-Log-Id': '817' } });
  await expect.poll(() => useSeat.getState().call?.status).toBe('answered');
  expect(Notice.shown).toMatchObject([
    { title: '来电 13800138000', options: { body: '已自动接听', requireInteraction: true }, isClosed: false },
  ]);
  await expect.poll(() => document.title).toContain('13800138000');
  hide(false);
  expect(Notice.shown[0]?.isClosed).toBe(true);
  await expect.poll(() => document.title).not.toContain('13800138000');
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  await farEnd(leg, 'hangUp');
});

test('O-303: a seat that may not call numbers has its telephone, and a button that says why it dials none', async () => {
  const person = await merchant.person({ rights: ['callLog'], buttons: ['phone:unmask'] });
  await giveSeat(merchant, person);
  const { screen } = await openOnline(person);
  await field(screen).fill('13800138000');
  await userEvent.keyboard('{Enter}');
  await expect.element(callButton(screen)).toHaveAttribute('aria-disabled', 'true');
  await said('没有呼出电话的权限');
  expect(await offersOf(person)).toEqual([]);
  // A colleague is no number.
  await field(screen).fill('1002');
  await userEvent.keyboard('{Enter}');
  await expect.poll(async () => (await offersOf(person)).map(({ to }) => to)).toEqual(['1002']);
});

test('a setting asks instead: it rings, and Enter answers', async () => {
  const person = await newSeat();
  const layer = openLayer();
  layer.changes((path, data) => (path === 'user/getSeatPwd' ? { ...(data as object), autoAnswer: false } : data));
  const { screen } = await openAt('/home', { as: person, layer, stored: { [switchKey(person)]: '1' } });
  await expect.element(pill(screen)).toMatchTextContent('在线');
  const token = 'n1.opaque';
  const leg = await ringSeat(person, { from: token, name: '138****8000', headers: { 'X-Log-Id': '816' } });
  await expect.element(pill(screen)).toMatchTextContent('振铃');
  expect(useSeat.getState().call?.phone).toBe('138****8000');
  expect(document.title).toContain('138****8000');
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  await farEnd(leg, 'hangUp');
});

test('the keys of a call are not typed into the field that it was dialled from', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  const leg = await placeCall(screen, person);
  // Until it is a call, what was typed stands there to be mended.
  await farEnd(leg, 'progress', { headers: { 'X-Log-Id': '4713' } });
  await farEnd(leg, 'answer');
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  await userEvent.keyboard('m');
  await expect.poll(() => useSeat.getState().call?.isMuted).toBe(true);
  await expect.element(field(screen)).toHaveValue('');
  await farEnd(leg, 'hangUp');
});

test('a reload in a call: the same call goes on, its timer true, answered at once on the new leg', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  const leg = await placeCall(screen, person);
  await farEnd(leg, 'progress', { headers: { 'X-Log-Id': '4712' } });
  await farEnd(leg, 'answer');
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  const before = useSeat.getState().call!;
  const kept = Object.fromEntries(
    Object.keys(localStorage).flatMap(key =>
      /^lx\.(seat|kept)\./.test(key) ? [[key, localStorage.getItem(key)!]] : [],
    ),
  );
  await screen.unmount();
  const layer = openLayer();
  // The house beside has no calls process that would know it.
  layer.fails(endpoints.seatWork.call);
  const { screen: again } = await openAt('/home', { as: person, layer, stored: kept });
  await expect.poll(() => isRegistered(person)).toBe(true);
  const resumed = await ringSeat(person, { headers: { 'X-Log-Id': '4712', 'X-Call-Kind': 'resume', 'X-Resume': '1' } });
  await expect.poll(() => legState(resumed)).toBe('answered');
  await expect.element(pill(again)).toMatchTextContent('通话中');
  await expect.poll(() => useSeat.getState().call?.isAway).toBe(false);
  expect(useSeat.getState().call).toEqual({ ...before, isAway: false });
  await farEnd(resumed, 'hangUp');
  await said('对方已挂断');
});

test('one tab has the phone: another shows it and acts on it, and takes it when the first is gone', async () => {
  const person = await newSeat();
  const account = `${merchant.number}/${person.account}`;
  const first = new BroadcastChannel(`lx.seat.${account}`);
  const heard: { wish?: { want: string }; hello?: true }[] = [];
  first.onmessage = ({ data }) => heard.push(data);
  const gone = Promise.withResolvers<void>();
  const held = navigator.locks.request(`lx.seat.${account}`, () => gone.promise);
  const { screen } = await openAt('/home', { as: person, stored: { [switchKey(person)]: '1' } });
  await expect.poll(() => heard.some(message => message.hello)).toBe(true);
  const facts = {
    ...{
      account: `seat.${person.id}`,
      extension: 8001,
      outline: '',
      outlineId: null,
      plans: [plan],
      url: '',
      stun: null,
    },
    ...{ autoAnswer: true, wrapUpS: 30, breakReasons: ['就餐'] },
  };
  const view = { ...useSeat.getState(), state: 'idle', isOn: true, facts, planId: plan.id, since: Date.now() };
  first.postMessage({ view });
  await expect.element(pill(screen)).toMatchTextContent('在线');
  expect(await isRegistered(person)).toBe(false);
  await pill(screen).click();
  await screen.getByRole('menuitem', { name: '就餐' }).click();
  await expect.poll(() => heard.at(-1)?.wish).toEqual({ want: 'takeBreak', reason: '就餐' });
  gone.resolve();
  await held;
  first.close();
  await expect.poll(() => isRegistered(person)).toBe(true);
  await expect.element(pill(screen)).toMatchTextContent('在线');
  expect(useSeat.getState().leads).toBe(true);
});

test('a second device is asked whether it takes the seat over; the first says that it has', async () => {
  const person = await newSeat();
  const browser = { ip: '203.0.113.9', userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0' };
  const elsewhere = await signInElsewhere(merchant, person, browser);
  await person.ask(endpoints.seatPwd.getSeatPwd, {});
  const { screen } = await openAt('/home', { as: elsewhere, stored: { [switchKey(person)]: '1' } });
  await expect.element(screen.getByRole('dialog', { name: '坐席已在别处登录，是否接管？' })).toBeVisible();
  expect(await isRegistered(person)).toBe(false);
  await screen.getByRole('button', { name: '接管', exact: true }).click();
  await expect.element(pill(screen)).toMatchTextContent('在线');
  expect(await isRegistered(person)).toBe(true);
  await person.ask(endpoints.seatPwd.getSeatPwd, { takeOver: '1' });
  await expect.element(screen.getByText(/^坐席已被另一台设备接管：/)).toBeVisible();
  await expect.element(pill(screen)).toMatchTextContent('离线');
});

test.each([1200, 1440, 1920])('at %i px the header has room for pill and dial group', async width => {
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(1440, 900));
  const person = await newSeat();
  const { screen } = await openOnline(person);
  const header = document.querySelector('.shell-header')!;
  expect(header.scrollWidth).toBeLessThanOrEqual(header.clientWidth);
  for (const part of [pill(screen), group(screen), screen.getByTitle('账号菜单')]) {
    const { left, right } = part.element().getBoundingClientRect();
    expect([left >= 0, right <= width]).toEqual([true, true]);
  }
});
