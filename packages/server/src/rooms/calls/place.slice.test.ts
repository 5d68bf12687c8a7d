import { callEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { nodeBeat } from '../../../test/nodes.ts';
import { setPlatformRules, setRules } from '../../../test/rules.ts';
import { giveSeat } from '../../../test/seats.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { beat } from '../dialler/index.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';

/** What holds for a test call by hand as well (docs/calls.md#calls-by-hand); nobody dials here. */
let house: TestHouse;
let token: string;
let stranger: string;
let planId: string;
let lineId: string;
let practice: string;
let foreign: { planId: string; lineId: string };
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;

beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  const line = { name: '线路', address: '192.0.2.10', username: '', callerNumber: '4008' };
  const lay = async (merchant: string) => {
    const db = merchantDb(house.database.db, merchant);
    return { planId: await insertPlan(db, shortPlan, house.now()), lineId: await insertLine(db, line, false) };
  };
  ({ planId, lineId } = await lay(house.merchants[0].id));
  foreign = await lay(house.merchants[1].id);
  practice = await insertLine(merchantDb(house.database.db, house.merchants[0].id), line, true);
  await setRules(house.database, house.merchants[0].id, { hours: { from: 0, to: 1 }, channels: 6 });
});
afterAll(() => house.close());
beforeEach(async () => {
  await beat(house.database.db, nodeBeat());
  await sql(
    "update call set stage = 'ended', state = 'busy', fault = 'callee', because = 'busy' where stage <> 'ended'",
  );
  await sql('update line set channels = 10, price_per_minute = 0');
  await sql(
    'insert into balance select id, 1, 0 from merchant on conflict (merchant_id) do update set amount = 1, reserved = 0',
  );
});

const place = (over: Record<string, string> = {}, as = token) =>
  house.post('call/place', { planId, lineId, phone: '13800138000', token: as, ...over });
const balance = () =>
  sql('select amount::float8, reserved::float8 from balance where merchant_id = $1', house.merchants[0].id);
const tally = (answers: readonly { errorCode: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ errorCode }) => errorCode)].map(([code, of]) => [code, of.length]));

test('O-303: who does not hold call_out calls nobody', async () => {
  const looker = await house.signInWith(['callLog', 'port', 'monitor'], []);
  expect(await place({}, looker)).toMatchObject({ errorCode: 104 });
  const caller = await house.signInWith(['callLog'], ['call_out']);
  expect(await place({}, caller)).toMatchObject({ errorCode: 0 });
});

test('hours and caps do not bind a call by hand: the same number at any hour, again and again', async () => {
  for (let n = 0; n < 3; n += 1) expect(await place()).toMatchObject({ errorCode: 0 });
});

test('where the platform caps all merchants together a call by hand counts, and none is refused', async () => {
  const caps = { perDay: 1, per7Days: null, per30Days: null, minutesBetween: 0 };
  await setPlatformRules(house.database, { overMerchants: true, caps });
  const counted = async () => (await sql('select coalesce(sum(calls), 0)::int as calls from number_called'))[0]?.calls;
  expect(await place()).toMatchObject({ errorCode: 0 });
  expect(await place({ ...foreign }, stranger)).toMatchObject({ errorCode: 0 });
  expect(await counted()).toBe(2);
  expect(await place({ lineId: practice, phone: '15400000001' })).toMatchObject({ errorCode: 0 });
  expect(await counted()).toBe(2);
  await setPlatformRules(house.database, {});
  expect(await place()).toMatchObject({ errorCode: 0 });
  expect(await counted()).toBe(2);
});

test('a number on the blacklist is called by nobody of the merchant; another merchant may', async () => {
  await sql("insert into blacklist (merchant_id, phone) values ($1, '13800138001')", house.merchants[0].id);
  expect(await place({ phone: '+86 138-0013-8001' })).toMatchObject({
    errorCode: 124,
    errorMsg: '号码在黑名单里，不能呼叫',
  });
  expect(await place({ ...foreign, phone: '13800138001' }, stranger)).toMatchObject({ errorCode: 0 });
});

test('ten who call at once over a line of four channels: four calls, six refusals', async () => {
  await sql('update line set channels = 4 where id = $1', lineId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => place()));
  expect(tally(answers)).toEqual({ 0: 4, 123: 6 });
  expect(await sql("select count(*)::int as n from call where stage = 'placed'")).toEqual([{ n: 4 }]);
});

