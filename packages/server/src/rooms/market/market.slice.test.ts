import {
  closedPlanEndpoints,
  endpoints,
  marketEndpoints,
  marketLimits,
  planEndpoints,
  planProductEndpoints,
  refusals,
} from '@lianxian/contract';
import { type Plan, soundKey } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { type MarketGround, marketGround, sellablePlan, sold, takeOf, taskWith } from '../../../test/market-ground.ts';
import { openLevel } from '../../../test/people.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { packGraph } from '../plans/index.ts';
import { insertFirstVersion } from '../publishing/index.ts';
import { deleteTests, exportTests, insertTests } from '../talks/index.ts';
import { keepSounds } from '../voices/index.ts';
import { rateJob } from './index.ts';

let house: TestHouse;
let market: MarketGround;

beforeAll(async () => {
  house = await startTestHouse();
  market = await marketGround(house, (await openLevel(house, '100000', 'platform')).token);
});
afterAll(() => house.close());

const rows = async (text: string, ...values: unknown[]) => (await house.database.pool.query(text, values)).rows;
const told = async (merchantId: string) =>
  (
    await rows(
      "select facts ->> 'what' as what from bell_event where merchant_id = $1 and kind = 'market' order by id",
      merchantId,
    )
  ).map(({ what }) => what);
const list = (filter: object = {}, token = market.buyer) => house.ask(marketEndpoints.list, filter, token);
const detail = (id: string, token = market.buyer) => house.ask(marketEndpoints.detail, { id }, token);
const saying = (graph: Plan, text: string): Plan => ({
  ...graph,
  flows: graph.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(node =>
      node.id === 'thanks' && 'sentences' in node ? { ...node, sentences: [text] } : node,
    ),
  })),
});
/** One that its holder may publish: nothing of its opening is asked for. */
const faultless: Plan = {
  ...sellablePlan,
  defaults: { ...sellablePlan.defaults, opening: { caller: false, machine: false, recorded: false } },
};
/** The seller publishes a newer version that says something else. */
const publish = async (planId: string, text: string, change = (graph: Plan) => saying(graph, text)) => {
  const { rev, graph } = await house.ask(planEndpoints.draft, { id: planId }, market.seller);
  const packed = await packGraph(change(graph));
  const { rev: saved } = await house.ask(planEndpoints.saveDraft, { id: planId, rev, graph: packed }, market.seller);
  const db = merchantDb(house.database.db, house.merchants[0].id);
  const by = { employeeId: house.merchants[0].owner.id, at: new Date() };
  await db.transaction(tx => insertFirstVersion(tx, { id: planId, graph: change(graph), by, note: '', rev: saved }));
};

