import { expect, test } from 'vitest';
import { password, resetCode } from '../../testing/fake-security.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const signedInAs = (roleCode: 'admin' | 'agent') => ({
  calls: { visitor: { roleCode, ...(roleCode === 'admin' && { rights: [], btns: [] }) } },
});
const platform = signedInAs('admin');
const reseller = signedInAs('agent');

test('the platform sees every merchant with balance, calls and people, and narrows by state and name', async () => {
  const { screen, server } = await openPage('/platform/merchants', platform);
  const row = screen.getByRole('row', { name: /启航教育/ });
  await expect.element(row.getByText('100.50')).toBeVisible();
  await expect.element(row.getByText('1,204')).toBeVisible();
  await expect.element(screen.getByText('3 家已停用，9 家代理商')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '状态', exact: true }).click();
  await screen.getByRole('button', { name: '已停用', exact: true }).click();
  await expect.element(screen.getByRole('row', { name: /明德口腔/ })).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
  await screen.getByLabelText('商户编号或名称').fill('口腔');
  await expect
    .poll(() => server.asked.findLast(each => each.path === 'merchant/list')?.fields)
    .toMatchObject({ q: '口腔', state: 'off' });
});

test('the platform decides whose a number is that two merchants claim', async () => {
  const { screen, server } = await openPage('/platform/merchants', platform);
  await screen.getByRole('button', { name: '号码归属' }).click();
  const dialog = screen.getByRole('dialog', { name: '多家商户登记的来电号码' });
  const lines = dialog.getByRole('listitem');
  await expect.element(lines.first().getByText('100269 明德口腔')).toBeVisible();
  await expect.element(lines.first().getByText('归它', { exact: true })).toBeVisible();
  await expect.element(lines.first().getByText(/已接过来电/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '归 启航教育' }).click();
  await expect.element(lines.first().getByText('100268 启航教育')).toBeVisible();
  await expect.element(lines.first().getByText(/平台裁定/)).toBeVisible();
  expect(server.asked.find(each => each.path === 'platform/awardNumber')?.fields).toMatchObject({
    merchantId: '11',
    id: '62',
  });
});

test('a new merchant: what is missing is said, who is signed in proves it, the one-time password stays until it is noted', async () => {
  const { screen } = await openPage('/platform/merchants', { calls: { ...reseller.calls, security: { stale: true } } });
  await screen.getByRole('button', { name: '新建商户' }).click();
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByLabelText('名称', { exact: true })).toHaveAccessibleDescription('必填');
  await expect.element(screen.getByLabelText('登录账号')).toHaveAccessibleDescription('必填');
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText('名称', { exact: true }).fill('新商户');
  await screen.getByLabelText('登录账号').fill('boss');
  await screen.getByLabelText('姓名').fill('老板');
  await screen.getByRole('button', { name: '保存' }).click();
  const proof = screen.getByRole('dialog', { name: '再确认一次是你本人' });
  await proof.getByLabelText('当前密码').fill(password);
  await proof.getByRole('button', { name: '确认' }).click();
  const dialog = screen.getByRole('dialog', { name: '一次性密码' });
  await expect.element(dialog.getByText('Kx7mPq2RtY4z')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '我已记下' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText('添加成功')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /新商户/ })).toBeVisible();
});

test('a top-up shows what the balance will be before it is done; the same request is sent once', async () => {
  const { screen, server } = await openPage('/platform/merchants', platform);
  await screen.getByRole('button', { name: '充值 启航教育' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('金额（元）').fill('1.005');
  await dialog.getByRole('button', { name: '确认充值' }).click();
  await expect.element(dialog.getByText('应为金额，最多两位小数，如 100.50')).toBeVisible();
  await dialog.getByLabelText('金额（元）').fill('99.5');
  await expect.element(dialog.getByText('200.00')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '确认充值' }).click();
  await expect.element(screen.getByText('已充值 99.5 元，现有 200.00 元')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /启航教育/ }).getByText('200.00')).toBeVisible();
  const sent = server.asked.filter(each => each.path === 'balance/topUp');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.fields).toMatchObject({ cid: '100268', amount: '99.5' });
});

