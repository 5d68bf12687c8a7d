import { customerTypeWords, endpoints, type OutputOf } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addCustomer, happening } from '../../testing/customers.ts';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';

const { customer } = endpoints;

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

const drawerIn = (screen: Screen) => screen.getByRole('complementary');
/** The mark of what is needed is read as part of its name. */
const field = (screen: Screen, name: string) =>
  drawerIn(screen).getByRole('textbox', { name, exact: name !== '手机号' });
const tab = (screen: Screen, name: RegExp) => drawerIn(screen).getByRole('tab', { name });
const submit = (screen: Screen, name: string) => drawerIn(screen).getByRole('button', { name, exact: true });
const openLibrary = (path: string) => openAt(path, { as: merchant.owner });

let last = 13_900_000_000;
const newPhone = () => String(++last);
const opened = async (wish: Parameters<typeof addCustomer>[1] = {}) => {
  const made = await addCustomer(merchant.owner, { phone: newPhone(), ...wish });
  const shown = await openLibrary(`/number?open=${made.id}`);
  await expect.element(drawerIn(shown.screen).getByRole('heading', { name: '编辑客户信息' })).toBeVisible();
  await expect.element(field(shown.screen, '手机号')).toBeVisible();
  return { ...shown, made };
};
const kept = async (id: string): Promise<NonNullable<OutputOf<typeof customer.detail>['customer']>> => {
  const { customer: found } = await merchant.owner.ask(customer.detail, { id });
  if (!found) throw new Error(`no customer ${id}`);
  return found;
};

