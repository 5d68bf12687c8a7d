import { expect, onTestFinished, test, vi } from 'vitest';
import { currentUser } from '../session/current-user.ts';
import type { FakeServer } from '../testing/fake-server.ts';
import { visitor } from '../testing/fake-world.ts';
import { openPage } from '../testing/open-page.tsx';
import { leads } from './leader.ts';

/** Home with its socket open, in the tab that leads; from here on timers go when they are told. */
const openLive = async () => {
  const page = await openPage('/home');
  await expect.element(page.screen.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect.poll(() => page.server.opened.length).toBe(1);
  await expect.poll(leads).toBe(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return page;
};

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

const toastOf = (screen: Awaited<ReturnType<typeof openPage>>['screen'], text: string) =>
  screen.getByRole('status').getByText(text, { exact: true });

/** It is there until exactly so long after it came. */
const staysFor = async (
  { screen, server }: { screen: Awaited<ReturnType<typeof openPage>>['screen']; server: FakeServer },
  message: object,
  text: string,
  ms: number,
) => {
  server.push(message);
  await expect.element(toastOf(screen, text)).toBeVisible();
  vi.advanceTimersByTime(ms - 1);
  await expect.element(toastOf(screen, text)).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(toastOf(screen, text)).not.toBeInTheDocument();
};

test('O-408, O-409: type 1 is a notice of 10 s, with a sound', async () => {
  const page = await openLive();
  const sounds = countSounds();
  await staysFor(page, { type: 1, msg: '今晚两点线路维护' }, '今晚两点线路维护', 10_000);
  expect(sounds()).toBe(1);
});

test('O-410: type 2 is a notice of 3 s, without a sound', async () => {
  const page = await openLive();
  const sounds = countSounds();
  await staysFor(page, { type: 2, msg: '已保存' }, '已保存', 3_000);
  expect(sounds()).toBe(0);
});

test('O-411: type 3 is an error of 3 s', async () => {
  const page = await openLive();
  page.server.push({ type: 3, msg: '线路连不上' });
  const { screen } = page;
  await expect.element(toastOf(screen, '线路连不上')).toBeVisible();
  expect(document.querySelector('.toast.is-bad')?.textContent).toContain('线路连不上');
  vi.advanceTimersByTime(2_999);
  await expect.element(toastOf(screen, '线路连不上')).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(toastOf(screen, '线路连不上')).not.toBeInTheDocument();
});

test('O-412, O-414: type 4 says who is about to be called, and stays until it is closed', async () => {
  const { screen, server } = await openLive();
  server.push({ type: 4, phone: '13812342217', id: '9' });
  const text = '[13812342217]准备拨打，请接听';
  await expect.element(toastOf(screen, text)).toBeVisible();
  vi.advanceTimersByTime(3_600_000);
  await expect.element(toastOf(screen, text)).toBeVisible();
  await screen.getByRole('status').getByRole('button', { name: '关闭' }).click();
  await expect.element(toastOf(screen, text)).not.toBeInTheDocument();
});

test('O-415, O-416: type 5 stays 10 s and leads to the chat history, in the open tabs', async () => {
  const page = await openLive();
  await staysFor(page, { type: 5, msg: '王女士发来消息', id: '103' }, '王女士发来消息', 10_000);
  page.server.push({ type: 5, msg: '陈女士发来消息', id: '103' });
  const link = page.screen.getByRole('status').getByRole('link', { name: '查看' });
  await expect.element(link).toHaveAttribute('href', '/platform/call/103');
  vi.useRealTimers();
  await link.click();
  await expect.element(page.screen.getByRole('heading', { name: '逐字记录' })).toBeVisible();
  expect(page.server.opened).toHaveLength(1);
});

test('O-416: who may no longer open the call log gets no link', async () => {
  const { screen, server } = await openLive();
  vi.useRealTimers();
  const asked = () => server.asked.filter(({ path }) => path === 'user/getUserInfo').length;
  const before = asked();
  server.becomes({ rights: [] });
  server.push({ type: 'rightsChanged' });
  await expect.poll(asked).toBeGreaterThan(before);
  await expect.poll(() => currentUser()?.rights).toEqual([]);
  server.push({ type: 5, msg: '李女士发来消息', id: '103' });
  await expect.element(toastOf(screen, '李女士发来消息')).toBeVisible();
  expect(document.querySelectorAll('.toast a')).toHaveLength(0);
  server.becomes({ rights: visitor.rights });
  server.push({ type: 'rightsChanged' });
  await expect.poll(() => currentUser()?.rights).toEqual(visitor.rights);
});

test('O-417: type 6 fetches its file', async () => {
  const { server } = await openLive();
  const saved = watchDownloads();
  server.push({ type: 6, fileId: '31' });
  await expect.poll(() => saved).toEqual(['/api/common/download/900']);
  expect(server.asked.filter(({ path }) => path === 'file/ticket').map(({ fields }) => fields.fileId)).toEqual(['31']);
});

test('O-418, O-419: type 7 says how many records are done, for 3 s', async () => {
  const page = await openLive();
  await staysFor(page, { type: 7, num: 460 }, '已处理460条记录', 3_000);
});

test('O-409, O-417: in a tab that does not lead nothing sounds and nothing is fetched', async () => {
  const { screen, server } = await openLive();
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  void navigator.locks.request('lx.leader', { steal: true }, () => promise);
  await expect.poll(leads).toBe(false);
  const [sounds, saved] = [countSounds(), watchDownloads()];
  server.push({ type: 6, fileId: '31' });
  server.push({ type: 1, msg: '只看不听' });
  await expect.element(toastOf(screen, '只看不听')).toBeVisible();
  expect([sounds(), saved, server.asked.some(({ path }) => path === 'file/ticket')]).toEqual([0, [], false]);
});

test('O-276, O-423: the socket is opened again exactly 1 s after it closed', async () => {
  const { server } = await openLive();
  server.closes(1006);
  vi.advanceTimersByTime(999);
  expect(server.opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(server.opened).toHaveLength(2);
});

test('O-276: on the clock it is 1.0 s, give or take 0.2', async () => {
  const { server } = await openLive();
  vi.useRealTimers();
  // A timer of this test is as late as the page's own, whatever else the machine does.
  const due = new Promise<number>(resolve => setTimeout(() => resolve(performance.now()), 1_000));
  server.closes(1006);
  await expect.poll(() => server.opened.length, { interval: 20 }).toBe(2);
  expect(Math.abs(server.opened[1]!.at - (await due))).toBeLessThan(200);
});

test('a page that comes back says the last message it got, and shows what it missed', async () => {
  const { screen, server } = await openLive();
  server.push({ type: 2, msg: '一' });
  await expect.element(toastOf(screen, '一')).toBeVisible();
  server.closes(1006);
  server.push({ type: 2, msg: '二' });
  vi.advanceTimersByTime(1_000);
  await expect.element(toastOf(screen, '二')).toBeVisible();
  expect(server.opened.map(({ address }) => address.searchParams.get('after'))).toEqual(['', '1']);
});

test('a page that is told there are too many of it waits longer each time', async () => {
  const { server } = await openLive();
  server.closes(4107);
  vi.advanceTimersByTime(3_999);
  expect(server.opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(server.opened).toHaveLength(2);
});