test('O-389: a plan goes to the shelf through lint, package and review; who sells and who reviews are told', async () => {
  expect(Object.values(endpoints.planProduct).length).toBeGreaterThan(0);
  const planId = await market.plan(saying(sellablePlan, '我叫王小明，电话 13812345678。'));
  const description = '有事找张伟先生，电话 13812345678。';
  const { id } = await house.ask(planProductEndpoints.save, { planId, ...sold, description }, market.seller);
  const faults = (await house.ask(planProductEndpoints.lint, { id }, market.seller)).faults;
  expect(faults.map(({ fault, where, detail: what }) => `${fault} ${where} ${what}`)).toEqual([
    `phoneInText  ${description}`,
    'phoneInText 机密节点名 我叫王小明，电话 13812345678。',
    'nameInText  张伟',
    'nameInText 机密节点名 王小明',
  ]);
  await house.ask(planProductEndpoints.save, { id, planId, ...sold }, market.seller);
  expect(await house.post('planProduct/submit', { id, token: market.seller })).toMatchObject({
    errorCode: refusals.productFaults.code,
  });
  await publish(planId, '记下了，王老师会联系您，可以吗？');
  expect(await house.ask(planProductEndpoints.lint, { id }, market.seller)).toMatchObject({ version: 2, faults: [] });
  expect(await market.submit(id, '第一次上架')).toBe(2);
  expect((await list()).total).toBe(0);
  expect(await house.post('market/detail', { id, token: market.buyer })).toMatchObject({ errorCode: 105 });
  const waiting = await house.ask(planProductEndpoints.reviews, {}, market.platform);
  expect(waiting.list).toMatchObject([{ id, version: 2, note: '第一次上架', state: 'waiting', tests: { passed: 1 } }]);
  expect(waiting.list[0]?.sentences).toContain('记下了，王老师会联系您，可以吗？');
  // Variables by what they are called.
  expect(waiting.list[0]?.sentences.filter(text => text.includes('$'))).toEqual([]);
  expect(waiting.list[0]?.sentences.some(text => /\{[一-龥]+\}/.test(text))).toBe(true);
  const send = { id, version: 2, verdict: 'sendBack' } as const;
  expect(
    await house.post('planProduct/review', { id, version: '2', verdict: 'sendBack', token: market.platform }),
  ).toMatchObject({
    errorCode: refusals.productNeedsReason.code,
  });
  await house.ask(planProductEndpoints.review, { ...send, reason: '请写清适用的客户' }, market.platform);
  const mine = async () =>
    (await house.ask(planProductEndpoints.mine, {}, market.seller)).list.find(one => one.id === id);
  expect(await mine()).toMatchObject({ state: 'sentBack', reason: '请写清适用的客户', version: null });
  await market.submit(id, '写清了');
  await market.shelve(id, 2);
  expect(await mine()).toMatchObject({ state: 'onShelf', version: 2, planVersion: 2, waiting: null });
  expect(await house.post('planProduct/submit', { id, token: market.seller })).toMatchObject({
    errorCode: refusals.productSame.code,
  });
  expect(await told(house.merchants[0].id)).toEqual(['sentBack', 'shelved']);
  const [{ id: platformId } = { id: '' }] = await rows("select id from merchant where kind = 'platform'");
  expect(await told(platformId)).toEqual(['waits', 'waits']);
  expect((await list()).list).toMatchObject([
    { id, title: sold.title, isOwn: false, isTaken: false, taken: 0, rating: null },
  ]);
  expect((await list({}, market.seller)).list).toMatchObject([{ id, isOwn: true }]);
});

test('a newer version waits while the older stands; a product that is taken down stays with who has it', async () => {
  const { id, planId } = await market.product({ title: '问卷回访', trade: 'surveys', description: '售后满意度调查' });
  const { planId: taken } = await takeOf(house, id, market.buyer);
  await publish(planId, '记下了，我们会联系您，可以吗？');
  await market.submit(id, '说得更清楚');
  expect(await detail(id)).toMatchObject({ version: 1, mine: { version: 1, newest: 1 } });
  await market.shelve(id, 2);
  expect(await detail(id)).toMatchObject({
    version: 2,
    mine: { version: 1, newest: 2 },
    versions: [{ version: 2, note: '说得更清楚' }, { version: 1 }],
  });
  expect(await told(house.merchants[1].id)).toEqual(['newer']);
  await house.ask(planProductEndpoints.takeDown, { id, reason: '有客户投诉' }, market.platform);
  expect((await list({ trade: 'surveys' })).list).toEqual([]);
  expect(await detail(id)).toMatchObject({ state: 'down', mine: { planId: taken, isDown: true } });
  const stranger = await openLevel(house, '300009', 'reseller', '渠道');
  expect(await house.post('market/detail', { id, token: stranger.token })).toMatchObject({ errorCode: 105 });
  expect(await house.ask(planEndpoints.draft, { id: taken }, market.buyer)).toMatchObject({ version: 1 });
});

test('plans are found by words, trade, price and seller, in pages that go on behind a cursor', async () => {
  for (const n of [1, 2, 3])
    await market.product({
      title: `保险续期提醒 ${n}`,
      description: '车险到期前提醒',
      priceKind: 'once',
      price: String(n * 10),
    });
  const titles = async (filter: object) => (await list(filter)).list.map(({ title }) => title.at(-1));
  expect(await titles({ search: '续期', sort: 'price' })).toEqual(['1', '2', '3']);
  expect(await titles({ search: '车险 续期' })).toEqual(['3', '2', '1']);
  expect((await list({ search: '查无此物' })).total).toBe(0);
  expect((await list({ search: '%', priceKind: 'once' })).total).toBe(0);
  expect((await list({ priceKind: 'once' })).total).toBe(3);
  const [{ number: cid }] = house.merchants;
  expect((await list({ cid, priceKind: 'once' })).total).toBe(3);
  for (const sort of ['newest', 'rating', 'taken', 'price'] as const) {
    const first = await list({ priceKind: 'once', sort, limit: 2 });
    const second = await list({ priceKind: 'once', sort, limit: 2, after: first.after ?? '' });
    const ids = [...first.list, ...second.list].map(({ id }) => id);
    expect([new Set(ids).size, second.after]).toEqual([3, null]);
  }
  expect(await house.post('market/list', { after: "1'_2", token: market.buyer })).toMatchObject({ errorCode: 100 });
  expect((await house.ask(marketEndpoints.shelves, {}, market.buyer)).newest.length).toBeGreaterThan(2);
});

