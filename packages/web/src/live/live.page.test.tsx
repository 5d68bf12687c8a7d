import { endpoints, type PushMessage } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { currentUser } from '../session/current-user.ts';
import { type Merchant, newMerchant, type Person } from '../testing/house.ts';
import { openAt } from '../testing/open-at.tsx';
import { pointAway } from '../testing/point-away.ts';
import { leads } from './leader.ts';

let merchant: Merchant;
/** A call that was answered, and a file. */
let things: Awaited<ReturnType<Merchant['giveOneOfEach']>>;
beforeAll(async () => {
  merchant = await newMerchant();
  things = await merchant.giveOneOfEach();
});

/** Home with its socket open, in the tab that leads; from here on timers go when they are told. */
const openLive = async (person: Person = merchant.owner) => {
  const opened = await openAt('/home', { as: person });
  await expect.element(opened.screen.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // A toast that is pointed at stays.
  await pointAway();
  await opened.ready;
  await expect.poll(leads).toBe(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return { ...opened, gets: person.gets };
};
type Live = Awaited<ReturnType<typeof openLive>>;

/** How often the page made a sound since. */
const countSounds = () => {
  const Real = globalThis.AudioContext;
  let sounds = 0;
  globalThis.AudioContext = class extends Real {
    constructor() {
      super();
      sounds += 1;
    }
  };
  onTestFinished(() => {
    globalThis.AudioContext = Real;
  });
  return () => sounds;
};

/** Addresses the page saved since. */
const watchDownloads = () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(new URL(this.href).pathname);
  });
  onTestFinished(() => click.mockRestore());
  return saved;
};

const toastOf = (screen: Live['screen'], text: string) => screen.getByRole('status').getByText(text, { exact: true });

/** It is there until exactly so long after it came. */
const staysFor = async ({ screen, gets }: Live, message: PushMessage, text: string, ms: number) => {
  await gets([message]);
  await expect.element(toastOf(screen, text)).toBeVisible();
  vi.advanceTimersByTime(ms - 1);
  await expect.element(toastOf(screen, text)).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(toastOf(screen, text)).not.toBeInTheDocument();
};

test('O-408, O-409: type 1 is a notice of 10 s, with a sound; of a call it leads there', async () => {
  const page = await openLive();
  const sounds = countSounds();
  await staysFor(page, { type: 1, msg: '今晚两点线路维护' }, '今晚两点线路维护', 10_000);
  expect(sounds()).toBe(1);
  await page.gets([{ type: 1, msg: '有客户在通话里说要报警', id: things.answered }]);
  const link = page.screen.getByRole('status').getByRole('link', { name: '查看' });
  await expect.element(link).toHaveAttribute('href', `/platform/call/${things.answered}`);
});

test('O-410: type 2 is a notice of 3 s, without a sound', async () => {
  const page = await openLive();
  const sounds = countSounds();
  await staysFor(page, { type: 2, msg: '已保存' }, '已保存', 3_000);
  expect(sounds()).toBe(0);
});

test('O-411: type 3 is an error of 3 s', async () => {
  const page = await openLive();
  await page.gets([{ type: 3, msg: '线路连不上' }]);
  const { screen } = page;
  await expect.element(toastOf(screen, '线路连不上')).toBeVisible();
  expect(document.querySelector('.toast.is-bad')?.textContent).toContain('线路连不上');
  vi.advanceTimersByTime(2_999);
  await expect.element(toastOf(screen, '线路连不上')).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(toastOf(screen, '线路连不上')).not.toBeInTheDocument();
});

test('O-412, O-414: type 4 says who is about to be called, and stays until it is closed', async () => {
  const { screen, gets } = await openLive();
  await gets([{ type: 4, phone: '13812342217', id: '9' }]);
  const text = '[13812342217]准备拨打，请接听';
  await expect.element(toastOf(screen, text)).toBeVisible();
  vi.advanceTimersByTime(3_600_000);
  await expect.element(toastOf(screen, text)).toBeVisible();
  await screen.getByRole('status').getByRole('button', { name: '关闭' }).click();
  await expect.element(toastOf(screen, text)).not.toBeInTheDocument();
});

