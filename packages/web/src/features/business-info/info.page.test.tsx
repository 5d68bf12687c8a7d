import { expect, test } from 'vitest';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

test('O-051 O-106 O-302: the owner’s page of its merchant says number, reseller and quotas, and takes another contact', async () => {
  const { screen, server } = await openPage('/business-info/info-page');
  await expect.element(screen.getByRole('heading', { name: '商户信息' })).toBeVisible();
  await expect.element(screen.getByText('5 / 5')).toBeVisible();
  await expect.element(screen.getByText('已用完，需要更多请联系华东渠道')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText('联系电话').fill('打我');
  await expect.element(screen.getByText('只能是数字、空格、加号和横线')).toBeVisible();
  await screen.getByLabelText('联系电话').fill('021-60005678');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(server.asked.find(each => each.path === 'merchant/saveContact')?.fields).toMatchObject({
    contactPhone: '021-60005678',
  });
});

test.each(['employee', 'agent', 'admin'] as const)(
  'O-106: for roleCode %s the page of the merchant is 401 (A-06)',
  async roleCode => {
    await openPage('/business-info/info-page', { calls: { visitor: { roleCode } } });
    await expect.poll(() => location.pathname).toBe('/401');
  },
);
