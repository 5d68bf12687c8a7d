import { endpoints } from '@lianxian/contract';
import { roleTemplates } from '@lianxian/core';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, makeStale, newMerchant } from '../../testing/house.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

/** 刘洋 in the first group of the department of 张倩; nobody of them has signed in yet. */
const staffed = async (): Promise<Merchant & { readonly group: string; readonly seat: string }> => {
  const merchant = await newMerchant();
  const { ask } = merchant.owner;
  const { id: sales } = await ask(endpoints.oa.saveDepartment, { name: '电销部' });
  const { id: group } = await ask(endpoints.oa.saveDepartment, { name: '一组', parentId: sales });
  const roleOf = (template: 'seat' | 'manager', name: string) => {
    const { rights, buttons, scope } = roleTemplates[template];
    return ask(endpoints.role.save, { name, rights: [...rights], buttons: [...buttons], scope, template });
  };
  const { id: seat } = await roleOf('seat', '坐席');
  await roleOf('manager', '主管');
  const add = (name: string, account: string, departmentId: string) =>
    ask(endpoints.oa.saveEmployee, { name, account, departmentId, roleId: seat });
  await add('张倩', 'zhangqian', sales);
  await add('刘洋', 'liuyang', group);
  return { ...merchant, group, seat };
};

/** For what only looks. */
let merchant: Awaited<ReturnType<typeof staffed>>;
beforeAll(async () => {
  merchant = await staffed();
});

const openStaff = (query = '', { owner }: Merchant = merchant) => openAt(`/my-staff${query}`, { as: owner });

test('people stand beside their departments, say how they are, and a department narrows the list', async () => {
  const { screen, layer } = await openStaff();
  await expect.element(screen.getByRole('row', { name: /刘洋.*未改密码.*没登录过/ })).toBeVisible();
  await expect.element(screen.getByText('已用 3 / 50')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: /^一组 \d/ }).click();
  await expect.element(screen.getByRole('row', { name: /张倩/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('row', { name: /刘洋/ })).toBeVisible();
  expect(layer.lastAsked(endpoints.oa.employees)).toMatchObject({ departmentId: merchant.group });
  await expect.poll(() => location.search).toContain(`department=${merchant.group}`);
});

test('a person is added, by who proves it is still he, with a one-time password that is shown once and can be copied', async () => {
  const own = await staffed();
  await makeStale(own.owner);
  const { screen } = await openStaff('', own);
  await screen.getByRole('button', { name: '添加员工' }).click();
  await screen.getByRole('button', { name: '添加', exact: true }).click();
  await expect.element(screen.getByLabelText('姓名', { exact: true })).toHaveAccessibleDescription('必填');
  await screen.getByLabelText('姓名', { exact: true }).fill('陈晨');
  await screen.getByLabelText('账号', { exact: true }).fill('chenchen');
  await screen.getByLabelText('角色', { exact: true }).selectOptions('坐席');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '添加', exact: true }).click();
  const proof = screen.getByRole('dialog', { name: '再确认一次是你本人' });
  await proof.getByLabelText('当前密码').fill(own.owner.password);
  await proof.getByRole('button', { name: '确认' }).click();
  const dialog = screen.getByRole('dialog', { name: '一次性密码' });
  await expect.element(dialog.getByText(/^[A-Za-z0-9]{12}$/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  // It is shown once: Escape does not take it away.
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: '我已记下' }).click();
  await expect.element(screen.getByRole('row', { name: /陈晨/ })).toBeVisible();
  const { list } = await own.owner.ask(endpoints.oa.employees, {});
  expect(list.find(({ account }) => account === 'chenchen')).toMatchObject({
    roleId: own.seat,
    mustChangePassword: true,
  });
});

test('arrows walk from person to person beside the list; who was changed there is not walked away from', async () => {
  const { screen } = await openStaff();
  await screen.getByText('刘洋').first().click();
  await expect.element(screen.getByLabelText('姓名', { exact: true })).toHaveValue('刘洋');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(screen.getByLabelText('姓名', { exact: true })).not.toHaveValue('刘洋');
  const walkedTo = (screen.getByLabelText('姓名', { exact: true }).element() as HTMLInputElement).value;
  await screen.getByLabelText('头衔', { exact: true }).fill('组长');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(screen.getByLabelText('姓名', { exact: true })).toHaveValue(walkedTo);
});

test('chosen people are disabled together after a question that says how many', async () => {
  const own = await staffed();
  const { screen } = await openStaff('', own);
  for (const name of ['刘洋', '张倩']) await screen.getByRole('checkbox', { name: `选中 ${name}` }).click();
  await screen.getByRole('button', { name: '停用' }).click();
  const question = screen.getByRole('dialog', { name: '停用 2 名员工' });
  await question.getByRole('button', { name: '停用' }).click();
  await expect.element(screen.getByText('已停用 2 人，他们已被退出登录')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /刘洋.*已停用/ })).toBeVisible();
  const { list } = await own.owner.ask(endpoints.oa.employees, { state: 'disabled' });
  expect(list.map(({ name }) => name).sort()).toEqual(['刘洋', '张倩']);
});

