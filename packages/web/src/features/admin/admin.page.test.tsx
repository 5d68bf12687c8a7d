import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, makeStale, newMerchant } from '../../testing/house.ts';
import { addLine, claimHeld } from '../../testing/house-lines.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { codeOf } from '../../testing/sign-ins.ts';

const { merchant, balance, platform: ofPlatform, security, line, usePrice } = endpoints;

/** People of the platform see the merchants of every file: a test narrows the list to its own. */
let platform: Merchant;
let east: Merchant;
beforeAll(async () => {
  platform = await newMerchant({ kind: 'platform', name: '平台' });
  east = await newMerchant({ kind: 'reseller', name: '华东渠道', provisioned: false });
});

const openMerchants = (query = '', layer = openLayer()) =>
  openAt(`/platform/merchants${query}`, { as: platform.owner, layer });
/** A merchant with this much, shown alone. */
const withMoney = async (name: string, reseller: Merchant | null = null) => {
  const made = await newMerchant({ name, provisioned: false, ...(reseller && { reseller }) });
  await made.topUp('100.5');
  return made;
};

test('the platform sees every merchant with balance, calls and people, and narrows by state and name', async () => {
  const shown = await withMoney('澄海教育');
  const off = await newMerchant({ name: '澄海口腔', provisioned: false });
  await platform.owner.ask(merchant.setActive, { id: off.id, active: '0' });
  // A day of calls, and the merchants of the whole platform.
  const layer = openLayer();
  const overview = { merchants: 128, off: 3, resellers: 9, live: 412, callsToday: 96_500, answeredToday: 38_600 };
  layer.shows(ofPlatform.overview, { ...overview, balance: '10000', running: 37 });
  layer.changes((path, data) => {
    if (path !== merchant.list.path) return data;
    const page = data as { readonly list: readonly { readonly id: string }[] };
    return { ...page, list: page.list.map(row => (row.id === shown.id ? { ...row, callsToday: 1_204 } : row)) };
  });
  const { screen } = await openMerchants('?q=澄海', layer);
  const row = screen.getByRole('row', { name: /澄海教育/ });
  await expect.element(row.getByText('100.50')).toBeVisible();
  await expect.element(row.getByText('1,204')).toBeVisible();
  await expect.element(screen.getByText('3 家已停用，9 家代理商')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '状态', exact: true }).click();
  await screen.getByRole('button', { name: '已停用', exact: true }).click();
  await expect.element(screen.getByRole('row', { name: /澄海口腔/ })).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
  await screen.getByLabelText('商户编号或名称').fill('口腔');
  await expect.poll(() => layer.lastAsked(merchant.list)).toMatchObject({ q: '口腔', state: 'off' });
});

test('the platform prices its own services, for all and for one merchant', async () => {
  const one = await newMerchant({ name: '听潮教育', provisioned: false });
  const layer = openLayer();
  // The house is that of every file: what is saved for all must not hold there.
  layer.answers(usePrice.set, {});
  const { screen } = await openMerchants(`?q=${one.number}&open=${one.id}`, layer);
  await screen.getByRole('button', { name: '服务价格' }).click();
  const dialog = screen.getByRole('dialog', { name: '语音、模型与短信价格' });
  await dialog.getByLabelText('大模型（元/千 token）').fill('0.02');
  await dialog.getByLabelText('平台服务地址').fill('models.example.com:8000\n10.0.0.5');
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '保存价格' }).click();
  await expect.element(screen.getByText('价格已保存')).toBeVisible();
  const hosts = JSON.stringify(['models.example.com:8000', '10.0.0.5']);
  expect(layer.lastAsked(usePrice.set)).toMatchObject({ modelPrice: '0.02', recognitionPrice: '0', hosts });
  await dialog.getByRole('button', { name: '取消' }).click();
  await screen.getByRole('button', { name: '线路与价格' }).click();
  const own = screen.getByRole('region', { name: '语音、模型与短信' });
  await own.getByLabelText('按平台统一价').click();
  await own.getByLabelText('语音识别（元/分钟）').fill('0.06');
  await own.getByRole('button', { name: '保存价格' }).click();
  await expect
    .poll(() => layer.lastAsked(usePrice.set))
    .toMatchObject({ cid: one.number, asAll: '0', recognitionPrice: '0.06' });
});