test('long after the sign-in the password is asked again before money moves, and what was typed is done then', async () => {
  const { screen, server } = await openPage('/platform/merchants', {
    calls: { ...platform.calls, security: { stale: true } },
  });
  await screen.getByRole('button', { name: '充值 启航教育' }).click();
  await screen.getByRole('dialog').getByLabelText('金额（元）').fill('99.5');
  await screen.getByRole('button', { name: '确认充值' }).click();
  const proof = screen.getByRole('dialog', { name: '再确认一次是你本人' });
  await proof.getByLabelText('当前密码').fill('wrong');
  await proof.getByRole('button', { name: '确认' }).click();
  await expect.element(screen.getByText('旧密码不对')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await proof.getByLabelText('当前密码').fill(password);
  await proof.getByRole('button', { name: '确认' }).click();
  await expect.element(screen.getByText('已充值 99.5 元，现有 200.00 元')).toBeVisible();
  expect(server.asked.filter(each => each.path === 'balance/topUp')).toHaveLength(2);
});

test('a reseller gives of its own money, and no more than it has', async () => {
  const { screen } = await openPage('/platform/merchants', reseller);
  await screen.getByRole('button', { name: '划拨 启航教育' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('金额（元）').fill('98.81');
  await dialog.getByRole('button', { name: '确认划拨' }).click();
  await expect.element(dialog.getByText('不能大于 98.80')).toBeVisible();
  await dialog.getByLabelText('金额（元）').fill('98.8');
  await dialog.getByRole('button', { name: '确认划拨' }).click();
  await expect.element(screen.getByText('已划拨 98.8 元，对方现有 199.30 元')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '停止全平台呼叫' })).not.toBeInTheDocument();
});

test('a dialog in a tab that is left holds nothing up, and is there with what was typed when one comes back', async () => {
  const { screen } = await openPage('/home', platform);
  const menu = screen.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('link', { name: '商户', exact: true }).click();
  await screen.getByRole('button', { name: '充值 启航教育' }).click();
  const amount = screen.getByRole('dialog').getByLabelText('金额（元）');
  await amount.fill('99.5');
  history.back();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await menu.getByRole('link', { name: '代理商', exact: true }).click();
  await expect.element(menu.getByRole('link', { name: '代理商', exact: true })).toHaveClass('is-active');
  await screen.getByRole('navigation', { name: '打开的页面' }).getByRole('link', { name: '商户' }).click();
  await expect.element(amount).toHaveValue('99.5');
});

test('switching a merchant off names whom it hits; lines are priced and the ledger read beside the list', async () => {
  const calls = { ...platform.calls, security: { stale: true } };
  const { screen, server } = await openPage('/platform/merchants?open=11', { calls });
  await screen.getByRole('button', { name: '停用', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: '停用「启航教育」？' });
  await expect.element(dialog.getByText(/7 名员工马上退出登录.*3 通正在进行的电话说完为止/)).toBeVisible();
  await dialog.getByRole('button', { name: '停用' }).click();
  await expect.element(screen.getByText('已停用，暂停了 2 个任务')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '启用', exact: true })).toBeVisible();
  await screen.getByRole('button', { name: '线路与价格' }).click();
  await screen.getByLabelText('上海固话 每分钟价格').fill('0.15');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存 上海固话 的价格' }).click();
  const proof = screen.getByRole('dialog', { name: '再确认一次是你本人' });
  await proof.getByLabelText('当前密码').fill(password);
  await proof.getByRole('button', { name: '确认' }).click();
  await expect.poll(() => server.asked.filter(each => each.path === 'line/price')).toHaveLength(2);
  expect(server.asked.findLast(each => each.path === 'line/price')?.fields).toMatchObject({
    cid: '100268',
    lineId: '1',
    pricePerMinute: '0.15',
  });
  await screen.getByRole('button', { name: '余额流水' }).click();
  await expect.element(screen.getByText('来自 华东渠道（100100）', { exact: false })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('one button stops the platform, after it said how many tasks and calls', async () => {
  const { screen } = await openPage('/platform/merchants', platform);
  await expect.element(screen.getByText('接通 38,600')).toBeVisible();
  await screen.getByRole('button', { name: '停止全平台呼叫' }).click();
  await expect.element(screen.getByText(/现在 37 个在呼叫.*412 通电话马上挂断/)).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: '紧急停止' }).click();
  await expect.element(screen.getByText('已停止 1 家商户：暂停 2 个任务，挂断 3 通电话')).toBeVisible();
});

test('resellers are the platform’s own page; a reseller that opens it is shown 401', async () => {
  const { screen } = await openPage('/platform/resellers', platform);
  await expect.element(screen.getByRole('row', { name: /华东渠道/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await openPage('/platform/resellers', reseller);
  await expect.poll(() => location.pathname).toBe('/401');
});

test('the keeper types the code that the owner reads out; no password is shown', async () => {
  const { screen, server } = await openPage('/platform/merchants', platform);
  await screen.getByRole('row', { name: /启航教育/ }).click();
  await screen.getByRole('button', { name: '确认找回密码' }).click();
  const dialog = screen.getByRole('dialog', { name: /负责人找回密码/ });
  await dialog.getByLabelText('确认码').fill('AAAA-AAAA');
  await dialog.getByRole('button', { name: '确认', exact: true }).click();
  await expect.element(screen.getByText('确认码不对或已过期，请对方重新获取')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByLabelText('确认码').fill(resetCode);
  await dialog.getByRole('button', { name: '确认', exact: true }).click();
  await expect.element(screen.getByText('已确认，对方现在可以设新密码')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '关闭两步验证' }).click();
  const factor = screen.getByRole('dialog', { name: /负责人的两步验证/ });
  await expect.element(factor.getByLabelText('负责人的账号')).toHaveValue('demo');
  await factor.getByLabelText('负责人的账号').fill('second');
  expect(await accessFaults()).toEqual([]);
  await factor.getByRole('button', { name: '24 小时后关闭' }).click();
  await expect.element(screen.getByText('已安排，24 小时后关闭')).toBeVisible();
  const dropped = server.asked.filter(({ path }) => path === 'merchant/dropFactor');
  expect(dropped).toMatchObject([{ fields: { account: 'second' } }]);
});
