import { type OutputOf, recordOrderEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { draftOf } from '../plans/index.ts';
import { voiceGaps } from '../voices/index.ts';
import { ringDeadlines } from './index.ts';
import { recordGround, takeOf } from './record-ground.test-data.ts';

let house: TestHouse;
let ground: Awaited<ReturnType<typeof recordGround>>;
beforeAll(async () => {
  house = await startTestHouse();
  ground = await recordGround(house);
});
afterAll(() => house.close());

const info = (id: string) => house.ask(recordOrderEndpoints.info, { id }, ground.token);
const accept = (id: string, ...numbers: number[]) =>
  house.ask(recordOrderEndpoints.accept, { id, numbers }, ground.token);
const desk = (token: string, tab: 'open' | 'mine' | 'done' = 'open') =>
  house.ask(recordOrderEndpoints.desk, { tab }, token);
const take = (id: string, token: string) => house.ask(recordOrderEndpoints.take, { id }, token);
const ids = ({ list }: OutputOf<typeof recordOrderEndpoints.desk>) => list.map(({ id }) => id);
const gaps = async (planId: string) => {
  const own = merchantDb(house.database.db, ground.buyer.id);
  return (await voiceGaps(own, planId, (await draftOf(own, planId))!.graph)).map(({ text }) => text);
};
const told = async (order: string, merchantId: string) =>
  (
    await house.database.pool.query<{ what: string; people: string[] }>(
      `select facts->>'what' as what, people::text[] as people from bell_event
       where kind = 'recordOrder' and merchant_id = $1 and facts->>'order' = $2 order by id`,
      [merchantId, order],
    )
  ).rows;

test('O-390: an order goes round: offered, taken by one of two at once, one sentence sent back, all accepted into the draft', async () => {
  const { first, second } = ground.voices;
  const planId = await ground.makePlan('您好，我是小启。', '方便说两句吗？');
  const { list } = await house.ask(recordOrderEndpoints.sentences, { planId }, ground.token);
  expect(list.map(({ text, state, isOrdered }) => [text, state, isOrdered])).toEqual([
    ['您好，我是小启。', 'missing', false],
    ['方便说两句吗？', 'missing', false],
    ['再见。', 'missing', false],
  ]);
  const wish = ground.wish(planId, ['您好，我是小启。', '方便说两句吗？'], { notes: '亲切一点' });
  const [{ id }, again] = await Promise.all([
    house.ask(recordOrderEndpoints.order, wish, ground.token),
    house.ask(recordOrderEndpoints.order, wish, ground.token),
  ]);
  expect(again).toEqual({ id });
  expect(await info(id)).toMatchObject({ state: 'open', held: '5', paid: '0', to: 'reseller', voice: null });
  expect((await told(id, ground.reseller.merchantId)).map(({ what, people }) => [what, people.length])).toEqual([
    ['offered', 2],
  ]);
  expect([ids(await desk(first.token)), ids(await desk(second.token))]).toEqual([[id], [id]]);

  const takes = await Promise.all([first, second].map(({ token }) => house.post('recordOrder/take', { id, token })));
  expect(takes.filter(({ errorCode }) => errorCode === 0)).toHaveLength(1);
  const [mine, other] = takes[0]!.errorCode === 0 ? [first, second] : [second, first];
  expect([ids(await desk(mine.token)), ids(await desk(mine.token, 'mine')), ids(await desk(other.token))]).toEqual([
    [],
    [id],
    [],
  ]);
  expect(await take(id, mine.token)).toEqual({ state: 'recording' });

  expect(await ground.handIn(id, 1, mine.token)).toMatchObject({ errorCode: 0, data: { state: 'recording' } });
  expect(await ground.handIn(id, 2, mine.token)).toMatchObject({ data: { state: 'review' } });
  const back = { id, number: '2', fromMs: '100', toMs: '400', note: '「两句」吞了' };
  expect(
    await house.ask(recordOrderEndpoints.sendBack, { ...back, fromMs: 100, toMs: 400, number: 2 }, ground.token),
  ).toEqual({
    state: 'rework',
  });
  expect(await house.post('recordOrder/sendBack', { ...back, toMs: '50', token: ground.token })).toMatchObject({
    errorCode: 653,
  });
  const seen = await house.ask(recordOrderEndpoints.work, { id }, mine.token);
  expect(seen.list[1]).toMatchObject({ state: 'sentBack', mark: { fromMs: 100, toMs: 400, note: '「两句」吞了' } });

  expect(await gaps(planId)).toContain('您好，我是小启。');
  expect(await accept(id, 1)).toEqual({ accepted: 1, paid: '2.5', state: 'rework' });
  expect(await accept(id, 1)).toEqual({ accepted: 0, paid: '0', state: 'rework' });
  expect(await gaps(planId)).toEqual(['方便说两句吗？', '再见。']);
  await ground.handIn(id, 2, mine.token, takeOf(700));
  expect((await info(id)).list[1]).toMatchObject({ state: 'handedIn', mark: null });
  expect(await accept(id, 2)).toMatchObject({ accepted: 1, state: 'done' });
  expect(await gaps(planId)).toEqual(['再见。']);
  expect(await info(id)).toMatchObject({ state: 'done', held: '0', paid: '5', voice: mine.account });
  expect((await desk(mine.token, 'done')).list).toMatchObject([{ id, earned: '5', merchant: null }]);
  const { url } = await house.ask(recordOrderEndpoints.hear, { id, number: 2 }, ground.token);
  expect((await fetch(`${house.origin}${url}`)).status).toBe(200);
  expect((await told(id, ground.buyer.id)).map(({ what }) => what)).toEqual([
    'taken',
    'handedIn',
    'handedIn',
    'handedIn',
    'done',
  ]);
  expect((await told(id, ground.reseller.merchantId)).map(({ what }) => what)).toEqual([
    'offered',
    'sentBack',
    'accepted',
    'done',
  ]);
  const { rows } = await house.database.pool.query<{ action: string }>(
    `select action from audit where target = $1 and action like 'recordOrder.%' order by id`,
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'recordOrder.order',
    'recordOrder.take',
    'recordOrder.sendBack',
    'recordOrder.accept',
    'recordOrder.accept',
  ]);
});

