import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addCustomer, addCustomers } from '../../testing/customers.ts';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { giveCalls } from '../../testing/house-calls.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { dialledCall, openSeat } from '../../testing/seat-story.ts';
import { accessFaults } from '../../testing/show-page.tsx';
import { toldCall } from '../../testing/story.ts';
import { appearance } from '../../ui/theme/appearance.ts';

const { customer } = endpoints;

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
  await addCustomers(merchant, [
    { phone: '13812342217', name: '陈女士', cateType: '2', company: '启明小学', tags: '三年级,问价格' },
    { phone: '18612349043', name: '何先生', cateType: '1', city: '440106', province: '广东省/广州市/天河区' },
    { phone: '15112343380', name: '周女士', cateType: '-1', parameter4: '12.5' },
  ]);
});
const openLibrary = (path = '/number') => openAt(path, { as: merchant.owner });

test('O-004 O-011 O-044 O-095: the menu leads to the library, where customers stand', async () => {
  const { screen } = await openAt('/home', { as: merchant.owner });
  await screen.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '号码库' }).click();
  expect(location.pathname).toBe('/number');
  for (const phone of ['13812342217', '18612349043', '15112343380'])
    await expect.element(screen.getByRole('row', { name: new RegExp(phone) })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^全部 3/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('O-323: the key number opens the library, and nothing else does', async () => {
  const only = await merchant.person({ rights: ['number'] });
  const one = await openAt('/number', { as: only });
  await expect
    .element(one.screen.getByRole('table', { name: '号码库' }).or(one.screen.getByText('号码库还没有客户')))
    .toBeVisible();
  const menu = one.screen.getByRole('navigation', { name: '主菜单' });
  await expect.element(menu.getByRole('link', { name: '号码库' })).toBeVisible();
  await expect.element(menu.getByRole('link', { name: '通话记录' })).not.toBeInTheDocument();
  const other = await merchant.person({ rights: ['callLog'] });
  const without = await openAt('/number', { as: other });
  await expect.poll(() => location.pathname).toBe('/401');
  await expect
    .element(without.screen.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '号码库' }))
    .not.toBeInTheDocument();
});

test.each([
  ['q=陈', ['13812342217']],
  ['type=1', ['18612349043']],
  ['tag=问价格', ['13812342217']],
  ['company=启明', ['13812342217']],
  // Of whom no region was chosen, that of the number counts: hers is of 深圳.
  ['region=44', ['15112343380', '18612349043']],
  ['parameters=4:10~20', ['15112343380']],
  ['type=1&region=4401', ['18612349043']],
  ['called=never', ['13812342217', '15112343380', '18612349043']],
])('a link with %s shows whom it says', async (query, phones) => {
  const { screen } = await openLibrary(`/number?${query}`);
  const shown = () =>
    [...document.querySelectorAll('tr[data-key] .phone')].map(({ textContent }) => textContent).toSorted();
  await expect.poll(shown).toEqual(phones);
  await expect.element(screen.getByRole('button', { name: '清空' })).toBeVisible();
});

test('a condition is added, stands in the address, and is cleared', async () => {
  const { screen } = await openLibrary();
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '客户类型', exact: true }).click();
  await screen.getByRole('checkbox', { name: '意向', exact: true }).click();
  await expect.poll(() => location.search).toBe('?type=2');
  await expect.element(screen.getByRole('row', { name: /13812342217/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /18612349043/ })).not.toBeInTheDocument();
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: '清空' }).click();
  await expect.element(screen.getByRole('row', { name: /18612349043/ })).toBeVisible();
});

test('O-274: name and type are changed where they stand', async () => {
  const { id } = await addCustomer(merchant.owner, { phone: '13700000001', name: '孙先生' });
  const { screen } = await openLibrary('/number?q=13700000001');
  const row = screen.getByRole('row', { name: /13700000001/ });
  await row.getByRole('button', { name: /^改姓名/ }).click();
  await row.getByRole('textbox', { name: /^改姓名/ }).fill('孙老师');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  await expect.element(row.getByText('孙老师')).toBeVisible();
  await row.getByRole('button', { name: /^改客户类型/ }).click();
  await screen.getByRole('menuitemradio', { name: '成交' }).click();
  await expect.element(row.getByRole('button', { name: /成交/ })).toBeVisible();
  const { customer: kept } = await merchant.owner.ask(customer.detail, { id });
  expect(kept).toMatchObject({ name: '孙老师', cateType: 9 });
});

test('what cannot be read says so and keeps the filter; it is read again', async () => {
  const layer = openLayer();
  layer.fails(customer.list);
  const { screen } = await openAt('/number?type=2', { as: merchant.owner, layer });
  await expect.element(screen.getByText('客户加载失败')).toBeVisible();
  layer.heals();
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByRole('row', { name: /13812342217/ })).toBeVisible();
  expect(location.search).toBe('?type=2');
});

test('O-126 O-133 A-62: from a call the drawer opens over the log, with its third tab', async () => {
  await giveCalls(merchant, [{ ...toldCall, row: { ...toldCall.row, phone: '13812342217' } }]);
  const { screen } = await openAt('/callLog', { as: merchant.owner });
  await screen.getByRole('row', { name: /13812342217/ }).click();
  await screen.getByRole('button', { name: '打开 13812342217 的客户信息' }).click();
  const drawer = screen.getByRole('complementary', { name: '编辑客户信息' });
  await expect.element(drawer.getByRole('tab', { name: /临时参数/ })).toBeVisible();
  expect(drawer.getByRole('tab').elements()).toHaveLength(3);
  expect(drawer.element().getBoundingClientRect().width).toBe(600);
  await drawer.getByRole('tab', { name: /临时参数/ }).click();
  for (const input of drawer.getByRole('tabpanel').element().querySelectorAll('input'))
    expect(input.disabled).toBe(true);
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
});

test('O-136 O-246 O-126: a seat that is registered calls a customer from the drawer, and opens it from its console', async () => {
  const call = dialledCall('71');
  const seat = await openSeat(call, '/number');
  const { screen, phone } = seat;
  await addCustomer(seat.merchant.owner, { phone: '13812342217', name: '陈女士' });
  await screen.getByRole('button', { name: /^我的客户/ }).click();
  await screen.getByRole('button', { name: /^全部/ }).click();
  await screen.getByRole('row', { name: /13812342217/ }).click();
  const drawer = screen.getByRole('complementary', { name: '编辑客户信息' });
  const button = drawer.getByRole('button', { name: '呼出', exact: true });
  await expect.element(button).toBeVisible();
  await button.click();
  await expect.poll(() => phone.dialled.length).toBe(1);
  const dock = screen.getByRole('complementary', { name: '通话台' });
  await dock.getByRole('button', { name: '打开 13812342217 的客户信息' }).click();
  await expect.poll(() => document.querySelector('.customer-over .drawer')).not.toBe(null);
});

test.each([
  [1200, 'light'],
  [1440, 'dark'],
  [1920, 'light'],
] as const)('at %i px, %s, nothing is wrong with it for who cannot see', async (width, mode) => {
  await page.viewport(width, 900);
  appearance.choose(mode);
  const { screen } = await openLibrary();
  await screen.getByRole('row', { name: /13812342217/ }).click();
  await expect.element(screen.getByRole('complementary').getByRole('tab', { name: /基本信息/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  appearance.choose('light');
  await page.viewport(1440, 900);
});