test('O-128 O-430 O-129 O-130 O-131 O-132 O-134: the drawer is 600 wide, with its title, its tabs and its button', async () => {
  const { screen } = await openLibrary('/number?open=new');
  await expect.element(drawerIn(screen).getByRole('heading', { name: '添加客户信息' })).toBeVisible();
  expect(drawerIn(screen).element().getBoundingClientRect().width).toBe(600);
  await expect.element(tab(screen, /基本信息/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(tab(screen, /动态参数/)).toBeVisible();
  await expect.element(submit(screen, '添加')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const edit = await opened();
  await expect.element(submit(edit.screen, '编辑')).toBeVisible();
  expect(drawerIn(edit.screen).element().getBoundingClientRect().width).toBe(600);
  expect(await accessFaults()).toEqual([]);
});

test('in English its drawer is read as it is seen', async () => {
  const { id } = await addCustomer(merchant.owner, { phone: newPhone() });
  const { screen } = await openAt(`/number?open=${id}`, { as: merchant.owner, language: 'en' });
  await expect.element(drawerIn(screen).getByRole('button', { name: 'Next step None' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('O-133: from the library there are two tabs', async () => {
  const { screen } = await opened();
  expect(drawerIn(screen).getByRole('tab').elements()).toHaveLength(2);
});

test('O-135 O-136 O-246: who is added, and whose seat is offline, has no 呼出', async () => {
  const { screen } = await openLibrary('/number?open=new');
  await expect.element(submit(screen, '添加')).toBeVisible();
  await expect.element(drawerIn(screen).getByRole('button', { name: '呼出' })).not.toBeInTheDocument();
  const edit = await opened();
  await expect.element(drawerIn(edit.screen).getByRole('button', { name: '呼出' })).not.toBeInTheDocument();
});

test('O-004 O-401 O-288 O-298 O-299: what is missing is said at its field, and then a customer is added', async () => {
  const { screen } = await openLibrary('/number?open=new');
  const phone = field(screen, '手机号');
  await phone.click();
  await userEvent.tab();
  await expect.element(drawerIn(screen).getByText('手机号不能为空')).toBeVisible();
  await tab(screen, /动态参数/).click();
  await submit(screen, '添加').click();
  await expect.element(screen.getByText('请先填写基本参数!')).toBeVisible();
  await expect.element(tab(screen, /基本信息/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(drawerIn(screen).getByText('请选择客户类型')).toBeVisible();
  const number = newPhone();
  await phone.fill(number);
  await field(screen, '姓名').fill('陈女士');
  await drawerIn(screen).getByRole('combobox', { name: '客户类型' }).selectOptions('意向');
  await submit(screen, '添加').click();
  await expect.element(screen.getByText('添加成功')).toBeVisible();
  await expect.element(drawerIn(screen).getByRole('heading', { name: '编辑客户信息' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: new RegExp(number) })).toBeVisible();
});

test('O-289: 7 and 13 figures are no number, 8 and 12 are', async () => {
  const { screen } = await openLibrary('/number?open=new');
  const phone = field(screen, '手机号');
  const says = drawerIn(screen).getByText('请输入8-12位');
  for (const [typed, isWrong] of [
    ['1234567', true],
    ['12345678', false],
    ['1234567890123', true],
    ['123456789012', false],
  ] as const) {
    await phone.fill(typed);
    await userEvent.tab();
    if (isWrong) await expect.element(says).toBeVisible();
    else await expect.element(says).not.toBeInTheDocument();
  }
});

test('O-290: the number of a customer that is there stays', async () => {
  const { screen, made } = await opened();
  await expect.element(field(screen, '手机号')).toBeDisabled();
  await expect.element(field(screen, '手机号')).toHaveValue(made.phone);
});

test('O-291 to O-297: so much can be typed', async () => {
  const { screen } = await openLibrary('/number?open=new');
  for (const [name, most] of [
    ['手机号', '20'],
    ['姓名', '20'],
    ['公司', '50'],
    ['职位', '50'],
    ['备注', '255'],
    ['备注二', '255'],
  ] as const)
    await expect.element(field(screen, name)).toHaveAttribute('maxlength', most);
  await expect.element(drawerIn(screen).getByRole('combobox', { name: '标签' })).toHaveAttribute('maxlength', '50');
});

test('O-226 to O-232: the types are all there', async () => {
  const { screen } = await openLibrary('/number?open=new');
  const select = drawerIn(screen).getByRole('combobox', { name: '客户类型', exact: false });
  await expect.element(select).toBeVisible();
  const texts = [...select.element().querySelectorAll('option:not([disabled])')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['公海', '无意向', '潜在', '意向', '跟进', '闲置', '成交']);
  expect(texts.sort()).toEqual(Object.values(customerTypeWords['zh-CN']).sort());
});

test('O-209 to O-216 O-402: what is saved is read again as it was', async () => {
  const { screen, made } = await opened();
  await field(screen, '姓名').fill('陈女士');
  await drawerIn(screen).getByRole('radio', { name: '女' }).click();
  await drawerIn(screen).getByLabelText('生日').fill('1988-06-14');
  await field(screen, '公司').fill('启明小学');
  await field(screen, '职位').fill('家长');
  const tags = drawerIn(screen).getByRole('combobox', { name: '标签' });
  await tags.fill('三年级');
  await userEvent.keyboard('{Enter}');
  await tags.fill('问价格,');
  await field(screen, '备注').fill('周六可能加班，改周日。');
  await field(screen, '备注二').fill('妈妈做主');
  await expect.element(drawerIn(screen).getByText('有改动，还没保存')).toBeVisible();
  await submit(screen, '编辑').click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(await kept(made.id)).toMatchObject({
    ...{ phone: made.phone, name: '陈女士', sex: '2', birthday: '1988-06-14 00:00:00', company: '启明小学' },
    ...{ position: '家长', tags: '三年级,问价格', remark: '周六可能加班，改周日。', mark: '妈妈做主' },
  });
});

test('O-301: a birthday that is cleared is none', async () => {
  const { screen, made, layer } = await opened({ birthday: '1988-06-14' });
  const birthday = drawerIn(screen).getByLabelText('生日');
  await expect.element(birthday).toHaveValue('1988-06-14');
  await birthday.fill('');
  await submit(screen, '编辑').click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(layer.lastAsked(customer.save)?.birthday).toBe('');
  expect((await kept(made.id)).birthday).toBe('');
});

test('O-224 O-225: ten texts and ten figures; a figure that is none is said', async () => {
  const { screen, made } = await opened();
  await tab(screen, /动态参数/).click();
  const panel = drawerIn(screen).getByRole('tabpanel');
  expect(panel.getByRole('textbox', { name: /^参数/ }).elements()).toHaveLength(20);
  const modes = [...panel.element().querySelectorAll('input')].map(({ inputMode }) => inputMode);
  expect(modes.filter(mode => mode === 'decimal')).toHaveLength(10);
  await panel.getByRole('textbox', { name: '参数4', exact: true }).fill('abc');
  await submit(screen, '编辑').click();
  await expect.element(panel.getByText('应为数字，可带正负号和小数，最多 15 位')).toBeVisible();
  await panel.getByRole('textbox', { name: '参数4', exact: true }).fill('-12.5');
  await panel.getByRole('textbox', { name: '参数1', exact: true }).fill('三年级');
  await submit(screen, '编辑').click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(await kept(made.id)).toMatchObject({ parameter4: '-12.5', parameter1: '三年级' });
});

test('O-233 O-235 O-236: a region is chosen on three levels, 海外 on one', async () => {
  const { screen, made } = await opened();
  const open = () => drawerIn(screen).getByRole('button', { name: /选择地区/ });
  await open().click();
  const picker = drawerIn(screen).getByRole('dialog');
  await picker.getByRole('button', { name: '北京市', exact: true }).click();
  await picker.getByRole('button', { name: '市辖区', exact: true }).click();
  expect(picker.getByRole('group').elements()).toHaveLength(3);
  await picker.getByRole('button', { name: '东城区', exact: true }).click();
  await expect.element(open()).toHaveTextContent('北京市 / 市辖区 / 东城区');
  await submit(screen, '编辑').click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(await kept(made.id)).toMatchObject({ city: '110101', province: '北京市/市辖区/东城区' });
  await open().click();
  await picker.getByRole('button', { name: '海外', exact: true }).click();
  await expect.element(picker).not.toBeInTheDocument();
  await submit(screen, '编辑').click();
  await expect.poll(async () => (await kept(made.id)).city).toBe('900000');
});

test('O-300 O-432: one letter of a region asks nothing, two ask once', async () => {
  const { screen, layer } = await opened();
  const asked = () => layer.asked.filter(({ path }) => path === customer.suggestRegion.path);
  await drawerIn(screen)
    .getByRole('button', { name: /选择地区/ })
    .click();
  const find = drawerIn(screen).getByRole('searchbox');
  await find.fill('天');
  await expect.element(drawerIn(screen).getByRole('button', { name: '北京市', exact: true })).toBeVisible();
  expect(asked()).toHaveLength(0);
  await find.fill('天河');
  await drawerIn(screen).getByRole('button', { name: '广东省/广州市/天河区' }).click();
  expect(asked().map(({ fields }) => [fields.name, fields.limit])).toEqual([['天河', '1000']]);
  await expect
    .element(drawerIn(screen).getByRole('button', { name: /选择地区/ }))
    .toHaveTextContent('广东省 / 广州市 / 天河区');
});

test('who adds a number that is there already learns it before trying, and opens it', async () => {
  const made = await addCustomer(merchant.owner, { phone: newPhone(), name: '周女士' });
  const { screen } = await openLibrary('/number?open=new');
  await field(screen, '手机号').fill(made.phone);
  await userEvent.tab();
  await expect.element(drawerIn(screen).getByText('已经在号码库里')).toBeVisible();
  await drawerIn(screen).getByRole('button', { name: '打开' }).click();
  await expect.element(screen.getByRole('dialog').getByRole('button', { name: /不保存|放弃/ })).toBeVisible();
});

test('two at one customer: different fields are joined, of the same one is chosen, and nobody’s words are lost', async () => {
  const { screen, made } = await opened({ name: '陈女士' });
  await field(screen, '姓名').fill('陈太太');
  await field(screen, '公司').fill('启明小学');
  await merchant.owner.ask(customer.save, { id: made.id, version: made.version, name: '陈老师', position: '老师' });
  await submit(screen, '编辑').click();
  const conflict = drawerIn(screen).getByRole('alert').filter({ hasText: '有人改过这位客户' });
  await expect.element(conflict).toBeVisible();
  await expect.element(conflict.getByText('陈太太')).toBeVisible();
  await expect.element(conflict.getByText('陈老师')).toBeVisible();
  await expect.element(field(screen, '职位')).toHaveValue('老师');
  expect(await accessFaults()).toEqual([]);
  await conflict.getByRole('radio').nth(1).click();
  await conflict.getByRole('button', { name: '按这样保存' }).click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(await kept(made.id)).toMatchObject({ name: '陈老师', company: '启明小学', position: '老师' });
});

test('what has been stands in order; texts are texts', async () => {
  const evil = '<img src=x onerror="document.title=1">';
  const made = await addCustomer(merchant.owner, { phone: newPhone(), name: evil.slice(0, 20) });
  const layer = openLayer();
  layer.answers(customer.timeline, {
    list: [
      happening({ kind: 'note', text: evil }),
      happening({ kind: 'call', by: '', text: '机器人通话', talkMs: 192_000, level: 'A', direction: 'out' }),
      happening({ kind: 'change', text: '', fields: [{ field: 'name', before: '', after: evil }] }),
    ],
    after: null,
  });
  const { screen } = await openAt(`/number?open=${made.id}`, { as: merchant.owner, layer });
  const past = drawerIn(screen).getByRole('region', { name: '往来' });
  await expect.element(past.getByText(evil).first()).toBeVisible();
  await expect.element(past.getByText('03:12')).toBeVisible();
  expect(document.querySelector('.drawer img')).toBe(null);
  await page.viewport(1200, 900);
  expect(await accessFaults()).toEqual([]);
  await page.viewport(1440, 900);
});