test('a role begins from a template, its pages are grouped like the menu, its buttons in plain words', async () => {
  const { screen, layer } = await openStaff('?tab=roles');
  await screen.getByRole('button', { name: '添加角色' }).click();
  await screen.getByRole('radio', { name: '坐席' }).click();
  await screen.getByLabelText('角色名称').fill('外呼坐席');
  await expect.element(screen.getByRole('checkbox', { name: '通话记录', exact: true })).toBeChecked();
  await expect.element(screen.getByRole('checkbox', { name: '看完整号码' })).not.toBeChecked();
  await screen.getByRole('checkbox', { name: '导出通话记录' }).click();
  // A group is a choice of all its pages.
  const whole = screen.getByRole('checkbox', { name: '营销中心（整组）' });
  await expect.element(whole).toBePartiallyChecked();
  await whole.click();
  await expect.element(screen.getByRole('checkbox', { name: '我的任务', exact: true })).toBeChecked();
  await expect.element(screen.getByRole('checkbox', { name: '短信模板', exact: true })).toBeChecked();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('添加成功')).toBeVisible();
  expect(JSON.parse(layer.lastAsked(endpoints.role.save)?.buttons ?? '')).toEqual(['call_out', 'callLog:export']);
  const { list } = await merchant.owner.ask(endpoints.role.list, {});
  const saved = list.find(({ name }) => name === '外呼坐席');
  expect(saved?.rights).toEqual(expect.arrayContaining(['market', 'myTask', 'callLog', 'messageTem']));
});

test('the platform makes its voice people here: its roles hold no page of a merchant', async () => {
  const platform = await newMerchant({ kind: 'platform' });
  const { screen } = await openStaff('?tab=roles', platform);
  await screen.getByRole('button', { name: '添加角色' }).first().click();
  await screen.getByRole('radio', { name: '配音' }).click();
  await screen.getByLabelText('角色名称').fill('平台配音');
  await expect.element(screen.getByRole('checkbox', { name: '我的任务', exact: true })).toBeDisabled();
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('添加成功')).toBeVisible();
  await screen.getByRole('button', { name: '员工', exact: true }).click();
  await screen.getByRole('button', { name: '添加员工' }).first().click();
  await screen.getByLabelText('姓名', { exact: true }).fill('李敏');
  await screen.getByLabelText('账号', { exact: true }).fill('limin');
  await screen.getByLabelText('角色', { exact: true }).selectOptions('平台配音');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '添加', exact: true }).click();
  await screen.getByRole('dialog', { name: '一次性密码' }).getByRole('button', { name: '我已记下' }).click();
  await expect.element(screen.getByRole('row', { name: /李敏.*平台配音/ })).toBeVisible();
});

test('what one may not give is shut, and a group ticks only what may be given', async () => {
  const own = await newMerchant();
  const rights = ['myStaff', 'plan', 'callLog'];
  const giver = await own.person({ name: '张倩', rights, buttons: ['call_out'], scope: 'all' });
  const { screen } = await openAt('/my-staff?tab=roles', { as: giver });
  await screen.getByRole('button', { name: '添加角色' }).first().click();
  await screen.getByLabelText('角色名称').fill('写话术的');
  await expect.element(screen.getByRole('checkbox', { name: '语音网关', exact: true })).toBeDisabled();
  await expect.element(screen.getByRole('checkbox', { name: '看完整号码' })).toBeDisabled();
  await screen.getByRole('checkbox', { name: '机器人（整组）' }).click();
  await expect.element(screen.getByRole('checkbox', { name: '机器人（整组）' })).toBeChecked();
  await expect.element(screen.getByRole('checkbox', { name: '我的话术', exact: true })).toBeChecked();
  await expect.element(screen.getByRole('checkbox', { name: '录音库', exact: true })).not.toBeChecked();
  await screen.getByRole('button', { name: '保存' }).click();
  const rightsNow = async () =>
    (await own.owner.ask(endpoints.role.list, {})).list.find(({ name }) => name === '写话术的')?.rights;
  await expect.poll(rightsNow).toEqual(['robot', 'plan']);
});

test('a full quota, an empty list and a list that cannot be read each say what to do', async () => {
  const own = await staffed();
  await own.allowEmployees(3);
  const full = await openStaff('', own);
  await expect.element(full.screen.getByText('已用 3 / 3，满了')).toBeVisible();
  await expect.element(full.screen.getByRole('button', { name: '添加员工' })).toBeDisabled();
  await full.screen.getByRole('searchbox', { name: '姓名、账号' }).fill('没有这个人');
  await expect.element(full.screen.getByText('没有符合条件的员工')).toBeVisible();
});

test('people that cannot be read are asked for again', async () => {
  const layer = openLayer();
  layer.fails(endpoints.oa.employees);
  const { screen } = await openAt('/my-staff', { as: merchant.owner, layer });
  await expect.element(screen.getByText('员工读不出来')).toBeVisible();
  layer.heals();
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByRole('row', { name: /刘洋/ })).toBeVisible();
});

test('a department is added below another by its menu', async () => {
  const { screen } = await openStaff('', await staffed());
  await screen.getByRole('button', { name: '电销部的操作' }).click();
  await screen.getByRole('menuitem', { name: '添加下级部门' }).click();
  await screen.getByLabelText('部门名称').fill('二组');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByRole('button', { name: /^二组 \d/ })).toBeVisible();
});
