import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { addLine, lineNamed } from '../../testing/house-lines.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

let platform: Merchant;
beforeAll(async () => {
  platform = await newMerchant({ kind: 'platform', name: '平台' });
});

test('the platform lends a line; who has it calls over it, and sees neither where it leads nor its account', async () => {
  const owner = await newMerchant({ name: '汇通线路', provisioned: false });
  const borrower = await newMerchant({ name: '青禾教育' });
  const lineId = await addLine(owner, '上海固话', { abroad: 'plus' });
  const layer = openLayer();
  const at = `/platform/merchants?q=${owner.number}&open=${owner.id}`;
  const { screen } = await openAt(at, { as: platform.owner, layer });
  await screen.getByRole('button', { name: '线路与价格' }).click();
  await screen.getByRole('button', { name: '借出 上海固话' }).click();
  const dialog = screen.getByRole('dialog', { name: '谁在用「上海固话」' });
  await dialog.getByLabelText('商户编号').fill(borrower.number);
  await dialog.getByLabelText('对方看到的名称').fill('平台 021 线路');
  await dialog.getByLabelText('最多几路').fill('6');
  await dialog.getByLabelText('每分钟（元）').fill('0.12');
  await dialog.getByLabelText('对方也可以呼叫国际号码').click();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '借出', exact: true }).click();
  await expect.element(dialog.getByRole('row', { name: /青禾教育/ })).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: /青禾教育/ }).getByText('0 / 6')).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: /青禾教育/ }).getByText('可呼叫国际号码')).toBeVisible();
  expect(layer.lastAsked(endpoints.lending.lend)).toMatchObject({ id: owner.id, lineId, cid: borrower.number });

  const lent = await lineNamed(borrower, '平台 021 线路');
  expect(lent).toMatchObject({ lent: true, channels: 6, address: '', username: '', hasPassword: false });
  await dialog.getByRole('button', { name: '从 青禾教育 收回' }).click();
  await expect.element(dialog.getByRole('row', { name: /青禾教育/ })).not.toBeInTheDocument();
  const { list } = await borrower.owner.ask(endpoints.line.list, { limit: 100 });
  expect(list.map(({ name }) => name)).toEqual(['练习线路']);
});

test('a lent line stands among the borrower’s own, and is none to be changed', async () => {
  const owner = await newMerchant({ name: '汇通线路', provisioned: false });
  const borrower = await newMerchant({ name: '青禾教育' });
  const lineId = await addLine(owner, '上海固话');
  const terms = { cid: borrower.number, name: '平台 021 线路', channels: '6', pricePerMinute: '0.12' };
  await platform.owner.ask(endpoints.lending.lend, { id: owner.id, lineId, ...terms });
  const { screen } = await openAt('/port', { as: borrower.owner });
  const row = screen.getByRole('row', { name: /平台 021 线路/ });
  await expect.element(row.getByText(/平台线路由借出方维护/)).toBeVisible();
  await expect.element(row.getByText('203.0.113.18')).not.toBeInTheDocument();
  expect(await accessFaults()).toEqual([]);
});