test('the merchant’s own limit holds over all its lines', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => place(n % 2 ? {} : { lineId: practice, phone: '15400000001' })),
  );
  expect(tally(answers)).toEqual({ 0: 6, 120: 4 });
});

test('a call holds what it may cost, the next one finds too little; the practice line costs nothing', async () => {
  // The plan talks for a minute at most.
  await sql("update line set price_per_minute = '0.6'");
  expect(await place()).toMatchObject({ errorCode: 0 });
  expect(await balance()).toEqual([{ amount: 1, reserved: 0.6 }]);
  expect(await place()).toMatchObject({ errorCode: 125, errorMsg: '余额不足，请充值后再呼叫' });
  expect(await place({ lineId: practice, phone: '15400000001' })).toMatchObject({ errorCode: 0 });
  expect(await balance()).toEqual([{ amount: 1, reserved: 0.6 }]);
  const { list } = await house.ask(callEndpoints.list, {}, token);
  const [row] = await sql(
    'select price_per_minute::float8 as price, reserved::float8 from call where id = $1',
    list[1]?.id,
  );
  expect(row).toEqual({ price: 0.6, reserved: 0.6 });
});

test('a cap protects the number from calls by hand as well: ten at once over three calls a day', async () => {
  const [{ id: merchant }] = house.merchants;
  await setRules(house.database, merchant, { channels: 300 });
  await sql('update line_number set daily_cap = 3, used = 0 where line_id = $1', lineId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => place()));
  expect(tally(answers)).toEqual({ 0: 3, 181: 7 });
  expect(answers.find(({ errorCode }) => errorCode === 181)).toMatchObject({
    errorMsg: '线路的外显号码今天都用完了，或都已停用',
  });
  const seen = await sql("select distinct caller_number from call where stage = 'placed'");
  expect(seen).toEqual([{ caller_number: '4008' }]);
  await sql('update line_number set daily_cap = 0');
});

test('a line that its owner switched off is not called over by hand either', async () => {
  await sql('update line set enabled = false where id = $1', lineId);
  expect(await place()).toMatchObject({ errorCode: 180, errorMsg: '线路已停用，启用后再呼叫' });
  await sql('update line set enabled = true where id = $1', lineId);
});

test('a number that a seat has rung into its call is called by hand: lists refuse it, hours warn, or refuse, as its merchant says', async () => {
  const [{ id: merchantId, owner }] = house.merchants;
  await giveSeat(house, merchantId, owner.id);
  const [live] = await sql(
    `insert into call (merchant_id, origin, plan_name, line_id, line_name, phone, caller_number, seat_id, owner_id, stage, owner,
       fence, leased_until, answered_at)
     values ($1, 'seat', '', $2, '线路', '13800138009', '4008', $3, $3, 'talking', 'node', 1, now(), now()) returning id`,
    ...[merchantId, lineId, owner.id],
  );
  const ring = (phone: string) =>
    house.post('seat/act', { callId: live.id, act: 'transfer', to: JSON.stringify({ type: 'outside', phone }), token });
  const orders = async () => (await sql('select count(*)::int as n from seat_order'))[0].n;
  await sql("insert into blacklist (merchant_id, phone) values ($1, '13800138008')", merchantId);
  expect(await ring('13800138008')).toMatchObject({ errorCode: 124 });
  // Open for one hour on the other side of the day; the merchant's clock is eight hours ahead of UTC.
  const from = ((new Date().getUTCHours() + 20) % 24) * 60;
  const hours = { from, to: from + 60 };
  await setRules(house.database, merchantId, { hours, byHand: 'refuse' });
  expect((await ring('13800138007')).errorCode).not.toBe(0);
  expect(await orders()).toBe(0);
  await setRules(house.database, merchantId, { hours, byHand: 'warn' });
  expect(await ring('13800138007')).toMatchObject({ errorCode: 0, data: { warning: expect.stringMatching(/./) } });
  await setRules(house.database, merchantId, { hours, byHand: 'free' });
  expect(await ring('13800138007')).toMatchObject({ errorCode: 0, data: { warning: null } });
  expect(await orders()).toBe(2);
});