test('the platform says how long records are kept, thirty days at least, and stops the deletion of a merchant', async () => {
  const going = await newMerchant({ name: '要走的商户', provisioned: false });
  await going.owner.ask(endpoints.keeping.askDeletion, { number: going.number });
  const layer = openLayer();
  const { screen } = await openMerchants('', layer);
  await screen.getByRole('button', { name: '数据保留' }).click();
  const dialog = screen.getByRole('dialog', { name: '数据保留' });
  const row = dialog.getByRole('listitem').filter({ hasText: going.number });
  await expect.element(row.getByText(/申请，.*删除/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByLabelText('通话记录保留天数').fill('29');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(dialog.getByText(/30/).last()).toBeVisible();
  // The house is that of every file: what is saved here must not hold there.
  layer.answers(endpoints.keeping.saveRecords, {});
  await dialog.getByLabelText('通话记录保留天数').fill('400');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('已保存')).toBeVisible();
  expect(layer.lastAsked(endpoints.keeping.saveRecords)).toEqual(expect.objectContaining({ recordDays: '400' }));
  await row.getByRole('button', { name: '撤销' }).click();
  await expect.element(screen.getByText('已撤销，要走的商户 保留')).toBeVisible();
  expect((await going.owner.ask(endpoints.keeping.state, {})).deletion).toBeNull();
});

test('the platform decides whose a number is that two merchants claim', async () => {
  /** Who calls the number at this carrier talks to its plan. */
  const claims = async (name: string) => {
    const made = await newMerchant({ name });
    const { ask } = made.owner;
    const lineId = await addLine(made, '上海固话', { callerNumber: '02160000000' });
    const [plan] = (await ask(endpoints.plan.list, {})).list;
    const [number] = (await ask(line.numbers, { lineId })).list;
    await ask(line.saveNumber, { id: number?.id ?? '', planId: plan?.id ?? '' });
    return { made, number: number?.id ?? '' };
  };
  const first = await claims('明德口腔');
  await claimHeld(first.made, first.number);
  const second = await claims('宁海教育');
  const { screen, layer } = await openMerchants();
  await screen.getByRole('button', { name: '号码归属' }).click();
  const dialog = screen.getByRole('dialog', { name: '多家商户登记的来电号码' });
  const lines = dialog.getByRole('listitem');
  await expect.element(lines.first().getByText(`${first.made.number} 明德口腔`)).toBeVisible();
  await expect.element(lines.first().getByText('归它', { exact: true })).toBeVisible();
  await expect.element(lines.first().getByText(/已接过来电/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '归 宁海教育' }).click();
  await expect.element(lines.first().getByText(`${second.made.number} 宁海教育`)).toBeVisible();
  await expect.element(lines.first().getByText(/平台裁定/)).toBeVisible();
  expect(layer.lastAsked(ofPlatform.awardNumber)).toMatchObject({ merchantId: second.made.id, id: second.number });
});

test('a new merchant: what is missing is said, who is signed in proves it, the one-time password stays until it is noted', async () => {
  const north = await newMerchant({ kind: 'reseller', name: '华北渠道', provisioned: false });
  await makeStale(north.owner);
  const { screen } = await openAt('/platform/merchants', { as: north.owner });
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
  await proof.getByLabelText('当前密码').fill(north.owner.password);
  await proof.getByRole('button', { name: '确认' }).click();
  await expect.element(screen.getByText('添加成功')).toBeVisible();
  const dialog = screen.getByRole('dialog', { name: '一次性密码' });
  await expect.element(dialog.getByText(/^[A-Za-z0-9]{12}$/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '我已记下' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('row', { name: /新商户/ })).toBeVisible();
});

test('a top-up shows what the balance will be before it is done; the same request is sent once', async () => {
  const { number } = await withMoney('临海教育');
  const { screen, layer } = await openMerchants('?q=临海教育');
  await screen.getByRole('button', { name: '充值 临海教育' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('金额（元）').fill('1.005');
  await dialog.getByRole('button', { name: '确认充值' }).click();
  await expect.element(dialog.getByText('应为金额，最多两位小数，如 100.50')).toBeVisible();
  await dialog.getByLabelText('金额（元）').fill('99.5');
  await expect.element(dialog.getByText('200.00')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '确认充值' }).click();
  await expect.element(screen.getByText('已充值 99.5 元，现有 200.00 元')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /临海教育/ }).getByText('200.00')).toBeVisible();
  const sent = layer.asked.filter(({ path }) => path === balance.topUp.path);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.fields).toMatchObject({ cid: number, amount: '99.5' });
});

