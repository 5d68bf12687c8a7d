import { expect, test } from 'vitest';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

test('an owner sees what there is, what is held, whom to ask, and every entry with its call', async () => {
  const { screen, server } = await openPage('/platform/balance');
  await expect.element(screen.getByText('98.80')).toBeVisible();
  await expect.element(screen.getByText(/充值请联系华东渠道 周敏 021-60009999，告诉对方商户编号 100268/)).toBeVisible();
  await expect.element(screen.getByText('-0.12')).toBeVisible();
  expect(screen.getByRole('link', { name: '看通话' }).element().getAttribute('href')).toBe('/platform/call/41');
  expect(await accessFaults()).toEqual([]);
  await screen.getByText('划入', { exact: true }).first().click();
  await expect.element(screen.getByText('-0.12')).not.toBeInTheDocument();
  await screen.getByLabelText('日期').fill('2026-11-19');
  await expect
    .poll(() => server.asked.findLast(each => each.path === 'balance/ledger')?.fields)
    .toMatchObject({ kind: 'transferIn', day: '2026-11-19' });
});

test('an employee has no page of the balance', async () => {
  await openPage('/platform/balance', { calls: { visitor: { roleCode: 'employee' } } });
  await expect.poll(() => location.pathname).toBe('/401');
});