/** Whatever a stranger can be told, of any endpoint of the market. */
const toldToStrangers = async (id: string) => {
  const talk = await house.ask(
    marketEndpoints.talk,
    {
      id,
      moves: [
        { does: 'say', text: '方便' },
        { does: 'say', text: '英语' },
      ],
    },
    market.buyer,
  );
  return JSON.stringify([
    await list(),
    await detail(id),
    talk,
    await house.ask(marketEndpoints.shelves, {}, market.buyer),
    await house.ask(marketEndpoints.opinions, { id }, market.buyer),
  ]);
};

test('O-385: a stranger talks to a plan and sees its sentences, never its words, rules, names or ways', async () => {
  expect(Object.values(endpoints.market).length).toBeGreaterThan(0);
  for (const access of ['open', 'closed'] as const) {
    const { id } = await market.product({ title: `口语课 ${access}`, access });
    const said = await toldToStrangers(id);
    expect(said).toContain('您想学什么呢？');
    expect(said).not.toMatch(/机密|没时间|intent|understood|levelRule|variables/u);
    const seen = await detail(id);
    expect(seen).toMatchObject({ tests: { passed: 1 }, collects: ['想学什么'] });
    expect(seen.sample.map(({ by }) => by)).toContain('callee');
    expect(seen.signedBy.fingerprint).toMatch(/^[\da-f]{4}(-[\da-f]{4}){3}$/);
    if (access === 'closed') expect([seen.picture.nodes, seen.kinds]).toEqual([[], []]);
    else expect(seen.picture.nodes).toHaveLength(5);
  }
});