/** Somebody of the platform who signed in long ago. */
const stalePlatform = async () => {
  const { owner } = await newMerchant({ kind: 'platform', name: '平台' });
  await makeStale(owner);
  return owner;
};

test('long after the sign-in the password is asked again before money moves, and what was typed is done then', async () => {
  await withMoney('滨海教育');
  const owner = await stalePlatform();
  const { screen, layer } = await openAt('/platform/merchants?q=滨海教育', { as: owner });
  await screen.getByRole('button', { name: '充值 滨海教育' }).click();
  await screen.getByRole('dialog').getByLabelText('金额（元）').fill('99.4');
  await screen.getByRole('button', { name: '确认充值' }).click();
  const proof = screen.getByRole('dialog', { name: '再确认一次是你本人' });
  await proof.getByLabelText('当前密码').fill('wrong');
  await proof.getByRole('button', { name: '确认' }).click();
  await expect.element(screen.getByText('旧密码不对')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await proof.getByLabelText('当前密码').fill(owner.password);
  await proof.getByRole('button', { name: '确认' }).click();
  await expect.element(screen.getByText('已充值 99.4 元，现有 199.90 元')).toBeVisible();
  expect(layer.asked.filter(({ path }) => path === balance.topUp.path)).toHaveLength(2);
});

test('a reseller gives of its own money, and no more than it has', async () => {
  const south = await newMerchant({ kind: 'reseller', name: '华南渠道', provisioned: false });
  await south.topUp('98.8');
  await withMoney('珠海教育', south);
  const { screen } = await openAt('/platform/merchants', { as: south.owner });
  await screen.getByRole('button', { name: '划拨 珠海教育' }).click();
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
  await withMoney('定海教育');
  const { screen } = await openAt('/home', { as: platform.owner });
  const menu = screen.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('link', { name: '商户', exact: true }).click();
  await screen.getByRole('button', { name: '充值 定海教育' }).click();
  const amount = screen.getByRole('dialog').getByLabelText('金额（元）');
  await amount.fill('99.5');
  history.back();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await menu.getByRole('link', { name: '代理商', exact: true }).click();
  await expect.element(menu.getByRole('link', { name: '代理商', exact: true })).toHaveClass('is-active');
  await screen.getByRole('navigation', { name: '打开的页面' }).getByRole('link', { name: /^商户/ }).click();
  await expect.element(amount).toHaveValue('99.5');
});

test('switching a merchant off names whom it hits; lines are priced and the ledger read beside the list', async () => {
  await east.topUp('100');
  const hit = await newMerchant({ name: '镇海教育', reseller: east, provisioned: false });
  for (let n = 0; n < 6; n += 1) await hit.person({});
  const lineId = await addLine(hit, '上海固话');
  await east.owner.ask(balance.transfer, {
    cid: hit.number,
    amount: '20',
    note: '十一月',
    requestId: crypto.randomUUID(),
  });
  // Nobody dials here: it has three calls and two tasks that call.
  const layer = openLayer();
  layer.changes((path, data) => {
    if (path === merchant.setActive.path) return { tasks: 2 };
    if (path !== merchant.list.path) return data;
    const page = data as { readonly list: readonly object[] };
    return { ...page, list: page.list.map(row => ({ ...row, live: 3 })) };
  });
  const owner = await stalePlatform();
  const { screen } = await openAt(`/platform/merchants?q=${hit.number}&open=${hit.id}`, { as: owner, layer });
  await screen.getByRole('button', { name: '停用', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: '停用「镇海教育」？' });
  await expect.element(dialog.getByText(/7 名员工马上退出登录.*3 通正在进行的电话说完为止/)).toBeVisible();
  await dialog.getByRole('button', { name: '停用' }).click();
  await expect.element(screen.getByText('已停用，暂停了 2 个任务')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '启用', exact: true })).toBeVisible();
  await screen.getByRole('button', { name: '线路与价格' }).click();
  await screen.getByLabelText('上海固话 每分钟价格').fill('0.15');
  await screen.getByLabelText('上海固话 计费单位').selectOptions('6');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存 上海固话 的价格' }).click();
  const proof = screen.getByRole('dialog', { name: '再确认一次是你本人' });
  await proof.getByLabelText('当前密码').fill(owner.password);
  await proof.getByRole('button', { name: '确认' }).click();
  const priced = () => layer.asked.filter(({ path }) => path === line.price.path);
  await expect.poll(priced).toHaveLength(2);
  expect(layer.lastAsked(line.price)).toMatchObject({
    cid: hit.number,
    lineId,
    pricePerMinute: '0.15',
    unitSeconds: '6',
  });
  await screen.getByRole('button', { name: '余额流水' }).click();
  await expect.element(screen.getByText(`来自 华东渠道（${east.number}）`, { exact: false })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('one button stops the platform, after it said how many tasks and calls', async () => {
  // It would stop what the other files call as well.
  const layer = openLayer();
  const overview = { merchants: 128, off: 3, resellers: 9, live: 412, callsToday: 96_500, answeredToday: 38_600 };
  layer.shows(ofPlatform.overview, { ...overview, balance: '10000', running: 37 });
  layer.answers(ofPlatform.stopAll, { merchants: 1, tasks: 2, calls: 3 });
  const { screen } = await openMerchants('', layer);
  await expect.element(screen.getByText('接通 38,600')).toBeVisible();
  await screen.getByRole('button', { name: '停止全平台呼叫' }).click();
  await expect.element(screen.getByText(/现在 37 个在呼叫.*412 通电话马上挂断/)).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: '紧急停止' }).click();
  await expect.element(screen.getByText('已停止 1 家商户：暂停 2 个任务，挂断 3 通电话')).toBeVisible();
});

