import { endpoints, marketEndpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { goTo } from '../../testing/go-to.ts';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openLayer } from '../../testing/layer.ts';
import { type Market, openMarket, publishNewer, take } from '../../testing/market.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

let market: Market;
let buyer: Merchant;
let free: { readonly id: string; readonly planId: string };
let paid: { readonly id: string; readonly planId: string };
beforeAll(async () => {
  market = await openMarket();
  free = await market.product({});
  paid = await market.product({
    title: '满意度回访专版',
    trade: 'surveys',
    priceKind: 'once',
    price: '30',
    access: 'closed',
  });
  buyer = await newMerchant({ name: '远航教育', provisioned: false });
});
const detailPath = (id: string) => `/PlanMarketDetail?id=${id}`;

test('O-052, O-077: the header leads to the market: trades, shelves, and a search that leads to the list', async () => {
  const { screen } = await openAt('/home', { as: buyer.owner });
  await screen.getByRole('banner').getByRole('link', { name: '话术市场' }).click();
  await expect.poll(() => location.pathname).toBe('/PlanMarket');
  await expect
    .element(screen.getByRole('region', { name: '按行业' }).getByRole('link', { name: /问卷/ }))
    .toBeVisible();
  await expect.element(screen.getByRole('region', { name: '最新上架' }).getByText('满意度回访专版')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: '免费' }).getByText('课程体验邀约')).toBeVisible();
  await expect.element(screen.getByText('数据不足').first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('searchbox', { name: '话术名称或介绍' }).fill('满意度');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname + decodeURIComponent(location.search)).toBe('/PlanMarketList?q=满意度');
  await expect.element(screen.getByRole('row', { name: /满意度回访专版/ })).toBeVisible();
});

test('O-053: the list is narrowed by trade, price and access; a reload and the way back keep what was chosen', async () => {
  const { screen } = await openAt('/PlanMarketList', { as: buyer.owner });
  const row = (name: RegExp) => screen.getByRole('row', { name });
  await expect.element(row(/课程体验邀约/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText('行业').selectOptions('问卷');
  await expect.element(row(/课程体验邀约/)).not.toBeInTheDocument();
  await screen.getByLabelText('开放程度').selectOptions('封闭');
  await expect.element(row(/满意度回访专版.*启航教育.*¥ 30\.00.*封闭.*数据不足/)).toBeVisible();
  await expect.poll(() => location.search).toBe('?trade=surveys&access=closed');
  const again = await openAt(`/PlanMarketList${location.search}`, { as: buyer.owner });
  await expect.element(again.screen.getByLabelText('行业')).toHaveValue('surveys');
  await again.screen.getByLabelText('收费方式').selectOptions('免费');
  await expect.element(again.screen.getByText('没有这样的话术')).toBeVisible();
  history.back();
  await expect.element(again.screen.getByRole('row', { name: /满意度回访专版/ })).toBeVisible();
  await expect.element(again.screen.getByLabelText('收费方式')).toHaveValue('');
  await again.screen.getByRole('button', { name: '清空' }).click();
  await expect.element(again.screen.getByRole('row', { name: /课程体验邀约/ })).toBeVisible();
});

test('a market that does not answer says so and is read again; an empty one says what to do', async () => {
  const layer = openLayer();
  layer.fails(marketEndpoints.shelves);
  const { screen } = await openAt('/PlanMarket', { as: buyer.owner, layer });
  await expect.element(screen.getByText('话术市场加载失败')).toBeVisible();
  layer.heals();
  layer.answers(marketEndpoints.shelves, { trades: [], best: [], newest: [], free: [], upgrades: 0 });
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByText('市场里还没有话术')).toBeVisible();
  goTo(detailPath('999999'));
  await expect.element(screen.getByRole('heading', { name: '市场里没有这个话术' })).toBeVisible();
});

test('O-054: one plan says what it does; who likes its talk takes it under a name of one’s own, and may give it back', async () => {
  const { screen } = await openAt(detailPath(free.id), { as: buyer.owner });
  await expect.element(screen.getByRole('heading', { name: '课程体验邀约' })).toBeVisible();
  await expect.element(screen.getByText(/^签名指纹 [\da-f-]+$/)).toBeVisible();
  await expect.element(screen.getByRole('img', { name: /^流程图：\d+ 个节点$/ })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: '采集什么' }).getByText('孩子学段')).toBeVisible();
  const sample = screen.getByRole('region', { name: '对话样例' });
  await expect.element(sample.getByText('我没有孩子', { exact: true })).toBeVisible();
  await expect.element(sample.getByRole('button', { name: /^听这一句/ }).first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);

  const talk = screen.getByRole('region', { name: '试聊' });
  await talk.getByRole('button', { name: '开始试聊' }).click();
  await talk.getByLabelText('你说的话').fill('我没有孩子');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(talk.getByRole('list', { name: '试聊内容' }).getByText('我没有孩子', { exact: true }))
    .toBeVisible();
  await expect.element(talk.getByText('今天还可以聊 59 句')).toBeVisible();
  await expect.element(talk.getByText('通话结束')).toBeVisible();

  await screen.getByRole('button', { name: '领取', exact: true }).click();
  await screen.getByLabelText('在我的话术里叫什么').fill('我们的体验课');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('dialog').getByRole('button', { name: '领取', exact: true }).click();
  await expect.element(screen.getByRole('link', { name: '去编辑' })).toBeVisible();
  const { list } = await buyer.owner.ask(endpoints.plan.mine, {});
  expect(list.map(({ name, state }) => [name, state])).toEqual([['我们的体验课', 'published']]);
  await screen.getByRole('button', { name: '取消领取' }).click();
  await screen
    .getByRole('dialog', { name: '取消领取「我们的体验课」？' })
    .getByRole('button', { name: '取消领取' })
    .click();
  await expect.element(screen.getByRole('button', { name: '领取', exact: true })).toBeVisible();
  expect((await buyer.owner.ask(endpoints.plan.mine, {})).total).toBe(0);
});

