import { endpoints } from '@lianxian/contract';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { packGraph } from '../../../server/src/rooms/plans/index.ts';
import { signInWith } from '../house/api.ts';
import { chromiumIsThere, openPage, picture, shown, type TappedPage } from '../house/browser.ts';
import { finishedCall } from '../house/calls.ts';
import { demoPasswordOf, type House } from '../house/house.ts';
import { openMerchant, type Person } from '../house/merchants.ts';
import type { Ground } from './ground.ts';
import { goTo, said, seen } from './page-words.ts';
import { signInAs } from './signing-in.ts';
import { mark, text } from './studio-words.ts';
import { walkOf } from './walk.ts';

const PAID = '周末体验课邀约';
const FREE = '免费的体验课邀约';
const MINE = '我们的体验课';
const PRICE = '30';
const CALL_LIMIT_MS = 150_000;

/** Somebody without children: one answer, and it is over. */
const mistaken = {
  ...{ variables: {}, minuteOfDay: 600, world: 'fails' as const },
  moves: [{ does: 'say' as const, text: '我没有孩子' }],
  expects: { level: 'F' as const },
};

const publish = async ({ api }: Person, id: string, note: string): Promise<void> => {
  const { rev } = await api.call(endpoints.plan.draft, { id });
  await api.call(endpoints.plan.publish, { id, rev, note, override: '由内置声音来说' });
};

/** A plan of ten nodes and more with a test that passes, published. */
const planOf = async (seller: Person, name: string): Promise<string> => {
  const { id } = await seller.api.call(endpoints.plan.create, { name, template: 'trialClass' });
  await seller.api.call(endpoints.talk.saveTest, { planId: id, name: '没有孩子', test: mistaken });
  await publish(seller, id, '');
  return id;
};

/** It says good-bye otherwise, and is published so. */
const publishNewer = async (seller: Person, id: string, note: string): Promise<void> => {
  const { rev, graph } = await seller.api.call(endpoints.plan.draft, { id });
  const flows = graph.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(node =>
      node.id === 'bye' && node.kind === 'hangup' ? { ...node, sentences: ['好的，改天再联系，再见。'] } : node,
    ),
  }));
  await seller.api.call(endpoints.plan.saveDraft, { id, rev, graph: await packGraph({ ...graph, flows }) });
  await publish(seller, id, note);
};

const platformOf = async (house: House) => {
  const is = { cid: '100000', account: 'admin', password: await demoPasswordOf(house) };
  const api = await signInWith(house, is);
  await api.call(endpoints.security.prove, { password: is.password });
  return { api, is };
};

/** The newest version goes to the shelf, beside the pages. */
const shelve = async (seller: Person, platform: Person, id: string, note = ''): Promise<void> => {
  const { version } = await seller.api.call(endpoints.planProduct.submit, { id, note });
  await platform.api.call(endpoints.planProduct.review, { id, version, verdict: 'shelve' });
};

const balanceOf = async ({ api }: Person): Promise<number> =>
  Number((await api.call(endpoints.balance.info, {})).amount);

interface Cast {
  readonly seller: Person;
  readonly buyer: Person;
  readonly platform: Person;
  readonly free: { readonly id: string; readonly planId: string };
  readonly planId: string;
}

const castOf = async (house: House): Promise<Cast> => {
  const platform = await platformOf(house);
  const [seller, buyer] = [
    await openMerchant(house, { number: '100701', name: '出卖教育', account: 'seller', ownerName: '卖家' }),
    await openMerchant(house, { number: '100702', name: '买入教育', account: 'buyer', ownerName: '买家' }),
  ];
  await platform.api.call(endpoints.balance.topUp, {
    ...{ cid: buyer.is.cid, amount: '100', requestId: 'market-top-up', note: '' },
  });
  const planId = await planOf(seller, FREE);
  const about = { title: FREE, trade: 'education', description: '给家长打，约体验课。', access: 'open' } as const;
  const { id } = await seller.api.call(endpoints.planProduct.save, { ...about, planId, priceKind: 'free', price: '0' });
  await shelve(seller, platform, id);
  return { seller, buyer, platform, free: { id, planId }, planId: await planOf(seller, PAID) };
};

const openAs = async ({ house, browser }: Ground, is: Person['is']): Promise<TappedPage> => {
  const tapped = await openPage(browser!, 1440);
  await tapped.page.goto(`${house.url}/login`);
  await signInAs(tapped.page, is);
  return tapped;
};

const toMarket = async (page: Page): Promise<void> => {
  await page.getByRole('banner').getByRole('link', { name: '话术市场' }).click();
  await page.waitForURL(/\/PlanMarket$/);
};

/** From the shelf, by its name, to what is said of it. */
const openProduct = async (page: Page, title: string): Promise<void> => {
  await toMarket(page);
  await page.getByRole('searchbox', { name: '话术名称或介绍' }).fill(title);
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: new RegExp(title) }).click();
  await seen(page.getByRole('heading', { name: title }));
};

const take = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: '领取', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^领取「/ });
  await dialog.getByLabel('在我的话术里叫什么').fill(name);
  await dialog.getByRole('button', { name: '领取', exact: true }).click();
  await seen(page.getByText(`已领取，在我的话术里叫「${name}」`));
};

