import { expect, test } from 'vitest';
import type { Reminder } from '../../testing/fake-messages.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const reminder = (seq: number, part: Partial<Reminder> = {}): Reminder => ({
  seq: String(seq),
  type: 2,
  msg: `第 ${seq} 条`,
  phone: '',
  id: '',
  at: '2026-11-18T08:34:08Z',
  isRead: false,
  ...part,
});
const three = [
  reminder(3, { type: 4, msg: '', phone: '138****2217', id: '9' }),
  reminder(2, { type: 5, msg: '王女士发来消息', id: '103' }),
  reminder(1, { type: 3, msg: '线路连不上', isRead: true }),
];
const openBell = async (reminders: readonly Reminder[] = three) => {
  const page = await openPage('/home', { calls: { reminders } });
  await page.screen.getByRole('button', { name: /^消息/ }).click();
  return { ...page, panel: page.screen.getByRole('dialog', { name: /^消息/ }) };
};

test('O-078: the bell says how many are unread, and counts on as messages come', async () => {
  const { screen, server } = await openPage('/home', { calls: { reminders: three } });
  await expect.element(screen.getByRole('button', { name: '消息，2 条未读' })).toBeVisible();
  server.push({ type: 1, msg: '今晚两点线路维护' });
  await expect.element(screen.getByRole('button', { name: '消息，3 条未读' })).toBeVisible();
  server.push({ type: 7, num: 12 });
  server.push({ type: 6 });
  server.push({ type: 'messagesRead', unread: 1 });
  await expect.element(screen.getByRole('button', { name: '消息，1 条未读' })).toBeVisible();
});

test('O-078: the list shows each with its kind, time and link; reading one counts it down', async () => {
  const { screen, panel, server } = await openBell();
  const rows = panel.getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent('[138****2217]准备拨打，请接听回访11-18 16:34');
  await expect.element(rows.nth(1)).toHaveTextContent('王女士发来消息通话11-18 16:34看通话');
  await expect.element(rows.nth(2)).toHaveTextContent('线路连不上出错11-18 16:34');
  expect(await accessFaults()).toEqual([]);
  await panel.getByRole('button', { name: '标为已读：[138****2217]准备拨打，请接听' }).click();
  await expect.element(screen.getByRole('button', { name: '消息，1 条未读' })).toBeVisible();
  expect(server.asked.find(({ path }) => path === 'message/read')?.fields.seqs).toBe('["3"]');
});

test('all are read at once, up to the newest one that is shown', async () => {
  const { screen, panel, server } = await openBell();
  await panel.getByRole('button', { name: '全部已读' }).click();
  await expect.element(screen.getByRole('button', { name: '消息', exact: true })).toBeVisible();
  await expect.element(panel.getByRole('button', { name: '全部已读' })).not.toBeInTheDocument();
  expect(server.asked.find(({ path }) => path === 'message/readAll')?.fields.upTo).toBe('3');
});

test('a message that comes while the list is open is on top of it', async () => {
  const { panel, server } = await openBell();
  await expect.element(panel.getByRole('listitem').nth(0)).toMatchTextContent('准备拨打');
  server.push({ type: 1, msg: '刚到的' });
  await expect.element(panel.getByRole('listitem').nth(0)).toMatchTextContent('刚到的');
});

test('its link leads to the call, reads it and closes the list', async () => {
  const { screen, panel } = await openBell();
  await panel.getByRole('link', { name: '看通话' }).click();
  await expect.element(screen.getByRole('heading', { name: '逐字记录' })).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: '消息，1 条未读' }))
    .toHaveAttribute('aria-expanded', 'false');
});

test('older ones come on demand', async () => {
  const { panel } = await openBell(Array.from({ length: 45 }, (_, n) => reminder(45 - n)));
  await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(20);
  await panel.getByRole('button', { name: '更早的消息' }).click();
  await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(40);
  await panel.getByRole('button', { name: '更早的消息' }).click();
  await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(45);
  await expect.element(panel.getByRole('button', { name: '更早的消息' })).not.toBeInTheDocument();
});

test('a hundred unread ones are shown as more than ninety-nine', async () => {
  const { screen } = await openPage('/home', {
    calls: { reminders: Array.from({ length: 100 }, (_, n) => reminder(100 - n)) },
  });
  await expect.element(screen.getByRole('button', { name: '消息，99 条以上未读' })).toHaveTextContent('99+');
});

test('no messages yet, and the house away', async () => {
  const { screen, panel, server } = await openBell([]);
  await expect.element(panel.getByText('还没有消息')).toBeVisible();
  await screen.getByRole('button', { name: '消息', exact: true }).click();
  server.isAway(true);
  await screen.getByRole('button', { name: '消息', exact: true }).click();
  await expect.element(panel.getByText('还没有消息')).toBeVisible();
  server.isAway(false);
});

test('O-109: one panel of messages and batch tasks opens from the header', async () => {
  const { screen, panel } = await openBell();
  await expect.element(panel.getByRole('radio', { name: '消息' })).toBeChecked();
  await panel.getByRole('radio', { name: '批量任务' }).click();
  await expect.element(panel.getByText('今天还没有批量任务')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: /^消息/ }).click();
  await expect.element(panel).not.toBeInTheDocument();
});
