import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => page.viewport(1440, 900));

test('O-071, O-141: the mark leads home; the account menu has the name of who is signed in', async () => {
  const { screen } = await openPage('/callLog', { calls: { visitor: { title: '王晓雯', jobTitle: '运营主管' } } });
  await expect.element(screen.getByTitle('账号菜单')).toMatchTextContent('王晓雯');
  await screen.getByRole('banner').getByTitle('首页').click();
  await expect.poll(() => location.pathname).toBe('/home');
});

test('O-020: full screen and back', async () => {
  const { screen } = await openPage('/home');
  await screen.getByRole('button', { name: '全屏', exact: true }).click();
  await expect.poll(() => document.fullscreenElement).toBe(document.documentElement);
  await screen.getByRole('button', { name: '退出全屏' }).click();
  await expect.poll(() => document.fullscreenElement).toBeNull();
  await expect.element(screen.getByRole('button', { name: '全屏', exact: true })).toBeVisible();
});

/** Whether the reader wishes less motion, for the whole browser page. */
const wishMotion = (value: 'reduce' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

test.each([1200, 1440, 1920])(
  'O-072: at %i px the notice goes on by itself and stands still under the pointer',
  async width => {
    await page.viewport(width, 900);
    await wishMotion('no-preference');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(async () => {
      vi.useRealTimers();
      await wishMotion('reduce');
    });
    const notices = ['周六维护', '新号段上线'];
    const { screen } = await openPage('/home', { calls: { platform: { notices } } });
    const ticker = screen.getByRole('region', { name: '公告' });
    await expect.element(ticker).toMatchTextContent('周六维护');
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
