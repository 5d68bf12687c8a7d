import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { addCustomer, addCustomers } from '../../testing/customers.ts';
import { newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

const { customer, oa } = endpoints;

test('a sheet comes into the library by its columns, and is taken back as a whole', async () => {
  const merchant = await newMerchant();
  const { screen, layer } = await openAt('/number', { as: merchant.owner });
  await screen.getByRole('button', { name: '导入', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: '导入客户' });
  const sheet = new File(
    ['手机号,姓名,公司\n13812345501,陈女士,启明\n13812345502,何先生,启明\nabc,没有号码,\n'],
    '客户.csv',
  );
  await userEvent.upload(dialog.getByLabelText('选择文件', { exact: true }), [sheet]);
  await expect.element(dialog.getByRole('combobox', { name: '第 1 列 手机号' })).toHaveValue('phone');
  expect(await accessFaults()).toEqual([]);
  // Pressed twice before the page shows that it goes: once.
  await dialog.getByRole('button', { name: '开始导入' }).dblClick();
  await expect.element(screen.getByText('正在导入，结果看批量任务')).toBeVisible();
  const total = async () => (await merchant.owner.ask(customer.list, {})).total;
  await expect.poll(total, { timeout: 15_000 }).toBe(2);
  const { list } = await merchant.owner.ask(endpoints.customerSheets.imports, {});
  expect(list).toHaveLength(1);
  const [imported] = list;
  expect(imported).toMatchObject({ name: '客户.csv', added: 2, refused: 1 });
  await dialog.getByRole('button', { name: '下载没通过的行和原因' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.file.ticket)).toMatchObject({ fileId: imported?.refusedFile });
  await merchant.owner.ask(endpoints.customerSheets.takeBack, { id: imported!.id });
  await expect.poll(total, { timeout: 15_000 }).toBe(0);
});

test('two become one: what is lost is shown before, and it can be taken back', async () => {
  const merchant = await newMerchant();
  await addCustomers(merchant, [
    { phone: '13812345511', name: '张三' },
    { phone: '13812345512', name: '张三丰', company: '武当' },
  ]);
  const { screen } = await openAt('/number', { as: merchant.owner });
  for (const phone of ['13812345511', '13812345512'])
    await screen
      .getByRole('row', { name: new RegExp(phone) })
      .getByRole('checkbox')
      .click();
  await screen.getByRole('button', { name: '更多操作' }).last().click();
  await screen.getByRole('menuitem', { name: '合并' }).click();
  const dialog = screen.getByRole('dialog', { name: '合并 2 位客户' });
  await dialog.getByRole('radio', { name: /13812345511/ }).click();
  await expect.element(dialog.getByText(/13812345512 张三丰 的姓名：张三丰/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '合并', exact: true }).click();
  const total = async () => (await merchant.owner.ask(customer.list, {})).total;
  await expect.poll(total, { timeout: 15_000 }).toBe(1);
  await screen.getByRole('button', { name: '撤销' }).click();
  await expect.poll(total, { timeout: 15_000 }).toBe(2);
});

test('chosen customers go to the people of a department', async () => {
  const merchant = await newMerchant();
  const { owner } = merchant;
  const { id: sales } = await owner.ask(oa.saveDepartment, { name: '电销部' });
  const seller = await merchant.person({ name: '刘洋', rights: ['number'], scope: 'own' });
  await owner.ask(oa.moveEmployees, { ids: [seller.id], departmentId: sales });
  await addCustomer(owner, { phone: '13812345521', name: '陈女士' });
  const { screen } = await openAt('/number', { as: owner });
  await screen
    .getByRole('row', { name: /陈女士/ })
    .getByRole('checkbox')
    .click();
  await screen.getByRole('button', { name: '分配', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: '把 1 位客户分配给员工' });
  await dialog.getByText('按部门').click();
  await dialog.getByRole('combobox', { name: '分给哪个部门（含下级）' }).selectOptions('电销部');
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '分配', exact: true }).click();
  await expect
    .poll(async () => (await owner.ask(customer.list, {})).list[0]?.owner?.name, { timeout: 15_000 })
    .toBe('刘洋');
});

test('one takes a customer out of the pool in the drawer, and gives it back', async () => {
  const merchant = await newMerchant();
  const made = await addCustomer(merchant.owner, { phone: '13812345531', name: '周女士', cateType: '-1' });
  const seller = await merchant.person({ rights: ['number'], scope: 'own' });
  const { screen } = await openAt(`/number?view=pool&open=${made.id}`, { as: seller });
  const drawer = screen.getByRole('complementary', { name: '编辑客户信息' });
  await drawer.getByRole('button', { name: '领取' }).click();
  const mine = async () => (await seller.ask(customer.list, { view: 'mine' })).total;
  await expect.poll(mine).toBe(1);
  await drawer.getByRole('button', { name: '放回公海' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '放回公海' }).click();
  await expect.poll(mine).toBe(0);
});