test('a voice person sees the sentences of what was offered to him, and of nobody’s plan or merchant anything else', async () => {
  const planId = await ground.makePlan('第一句话。', '第二句话。', '第三句话。');
  const chosen = await ground.order(planId, ['第一句话。'], { personId: ground.voices.second.id, notes: '慢一点' });
  const named = await ground.order(planId, ['第二句话。'], { to: 'platform', tellsName: '1' });
  expect([ids(await desk(ground.voices.first.token)), ids(await desk(ground.voices.second.token))]).toEqual([
    [],
    [chosen],
  ]);
  const work = await house.ask(recordOrderEndpoints.work, { id: chosen }, ground.voices.second.token);
  expect(work).toMatchObject({ merchant: null, notes: '慢一点', list: [{ number: 1, text: '第一句话。' }] });
  expect(JSON.stringify(work)).not.toMatch(/第二句|第三句|再见|回访|甲商户|主流程|结束/);
  expect(await house.ask(recordOrderEndpoints.work, { id: named }, ground.voices.platform.token)).toMatchObject({
    merchant: '甲商户',
  });
  const nothing = { errorCode: 105 };
  for (const token of [ground.voices.first.token, ground.voices.own.token, ground.voices.strange.token, ground.token]) {
    expect(await house.post('recordOrder/work', { id: chosen, token })).toMatchObject(nothing);
    expect(await house.post('recordOrder/take', { id: chosen, token })).toMatchObject(nothing);
    expect(await house.post('recordOrder/listen', { id: chosen, number: '1', token })).toMatchObject(nothing);
    expect(await ground.handIn(chosen, 1, token)).toMatchObject(nothing);
  }
  expect(await house.ask(recordOrderEndpoints.desk, {}, ground.token)).toEqual({ isVoice: false, list: [], total: 0 });
  const foreign = await house.signIn(ground.stranger);
  for (const [path, more] of [
    ['info', {}],
    ['hear', { number: '1' }],
    ['accept', { numbers: '[1]' }],
    ['sendBack', { number: '1', fromMs: '0', toMs: '9', note: '不' }],
    ['cancel', {}],
  ] as const)
    expect(await house.post(`recordOrder/${path}`, { id: chosen, ...more, token: foreign })).toMatchObject(nothing);
  // A merchant that goes to another reseller is not offered by the old one any more.
  await house.database.pool.query('update merchant set reseller_id = null where id = $1', [ground.buyer.id]);
  expect(ids(await desk(ground.voices.second.token))).toEqual([]);
  await house.database.pool.query('update merchant set reseller_id = $2 where id = $1', [
    ground.buyer.id,
    ground.reseller.merchantId,
  ]);
  for (const id of [chosen, named]) await house.ask(recordOrderEndpoints.cancel, { id }, ground.token);
});