/** Plans of the market: one is talked to, taken, changed, called with and upgraded; one is sold by one merchant to another. */
export const marketByHand = (ground: () => Ground): void => {
  let cast: Cast;
  let actor: Page;
  let buyer: TappedPage;
  const step = walkOf(() => actor, 'market');

  describe.skipIf(!chromiumIsThere)('merchants take and sell plans in the market', () => {
    step('one is talked to before it is taken under a name of one’s own', async () => {
      cast = await castOf(ground().house);
      buyer = await openAs(ground(), cast.buyer.is);
      actor = buyer.page;
      await openProduct(actor, FREE);
      const talk = actor.getByRole('region', { name: '试聊' });
      await talk.getByRole('button', { name: '开始试聊' }).click();
      await talk.getByLabel('你说的话').fill('我没有孩子');
      await actor.keyboard.press('Enter');
      await seen(talk.getByText('通话结束'));
      await picture(actor, '81-market-talk');
      await take(actor, MINE);
    });

    step('it is changed in the editor and called with on the practice line', async () => {
      await actor.getByRole('link', { name: '去编辑' }).click();
      await mark(actor, '礼貌结束');
      await text(actor, '要说的话').fill('好的，打扰了，再见。');
      await seen(actor.getByText(/已自动保存/));
      const { list } = await cast.buyer.api.call(endpoints.plan.list, {});
      const { id } = list.find(({ planName }) => planName === MINE)!;
      await goTo(actor, '首页', /\/home/);
      // The editor, which has such a button too, is hidden a moment after the address is another.
      await seen(actor.getByRole('heading', { name: '首页', level: 1 }));
      await shown(actor.getByRole('button', { name: '试呼', exact: true })).click();
      await actor.locator('label', { hasText: '15400000012' }).click();
      await shown(actor.getByRole('combobox').filter({ hasText: MINE })).selectOption(id);
      const placing = actor.waitForResponse(response => response.url().endsWith('/call/place'));
      await shown(actor.getByRole('button', { name: '呼出', exact: true })).click();
      const { data } = (await (await placing).json()) as { readonly data: { readonly id: string } };
      const detail = await finishedCall(cast.buyer.api, data.id, CALL_LIMIT_MS);
      expect([detail.state, detail.planName]).toEqual(['answered', MINE]);
    });

    step('a newer version is told in my plans, and upgraded to with one’s own change kept', async () => {
      await publishNewer(cast.seller, cast.free.planId, '说得更清楚');
      await shelve(cast.seller, cast.platform, cast.free.id, '说得更清楚');
      await goTo(actor, '我的话术', /\/plan$/);
      await actor.reload();
      await actor.getByRole('link', { name: '有新版本 v2' }).click();
      const dialog = actor.getByRole('dialog', { name: `升级「${MINE}」：v1 → v2` });
      await seen(dialog.getByText('说得更清楚'));
      await seen(dialog.getByText(/礼貌结束/));
      await picture(actor, '82-market-upgrade');
      await dialog.getByRole('button', { name: '升级', exact: true }).click();
      await said(actor, '已升级，发布为 v2');
    });

    step('another is offered for money, checked, and read by the platform before it stands on the shelf', async () => {
      const seller = await openAs(ground(), cast.seller.is);
      actor = seller.page;
      await goTo(actor, '我的话术', /\/plan$/);
      await actor.getByRole('button', { name: `更多操作 ${PAID}` }).click();
      await actor.getByRole('menuitem', { name: '上架到话术市场' }).click();
      await actor.getByLabel('商品名称').fill(PAID);
      await actor.getByLabel('行业').selectOption({ label: '课程培训' });
      await actor.getByLabel('介绍').fill('给留过号码的家长打，约周末的体验课。');
      await actor.getByLabel('收费方式').selectOption({ label: '一次付清' });
      await actor.getByLabel('价格（元）').fill(PRICE);
      await actor.getByRole('button', { name: '保存' }).click();
      await actor.getByRole('button', { name: '提交审核 v1' }).click();
      await seen(actor.getByText(/等平台审核$/));
      const platform = await openAs(ground(), cast.platform.is);
      actor = platform.page;
      await goTo(actor, '话术审核', /\/platform\/plan-reviews/);
      await actor.getByRole('row', { name: new RegExp(PAID) }).click();
      await seen(actor.getByText(/^它说的全部话/));
      await picture(actor, '83-market-review');
      await actor.getByRole('button', { name: '上架', exact: true }).click();
      await said(actor, '已上架');
      expect([...seller.complaints, ...platform.complaints]).toEqual([]);
      await Promise.all([seller, platform].map(({ page }) => page.context().close()));
    });

    step(
      'the other merchant takes it for its price; its balance says so, and the seller sees what is to come',
      async () => {
        actor = buyer.page;
        const had = await balanceOf(cast.buyer);
        const { percent } = await cast.platform.api.call(endpoints.planProduct.share, {});
        await openProduct(actor, PAID);
        await take(actor, PAID);
        expect(had - (await balanceOf(cast.buyer))).toBeCloseTo(Number(PRICE), 2);
        const income = (Number(PRICE) * (100 - percent)) / 100;
        const { list } = await cast.seller.api.call(endpoints.planProduct.mine, {});
        expect(Number(list.find(({ title }) => title === PAID)?.coming)).toBeCloseTo(income, 2);
        await actor.goto(`${ground().house.url}/platform/balance`);
        await seen(actor.getByText('-30.00').first());
        await picture(actor, '84-market-balance');
        expect(buyer.complaints).toEqual([]);
        await actor.context().close();
      },
    );
  });
};
