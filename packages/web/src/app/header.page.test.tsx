import { endpoints } from '@lianxian/contract';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { type Merchant, newMerchant } from '../testing/house.ts';
import { openLayer } from '../testing/layer.ts';
import { openAt } from '../testing/open-at.tsx';
import { pointAway } from '../testing/point-away.ts';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

/** What the platform says to everybody is by hand: other files would read it too. */
const openWith = (...notices: readonly string[]) => {
  const layer = openLayer();
  const from = '2026-11-18T08:00:00Z';
  const list = notices.map((content, i) => ({ key: `${i}`, content, level: 'warn' as const, from }));
  layer.answers(endpoints.notice.current, { list });
  return openAt('/home', { as: merchant.owner, layer });
};

afterEach(() => page.viewport(1440, 900));

test('O-071, O-141: the mark leads home; the account menu has the name of who is signed in', async () => {
  const { screen } = await openAt('/callLog', { as: merchant.owner });
  await expect.element(screen.getByTitle('账号菜单')).toMatchTextContent('王晓雯');
  await screen.getByRole('banner').getByTitle('首页').click();
  await expect.poll(() => location.pathname).toBe('/home');
});

test('O-020: full screen and back', async () => {
  const { screen } = await openAt('/home', { as: merchant.owner });
  await screen.getByRole('button', { name: '全屏', exact: true }).click();
  await expect.poll(() => document.fullscreenElement).toBe(document.documentElement);
  await screen.getByRole('button', { name: '退出全屏' }).click();
  await expect.poll(() => document.fullscreenElement).toBeNull();
  await expect.element(screen.getByRole('button', { name: '全屏', exact: true })).toBeVisible();
});

/** Whether the reader wishes less motion, for the whole browser page. */
const wishMotion = (value: 'reduce' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

const long = `系统将于本周六凌晨两点到六点维护，期间不能拨打。${'请提前暂停任务，导出需要的记录。'.repeat(8)}完。`;

test.each([1200, 1440, 1920])(
  'O-072: at %i px a notice that is longer than its place moves along to its end, and stands still under the pointer',
  async width => {
    await page.viewport(width, 900);
    await wishMotion('no-preference');
    onTestFinished(() => wishMotion('reduce').then(() => undefined));
    const { screen } = await openWith(long);
    const ticker = screen.getByRole('region', { name: '公告' });
    await expect.element(ticker).toMatchTextContent(long);
    const text = ticker.getByText(long).element();
    const moving = () => text.getAnimations()[0];
    // Wherever the pointer was left.
    await screen.getByTitle('账号菜单').hover();
    await expect.poll(() => moving()?.playState).toBe('running');
    const reaches = (part: number) => {
      moving()!.currentTime = part * Number(moving()!.effect!.getComputedTiming().duration);
      const [inside, around] = [text.getBoundingClientRect(), text.parentElement!.getBoundingClientRect()];
      return [Math.round(inside.left - around.left), Math.round(inside.right - around.right)];
    };
    expect([reaches(0)[0], reaches(0.999)[1]]).toEqual([0, 0]);
    expect(reaches(0)[1]).toBeGreaterThan(0);
    await ticker.hover();
    await expect.poll(() => moving()?.playState).toBe('paused');
    await screen.getByTitle('账号菜单').hover();
    await expect.poll(() => moving()?.playState).toBe('running');
  },
);

test.each([1200, 1440, 1920])(
  'O-072: at %i px the notice goes on by itself and stands still under the pointer',
  async width => {
    await page.viewport(width, 900);
    await pointAway();
    await wishMotion('no-preference');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const begun = vi.spyOn(globalThis, 'setInterval');
    onTestFinished(async () => {
      begun.mockRestore();
      vi.useRealTimers();
      await wishMotion('reduce');
    });
    const { screen } = await openWith('周六维护', '新号段上线');
    const ticker = screen.getByRole('region', { name: '公告' });
    await expect.element(ticker).toMatchTextContent('周六维护');
    // A text is drawn before its time begins to run.
    await expect.poll(() => begun.mock.calls.some(([, everyMs]) => everyMs === 6_000)).toBe(true);
    vi.advanceTimersByTime(6_000);
    await expect.element(ticker).toMatchTextContent('新号段上线');
    await ticker.hover();
    vi.advanceTimersByTime(60_000);
    await expect.element(ticker).toMatchTextContent('新号段上线');
    await screen.getByTitle('账号菜单').hover();
    vi.advanceTimersByTime(6_000);
    await expect.element(ticker).toMatchTextContent('周六维护');
  },
);