test('who may not publish plans sees what one costs and why there is nothing to press', async () => {
  const clerk = await buyer.person({ rights: ['robot', 'plan'], buttons: ['plan:edit'] });
  const { screen } = await openAt(detailPath(free.id), { as: clerk });
  await expect.element(screen.getByText('你没有「发布话术」的权限，请管理员开通后再领取。')).toBeVisible();
  expect(screen.getByRole('button', { name: '领取', exact: true }).query()).toBeNull();
  goTo('/PlanMarket?tab=selling');
  await expect.element(screen.getByText('你没有「发布话术」的权限，请管理员开通后再上架。')).toBeVisible();
});

test('a balance that is short is said with the way to it; a closed plan is paid once and shows no flow', async () => {
  const poor = await newMerchant({ name: '小船教育', provisioned: false });
  const { screen } = await openAt(detailPath(paid.id), { as: poor.owner });
  await expect.element(screen.getByText(/^流程不公开，共 \d+ 个节点。$/)).toBeVisible();
  await screen.getByRole('button', { name: '领取', exact: true }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/^从余额扣 30\.00 元，只扣一次/)).toBeVisible();
  await dialog.getByRole('button', { name: '领取', exact: true }).click();
  await expect.element(dialog.getByRole('link', { name: '去看余额' })).toBeVisible();
  await poor.topUp('50');
  await dialog.getByRole('button', { name: '领取', exact: true }).click();
  await expect.element(screen.getByText(/已付 30\.00 元/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '去设置' })).toBeVisible();
  expect((await poor.owner.ask(endpoints.balance.info, {})).available).toMatch(/^20(\.0+)?$/);
});

test('a newer version is told where one looks, shows what changed, and is upgraded to after its tests', async () => {
  const { id, planId } = await market.product({ title: '升级的邀约' });
  const own = await newMerchant({ name: '远洋教育', provisioned: false });
  const mine = await take(own.owner, id);
  await publishNewer(market.seller.owner, planId, '说得更清楚');
  await market.shelve(id, '说得更清楚');
  const { screen } = await openAt('/plan', { as: own.owner });
  await screen.getByRole('link', { name: '有新版本 v2' }).click();
  const dialog = screen.getByRole('dialog', { name: '升级「升级的邀约」：v1 → v2' });
  await expect.element(dialog.getByText('说得更清楚')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '升级', exact: true }).click();
  await expect.element(screen.getByText(/^已升级，发布为 v2/)).toBeVisible();
  expect(await own.owner.ask(endpoints.plan.draft, { id: mine })).toMatchObject({ version: 2 });
});