test('O-415, O-416: type 5 stays 10 s and leads to the chat history, in the open tabs', async () => {
  const page = await openLive();
  await staysFor(page, { type: 5, msg: '王女士发来消息', id: things.answered }, '王女士发来消息', 10_000);
  await page.gets([{ type: 5, msg: '陈女士发来消息', id: things.answered }]);
  const link = page.screen.getByRole('status').getByRole('link', { name: '查看' });
  await expect.element(link).toHaveAttribute('href', `/platform/call/${things.answered}`);
  vi.useRealTimers();
  await link.click();
  await expect.element(page.screen.getByRole('heading', { name: '逐字记录' })).toBeVisible();
  expect(page.layer.opened).toHaveLength(1);
});

test('O-416: who may no longer open the call log gets no link', async () => {
  const { ask } = merchant.owner;
  const person = await merchant.person({ rights: ['callLog'] });
  const { screen, layer, gets } = await openLive(person);
  vi.useRealTimers();
  const asked = () => layer.asked.filter(({ path }) => path === endpoints.user.getUserInfo.path).length;
  const before = asked();
  const role = { id: person.roleId ?? '', name: '不看通话', scope: 'own' } as const;
  await ask(endpoints.role.save, { ...role, rights: [], buttons: [] });
  await expect.poll(asked).toBeGreaterThan(before);
  await expect.poll(() => currentUser()?.rights).toEqual([]);
  await gets([{ type: 5, msg: '李女士发来消息', id: things.answered }]);
  await expect.element(toastOf(screen, '李女士发来消息')).toBeVisible();
  expect(document.querySelectorAll('.toast a')).toHaveLength(0);
});

test('O-417: type 6 fetches its file', async () => {
  const { layer, gets } = await openLive();
  const saved = watchDownloads();
  await gets([{ type: 6, fileId: things.file }]);
  await expect.poll(() => saved).toEqual([`/api/common/download/${things.file}`]);
  expect(layer.lastAsked(endpoints.file.ticket)).toMatchObject({ fileId: things.file });
});

test('O-418, O-419: type 7 says how many records are done, for 3 s', async () => {
  const page = await openLive();
  await staysFor(page, { type: 7, num: 460 }, '已处理460条记录', 3_000);
});

test('O-409, O-417: in a tab that does not lead nothing sounds and nothing is fetched', async () => {
  const { screen, layer, gets } = await openLive();
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  void navigator.locks.request('lx.leader', { steal: true }, () => promise);
  await expect.poll(leads).toBe(false);
  const [sounds, saved] = [countSounds(), watchDownloads()];
  await gets([
    { type: 6, fileId: things.file },
    { type: 1, msg: '只看不听' },
  ]);
  await expect.element(toastOf(screen, '只看不听')).toBeVisible();
  expect([sounds(), saved, layer.lastAsked(endpoints.file.ticket)]).toEqual([0, [], undefined]);
});

test('O-276, O-423: the socket is opened again exactly 1 s after it closed', async () => {
  const { layer } = await openLive();
  layer.closes(1006);
  vi.advanceTimersByTime(999);
  expect(layer.opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(layer.opened).toHaveLength(2);
});

test('O-276: on the clock it is 1.0 s, give or take 0.2', async () => {
  const { layer } = await openLive();
  vi.useRealTimers();
  // A timer of this test is as late as the page's own, whatever else the machine does.
  const due = new Promise<number>(resolve => setTimeout(() => resolve(performance.now()), 1_000));
  layer.closes(1006);
  await expect.poll(() => layer.opened.length, { interval: 20 }).toBe(2);
  expect(Math.abs(layer.opened[1]!.at - (await due))).toBeLessThan(200);
});

test('a page that comes back says the last message it got, and shows what it missed', async () => {
  const { screen, layer, gets } = await openLive();
  await gets([{ type: 2, msg: '一' }]);
  await expect.element(toastOf(screen, '一')).toBeVisible();
  const { list } = await merchant.owner.ask(endpoints.message.list, { limit: 1 });
  layer.closes(1006);
  await gets([{ type: 2, msg: '二' }]);
  vi.advanceTimersByTime(1_000);
  await expect.element(toastOf(screen, '二')).toBeVisible();
  expect(layer.opened.map(({ address }) => address.searchParams.get('after'))).toEqual(['', list[0]?.seq]);
});

test('a page that is told there are too many of it waits longer each time', async () => {
  const { layer } = await openLive();
  layer.closes(4107);
  vi.advanceTimersByTime(3_999);
  expect(layer.opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(layer.opened).toHaveLength(2);
});
