import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

const open = (as: Person = merchant.owner) => openAt('/configured/configured-page', { as });

test('O-048: names of levels, masking and retention are changed in one go, and levels show their names at once', async () => {
  const own = await newMerchant();
  await own.owner.ask(endpoints.config.save, { levelNames: { A: '意向强', B: '', C: '', D: '', E: '', F: '' } });
  const { screen, layer } = await open(own.owner);
  await screen.getByRole('textbox', { name: 'B 级名称' }).fill('有意向');
  await screen.getByRole('switch', { name: '负责人不用授权就能看完整号码' }).click();
  await screen.getByRole('switch', { name: '所有员工都要两步验证' }).click();
  await screen.getByRole('textbox', { name: '录音保留' }).fill('90');
  const asked = () => layer.asked.filter(each => each.path === 'user/getUserInfo').length;
  const before = asked();
  await screen.getByRole('button', { name: '保存' }).last().click();
  await expect.element(screen.getByText('修改成功', { exact: true })).toBeVisible();
  await expect.poll(asked).toBeGreaterThan(before);
  expect(await own.owner.ask(endpoints.config.all, {})).toMatchObject({
    levelNames: { A: '意向强', B: '有意向', C: '', D: '', E: '', F: '' },
    ownerSeesPhones: false,
    demandsFactor: true,
    recordingDays: 90,
  });
  expect(await accessFaults()).toEqual([]);
});

test('fewer than thirty days are refused before they are sent', async () => {
  const { screen, layer } = await open();
  const days = screen.getByRole('textbox', { name: '录音保留' });
  await days.fill('29');
  await screen.getByRole('button', { name: '保存' }).last().click();
  await expect.element(days).toHaveAccessibleDescription('应为 30 到 3650 的整数');
  await expect.element(days).toHaveFocus();
  expect(layer.lastAsked(endpoints.config.save)).toBeUndefined();
});

test('the calling rules are the same form as beside the tasks, and say what is granted', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('开通的并发是 300 通，两者取小')).toBeVisible();
  await screen.getByRole('textbox', { name: '同一号码每天最多' }).fill('2');
  await screen.getByRole('button', { name: '保存' }).first().click();
  await expect.poll(async () => (await merchant.owner.ask(endpoints.rules.own, {})).rules.perDay).toBe(2);
});

test('who may change nothing reads the settings and finds no button', async () => {
  const { screen } = await open(await merchant.person({}));
  await expect.element(screen.getByText('这里只能查看，修改请找负责人。')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'A 级名称' })).toBeDisabled();
  for (const name of ['负责人不用授权就能看完整号码', '所有员工都要两步验证'])
    await expect.element(screen.getByRole('switch', { name })).toBeDisabled();
});

const menu = (screen: Screen) => screen.getByRole('navigation', { name: '主菜单' });
const offered = (screen: Screen) =>
  screen
    .getByRole('main')
    .getByRole('list')
    .getByRole('link')
    .elements()
    .map(each => each.querySelector('strong')!.textContent);

test('how seats work is set in one place: answering, wrap-up, a lost seat, ringing, reasons for breaks', async () => {
  const own = await newMerchant();
  const { screen } = await openAt('/configured/configured-page', { as: own.owner });
  const reasons = screen.getByLabelText('小休原因');
  await expect.element(reasons).toHaveValue('小休、就餐、培训、会议');
  await reasons.fill('午饭，培训');
  await screen.getByLabelText('话后处理秒数').fill('45');
  await screen.getByLabelText('每人响铃秒数').fill('2');
  await screen.getByRole('switch', { name: '来电自动接听' }).click();
  await reasons.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByLabelText('每人响铃秒数')).toHaveAttribute('aria-invalid', 'true');
  await screen.getByLabelText('每人响铃秒数').fill('１２');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => own.owner.ask(endpoints.seat.settings, {}))
    .toMatchObject({ autoAnswer: false, wrapUpS: 45, ringS: 12, breakReasons: ['午饭', '培训'] });
});

test('settings have a place of their own in the menu, are found by a word, and each leads to where it is set', async () => {
  const { screen } = await openAt('/home', { as: merchant.owner });
  await menu(screen).getByRole('link', { name: '设置' }).click();
  await expect
    .poll(() => offered(screen))
    .toEqual(
      '外呼规则 意向等级名称 录音保留 时区 通话后规则 人工坐席 导出要第二人同意 号码脱敏 登录安全 操作日志 语音识别（ASR） 语音合成（TTS） 大模型 线路听什么 回调签名 Webhook 全部数据 余额与流水 商户信息'.split(
        ' ',
      ),
    );
  expect(await accessFaults()).toEqual([]);
  const search = screen.getByRole('searchbox', { name: '查找设置' });
  await search.fill('两步验证');
  await expect.poll(() => offered(screen)).toEqual(['登录安全']);
  await search.fill('没有的');
  await screen.getByRole('button', { name: '清空' }).click();
  await search.fill('隐私');
  await expect.poll(() => offered(screen)).toEqual(['号码脱敏']);
  await screen.getByRole('link', { name: /^号码脱敏/ }).click();
  await expect.poll(() => location.pathname).toBe('/configured/configured-page');
  await expect.element(screen.getByRole('heading', { name: '号码脱敏' })).toHaveFocus();
  // A page of settings belongs to their entry.
  await expect.element(menu(screen).getByRole('link', { name: '设置' })).toHaveAttribute('aria-current', 'page');
});

test('who may change nothing is offered no settings', async () => {
  const other = await openAt('/home', { as: await merchant.person({}) });
  await expect.element(menu(other.screen)).toBeVisible();
  await expect.element(menu(other.screen).getByRole('link', { name: '设置' })).not.toBeInTheDocument();
});

test('the platform has no settings of calls: they are not offered, and a link to them is 401', async () => {
  const platform = await newMerchant({ kind: 'platform' });
  const { screen } = await openAt('/platform/settings', { as: platform.owner });
  await expect.poll(() => offered(screen)).toEqual(['操作日志']);
  const other = await openAt('/configured/configured-page', { as: platform.owner });
  await expect.element(other.screen.getByRole('heading', { name: '401 · 没有这个页面的权限' })).toBeVisible();
});

test('an owner reads how long records are kept, asks for deletion by the merchant’s number, and takes it back', async () => {
  const own = await newMerchant();
  const { screen } = await open(own.owner);
  await expect.element(screen.getByText('通话记录由平台保留 1,095 天，到期按月清理。')).toBeVisible();
  await screen.getByRole('button', { name: '导出全部数据' }).click();
  await screen.getByRole('button', { name: '开始导出' }).click();
  await expect.element(screen.getByText('全部数据').last()).toBeVisible();
  await screen.getByRole('button', { name: '删除商户' }).click();
  const number = screen.getByRole('textbox', { name: '商户编号' });
  await number.fill('999');
  await screen.getByRole('button', { name: '7 天后删除' }).click();
  await expect.element(screen.getByText('请填写本商户的编号').first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await number.fill(own.number);
  await screen.getByRole('button', { name: '7 天后删除' }).click();
  await expect.element(screen.getByText(/申请了删除商户/)).toBeVisible();
  await screen.getByRole('button', { name: '撤销删除' }).click();
  await expect.element(screen.getByRole('button', { name: '删除商户' })).toBeVisible();
  expect((await own.owner.ask(endpoints.keeping.state, {})).deletion).toBeNull();
});