test('talks before taking end with the turns of a day, at once as well as one by one', async () => {
  const { id } = await market.product({ title: '限次试聊' });
  await rows('delete from market_turn');
  await rows('delete from market_talk');
  const say = (text: string) => ({ does: 'say', text }) as const;
  const first = await house.ask(marketEndpoints.talk, { id, moves: [say('方便')] }, market.buyer);
  expect(first.turnsLeft).toBe(marketLimits.turnsADay - 1);
  const more = await house.ask(
    marketEndpoints.talk,
    { id, moves: [say('方便'), say('英语'), say('可以')] },
    market.buyer,
  );
  expect(more.turnsLeft).toBe(marketLimits.turnsADay - 3);
  await rows('update market_turn set turns = $1', marketLimits.turnsADay - 2);
  const ask = (text: string) =>
    house.post('market/talk', { id, moves: JSON.stringify([say(text)]), token: market.buyer });
  const answers = await Promise.all(['一', '二', '三', '四'].map(ask));
  expect(answers.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([
    0,
    0,
    refusals.productTalkedOut.code,
    refusals.productTalkedOut.code,
  ]);
  expect((await detail(id)).turnsLeft).toBe(0);
});

test('who took a plan sees what a newer version changes, keeps what is his, chooses where both meet, and tests run first', async () => {
  const { id, planId } = await market.product({ title: '升级' });
  const { planId: own } = await takeOf(house, id, market.buyer, { name: '我的邀约' });
  const edit = async (change: (graph: Plan) => Plan) => {
    const { rev, graph } = await house.ask(planEndpoints.draft, { id: own }, market.buyer);
    await house.ask(planEndpoints.saveDraft, { id: own, rev, graph: await packGraph(change(graph)) }, market.buyer);
  };
  const ask = (input: object) => house.ask(marketEndpoints.upgrade, { planId: own, to: 2, ...input }, market.buyer);
  expect(await house.post('market/changes', { planId: own, token: market.buyer })).toMatchObject({
    errorCode: refusals.productNothingNewer.code,
  });
  await edit(graph =>
    saying(
      { ...graph, variables: graph.variables.map(one => (one.name === 'name' ? { ...one, fallback: '家长' } : one)) },
      '我们记下了，好吗？',
    ),
  );
  await publish(planId, '记下了，顾问会联系您，可以吗？');
  await market.submit(id, '顾问来联系');
  await market.shelve(id, 2);
  const seen = await house.ask(marketEndpoints.changes, { planId: own }, market.buyer);
  expect(seen).toMatchObject({
    from: 1,
    to: 2,
    changed: [{ where: 'node thanks', how: 'changed' }],
    kept: [{ where: 'variable name' }],
  });
  expect(seen.meetings).toMatchObject([
    { where: 'node thanks', mine: '我们记下了，好吗？', theirs: '记下了，顾问会联系您，可以吗？' },
  ]);
  const open = { planId: own, to: '2', token: market.buyer };
  expect(await house.post('market/upgrade', open)).toMatchObject({ errorCode: refusals.productChoose.code });
  await edit(graph => ({ ...graph, levelRules: graph.levelRules.filter(({ level }) => level !== 'A') }));
  const broken = await ask({ choices: { 'node thanks': 'theirs' } });
  expect(broken).toMatchObject({ version: null, tests: { failed: [{ name: '约到试听' }] } });
  expect(await house.ask(planEndpoints.draft, { id: own }, market.buyer)).toMatchObject({ version: 1 });
  expect(await ask({ choices: { 'node thanks': 'theirs' }, despite: true })).toMatchObject({ version: 2 });
  const { graph, version, name } = await house.ask(planEndpoints.draft, { id: own }, market.buyer);
  expect([version, name]).toEqual([2, '我的邀约']);
  const says = JSON.stringify(graph.flows);
  expect([says.includes('顾问会联系您'), says.includes('我们记下了')]).toEqual([true, false]);
  expect(graph.variables.find(one => one.name === 'name')?.fallback).toBe('家长');
});

test('a newer version of a closed plan: what was set is kept, its tests take the place of the old ones, its words stay secret', async () => {
  const { id, planId } = await market.product({ title: '封闭升级', access: 'closed' }, faultless);
  const { planId: own } = await takeOf(house, id, market.buyer);
  const set = async () => house.ask(closedPlanEndpoints.adjustable, { id: own }, market.buyer);
  const tests = () => rows("select name, test ->> 'expects' as expects from plan_test where plan_id = $1", own);
  const { rev } = await set();
  const wish = { id: own, rev, opening: ['您好，我是阿木，方便吗？'], fallbacks: [{ name: 'name', fallback: '家长' }] };
  await house.ask(closedPlanEndpoints.adjust, wish, market.buyer);
  const before = await tests();
  // In another order: numbers that stand for names are others, and the seller's test with them.
  const wider = (graph: Plan): Plan => ({
    ...saying(graph, '记下了，顾问会联系您，可以吗？'),
    intents: [{ id: 'first', name: '机密新意图', priority: 9, means: 'no', words: ['机密新词'] }, ...graph.intents],
    flows: saying(graph, '记下了，顾问会联系您，可以吗？').flows.map(flow => ({
      ...flow,
      nodes: flow.nodes.toReversed(),
    })),
  });
  await publish(planId, '记下了，顾问会联系您，可以吗？', wider);
  await market.submit(id, '更清楚');
  await market.shelve(id, 2);
  const told = [await house.ask(marketEndpoints.changes, { planId: own }, market.buyer)];
  expect(told[0]).toMatchObject({ changed: [], kept: [], meetings: [], notes: [{ version: 2 }] });
  const upgraded = await house.ask(marketEndpoints.upgrade, { planId: own, to: 2 }, market.buyer);
  expect(upgraded).toEqual({ version: 3, tests: { passed: 1, failed: [] } });
  const now = await set();
  expect([now.opening, now.variables.find(({ name }) => name === 'name')?.fallback]).toEqual([wish.opening, '家长']);
  const after = await tests();
  expect([before.length, after.length, after[0].expects === before[0].expects]).toEqual([1, 1, false]);
  expect(JSON.stringify([told, upgraded, now, after])).not.toMatch(/机密|没时间|thanks/u);
  const [{ graph }] = await rows(
    'select graph::text from plan_version where plan_id = $1 order by version desc limit 1',
    own,
  );
  expect([graph.includes('顾问会联系您'), graph.includes('机密新意图')]).toEqual([true, false]);
});

test('who took it open sees nothing of a version that is closed; a fresh copy of it is closed', async () => {
  const { id, planId } = await market.product({ title: '转为封闭' });
  const { planId: own } = await takeOf(house, id, market.buyer);
  const before = await told(house.merchants[1].id);
  await publish(planId, '机密新话，可以吗？');
  const about = { ...sold, title: '转为封闭', access: 'closed' } as const;
  await house.ask(planProductEndpoints.save, { id, planId, ...about }, market.seller);
  await market.shelve(id, await market.submit(id));
  for (const path of ['market/changes', 'market/upgrade'])
    expect(await house.post(path, { planId: own, to: '2', token: market.buyer })).toMatchObject({
      errorCode: refusals.productNothingNewer.code,
    });
  expect((await detail(id)).mine).toMatchObject({ access: 'open', version: 1, newest: 1 });
  expect(await told(house.merchants[1].id)).toEqual(before);
  await house.ask(planEndpoints.remove, { id: own }, market.buyer);
  const { planId: copy } = await takeOf(house, id, market.buyer);
  expect(await house.post('plan/draft', { id: copy, token: market.buyer })).toMatchObject({
    errorCode: refusals.planClosed.code,
  });
  expect((await detail(id)).mine).toMatchObject({ access: 'closed', version: 2 });
  // The other way round, who took it closed has it closed.
  await house.ask(planProductEndpoints.save, { id, planId, ...about, access: 'open' }, market.seller);
  await market.shelve(id, await market.submit(id));
  await house.ask(planEndpoints.remove, { id: copy }, market.buyer);
  const { planId: last } = await takeOf(house, id, market.buyer);
  expect(await house.post('plan/draft', { id: last, token: market.buyer })).toMatchObject({
    errorCode: refusals.planClosed.code,
  });
});

test('what is on the shelf is what was reviewed, whatever its seller hands in of the same version; one waits at a time', async () => {
  const { id, planId } = await market.product({ title: '换货' });
  const db = merchantDb(house.database.db, house.merchants[0].id);
  const test = { ...(await exportTests(db, planId))[0]!.test, moves: [{ does: 'say', text: '未审的话' }] as const };
  await deleteTests(db, planId);
  await insertTests(db, planId, [{ name: '未审', test: { ...test, expects: {} } }], {
    employeeId: null,
    at: new Date(),
  });
  const dearer = { planId, ...sold, title: '换货', priceKind: 'once', price: '9' } as const;
  await house.ask(planProductEndpoints.save, { id, ...dearer }, market.seller);
  expect(await market.submit(id, '涨价')).toBe(1);
  const seen = await detail(id);
  expect([JSON.stringify(seen).includes('未审'), seen.price, seen.versions.length]).toEqual([false, '0', 1]);
  const { planId: own } = await takeOf(house, id, market.buyer);
  expect(await rows('select name from plan_test where plan_id = $1', own)).toEqual([{ name: '约到试听' }]);
  // Handed in anew while the platform reads: what it says of the one before counts for nothing.
  const waiting = async () =>
    (await house.ask(planProductEndpoints.reviews, { limit: 100 }, market.platform)).list.filter(one => one.id === id);
  const at = (await waiting())[0]?.at ?? '';
  await house.ask(planProductEndpoints.save, { id, ...dearer, price: '9999' }, market.seller);
  await market.submit(id, '再涨');
  const verdict = { id, version: '1', verdict: 'shelve', token: market.platform };
  expect(await house.post('planProduct/review', { ...verdict, at })).toMatchObject({
    errorCode: refusals.productReviewed.code,
  });
  await publish(planId, '记下了，可以吗？');
  await deleteTests(db, planId);
  await insertTests(db, planId, [{ name: '过', test: { ...test, expects: {} } }], { employeeId: null, at: new Date() });
  await market.submit(id, '第二版');
  expect((await waiting()).map(({ version }) => version)).toEqual([2]);
  expect(await house.post('planProduct/review', verdict)).toMatchObject({ errorCode: refusals.productReviewed.code });
  const both = await Promise.all([1, 2].map(() => house.post('planProduct/review', { ...verdict, version: '2' })));
  expect(both.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([0, refusals.productReviewed.code]);
});

test('a line of the sample that the robot says is heard; the callee’s, and one that is none, are not', async () => {
  const [asks, sound] = ['您想学什么呢？', 'a'.repeat(40)];
  const made = { sound, audio: Buffer.alloc(16_000, 0x55), peaks: Buffer.alloc(10) };
  await keepSounds(merchantDb(house.database.db, house.merchants[0].id), [made], new Date());
  const spoken = { ...sellablePlan, recorded: { [soundKey(asks)]: [sound] } };
  const { id } = await market.product({ title: '试听声音' }, spoken);
  const { sample } = await detail(id);
  const at = (by: string) => sample.findIndex(one => one.by === by);
  const line = sample.findIndex(({ text }) => text === asks);
  const { mime, audio } = await house.ask(marketEndpoints.hear, { id, line }, market.buyer);
  const wav = Buffer.from(audio, 'base64');
  expect([mime, wav.toString('latin1', 0, 4), wav.length > 8_000]).toEqual(['audio/wav', 'RIFF', true]);
  for (const none of [at('callee'), sample.length])
    expect(await house.post('market/hear', { id, line: String(none), token: market.buyer })).toMatchObject({
      errorCode: refusals.notFound.code,
    });
});

test('only who called with it in a task says something of it; others read it without a name', async () => {
  const { id } = await market.product({ title: '评价' });
  const { planId } = await takeOf(house, id, market.buyer);
  const write = { id, text: '客户愿意听，13812345678', token: market.buyer };
  expect(await house.post('market/saveOpinion', write)).toMatchObject({
    errorCode: refusals.productNotCalledWith.code,
  });
  const { id: merchantId } = house.merchants[1];
  await rows("insert into line (merchant_id, name, address) values ($1, '线路', '192.0.2.1:5060')", merchantId);
  const task = await taskWith(house, merchantId, planId);
  await rows(
    `with callee as (insert into callee (merchant_id, task_id, phone) values ($1, $3, '13800138000') returning id)
     insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, task_id, callee_id, attempt, stage, state)
     select $1, $2, 1, '话术', line.id, '线路', '13800138000', $3, callee.id, 1, 'ended', 'answered'
     from line, callee where line.merchant_id = $1`,
    merchantId,
    planId,
    task,
  );
  await house.ask(marketEndpoints.saveOpinion, { id, text: write.text }, market.buyer);
  const seen = await house.ask(marketEndpoints.opinions, { id }, market.seller);
  expect(seen).toMatchObject({ total: 1, mayWrite: false, list: [{ text: '客户愿意听，138****5678', isMine: false }] });
  await house.ask(marketEndpoints.saveOpinion, { id, text: '' }, market.buyer);
  expect((await house.ask(marketEndpoints.opinions, { id }, market.seller)).total).toBe(0);
});

test('a product is rated by calls of tasks of all who took it together, also by copies they had before, none below five', async () => {
  const { id } = await market.product({ title: '评分' });
  const rate = () => rateJob(house.database.db).ratePlans?.({}, new AbortController().signal);
  const takers = (from: number, to: number) =>
    rows(
      `with m as (insert into merchant (number, name) select (400000 + n)::text, '商户' || n from generate_series(${from}, ${to}) n
         returning id),
       p as (insert into plan (merchant_id, name) select id, '话术' from m returning merchant_id, id),
       t as (
         insert into taken_plan (merchant_id, product_id, seller_id, plan_id, version, access, price_kind, price, share_percent,
           request_id, taken_at, taken_by, earlier)
         select merchant_id, $1, $2, id, 1, 'open', 'free', 0, 20, 'sql-taken', now(), 1, array[1000000 + id] from p)
       insert into stat_day (merchant_id, split, day, owner_id, source, task_id, plan_id, plan_version, line_id, port_id, key, calls,
         numbers, seized, answered, heard, talk_ms, turns, completed, missed, level_a, level_b, level_c, level_d, level_e, level_f, cost)
       select merchant_id, 'whole', now()::date - day, 0, source, 1, case day when 2 then 1000000 + id else id end, 1, 0, 0, '', 100, 0, 0, answered, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0
       from p cross join (values ('task', 1, 50), ('task', 2, 50), ('hand', 1, 0)) d (source, day, answered)`,
      id,
      house.merchants[0].id,
    );
  await takers(1, 4);
  await rate();
  expect((await detail(id)).rating).toBeNull();
  await takers(5, 5);
  await rate();
  expect((await detail(id)).rating).toEqual({
    answered: { share: 0.5, from: 0.469, to: 0.531 },
    levelA: { share: 0.2, from: 0.167, to: 0.237 },
    merchants: 5,
    calls: 1_000,
  });
  expect((await list({ sort: 'rating' })).list[0]?.id).toBe(id);
});