test('a sentence that changed in the draft is marked: what was recorded of it is paid, the rest is free again', async () => {
  const planId = await ground.makePlan('甲句。', '乙句。', '丙句。');
  const id = await ground.order(planId, ['甲句。', '乙句。', '丙句。']);
  await take(id, ground.voices.first.token);
  await ground.handIn(id, 1, ground.voices.first.token);
  await ground.resay(planId, '甲句改了。', '乙句改了。', '丙句。');
  const changed = await info(id);
  expect(changed.list.map(({ state, take }) => [state, take !== null])).toEqual([
    ['changed', true],
    ['changed', false],
    ['toRecord', false],
  ]);
  expect(changed).toMatchObject({ held: '5', state: 'recording' });
  expect(await ground.handIn(id, 2, ground.voices.first.token)).toMatchObject({ errorCode: 643 });
  const post = { id, token: ground.token };
  expect(
    await house.post('recordOrder/sendBack', { ...post, number: '1', fromMs: '0', toMs: '9', note: '不' }),
  ).toMatchObject({
    errorCode: 644,
  });
  expect(await house.ask(recordOrderEndpoints.cancel, { id }, ground.token)).toEqual({ back: '2.5' });
  expect(await info(id)).toMatchObject({ state: 'cancelled', held: '0', paid: '2.5' });
  expect(await house.post('recordOrder/cancel', post)).toMatchObject({ errorCode: 641 });
});

test('what cannot be ordered is refused with a sentence, and holds nothing', async () => {
  const planId = await ground.makePlan('能录的一句。');
  const ask = (over: Record<string, string>) => {
    const { price, deadline, to, requestId } = ground.wish(planId, []);
    const sentences = JSON.stringify([{ text: '能录的一句。', note: '' }]);
    const wish = { planId, price, deadline, to, requestId, sentences };
    return house.post('recordOrder/order', { ...wish, ...over, token: ground.token });
  };
  expect(await ask({ sentences: JSON.stringify([{ text: '没有的一句', note: '' }]) })).toMatchObject({
    errorCode: 647,
    errorMsg: '话术里没有这一句了：没有的一句',
  });
  expect(await ask({ price: '99999.99' })).toMatchObject({ errorCode: 646 });
  expect(await ask({ price: '-1' })).toMatchObject({ errorCode: 100 });
  expect(await ask({ deadline: '2020-01-01' })).toMatchObject({ errorCode: 649 });
  expect(await ask({ sampleId: '999999999' })).toMatchObject({ errorCode: 105 });
  expect(await ask({ personId: ground.voices.platform.id })).toMatchObject({ errorCode: 105 });
  const id = await ground.order(planId, ['能录的一句。'], { to: 'own' });
  expect(await info(id)).toMatchObject({ price: '0', held: '0' });
  expect(await ask({})).toMatchObject({ errorCode: 648 });
  await take(id, ground.voices.own.token);
  await ground.handIn(id, 1, ground.voices.own.token);
  expect(await house.post('recordOrder/cancel', { id, token: ground.token })).toMatchObject({ errorCode: 645 });
  expect(await accept(id, 1)).toEqual({ accepted: 1, paid: '0', state: 'done' });
});

test('both sides hear once that an order is due within a day, and once that it was', async () => {
  const planId = await ground.makePlan('赶时间的一句。');
  const id = await ground.order(planId, ['赶时间的一句。']);
  await take(id, ground.voices.second.token);
  const dueIn = (span: string) =>
    house.database.pool.query(`update record_order set due_at = now() + $2::interval where id = $1`, [id, span]);
  await ringDeadlines(house.database.db);
  for (const span of ['20 hours', '-1 minute']) {
    await dueIn(span);
    await ringDeadlines(house.database.db);
    await ringDeadlines(house.database.db);
  }
  const both = [await told(id, ground.buyer.id), await told(id, ground.reseller.merchantId)];
  expect(both.map(rows => rows.map(({ what }) => what))).toEqual([
    ['taken', 'near', 'late'],
    ['offered', 'near', 'late'],
  ]);
  expect((await desk(ground.voices.second.token, 'mine')).list).toMatchObject([{ id, isLate: true }]);
});