test('resellers are the platform’s own page; a reseller that opens it is shown 401', async () => {
  const { screen } = await openAt(`/platform/resellers?q=${east.number}`, { as: platform.owner });
  await expect.element(screen.getByRole('row', { name: /华东渠道/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await openAt('/platform/resellers', { as: east.owner });
  await expect.poll(() => location.pathname).toBe('/401');
});

test('the keeper types the code that the owner reads out; no password is shown', async () => {
  const forgetful = await newMerchant({ name: '静海教育', provisioned: false });
  const { ask, account, password } = forgetful.owner;
  const { secret } = await ask(security.totpBegin, { password });
  await ask(security.totpConfirm, { code: await codeOf(secret) });
  const { code } = await ask(endpoints.user.resetAsk, { cid: forgetful.number, account });
  const { screen, layer } = await openMerchants('?q=静海教育');
  await screen.getByRole('row', { name: /静海教育/ }).click();
  await screen.getByRole('button', { name: '确认找回密码' }).click();
  const dialog = screen.getByRole('dialog', { name: /负责人找回密码/ });
  await dialog.getByLabelText('确认码').fill('AAAA-AAAA');
  await dialog.getByRole('button', { name: '确认', exact: true }).click();
  await expect.element(screen.getByText('确认码不对或已过期，请对方重新获取')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByLabelText('确认码').fill(code);
  await dialog.getByRole('button', { name: '确认', exact: true }).click();
  await expect.element(screen.getByText('已确认，对方现在可以设新密码')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '关闭两步验证' }).click();
  const factor = screen.getByRole('dialog', { name: /负责人的两步验证/ });
  const whose = factor.getByLabelText('负责人的账号');
  await expect.element(whose).toHaveValue(account);
  await whose.fill('second');
  expect(await accessFaults()).toEqual([]);
  await factor.getByRole('button', { name: '24 小时后关闭' }).click();
  await expect.element(screen.getByText('负责人不存在或已删除')).toBeVisible();
  await whose.fill(account);
  await factor.getByRole('button', { name: '24 小时后关闭' }).click();
  await expect.element(screen.getByText('已安排，24 小时后关闭')).toBeVisible();
  const dropped = layer.asked.filter(({ path }) => path === merchant.dropFactor.path);
  expect(dropped.map(({ fields }) => fields.account)).toEqual(['second', account]);
});
