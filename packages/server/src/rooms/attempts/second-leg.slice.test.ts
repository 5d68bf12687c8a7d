import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { numberKey, settlings } from '../../../test/number-key.ts';
import { anyHour, setPlatformRules, setRules } from '../../../test/rules.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { checkByHand, insertCall } from '../calls/index.ts';
import { fileEnding } from '../dialler/filing.store.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';
import { mayDial, outsideOver } from './outside.ts';
import { dropLeg } from './second-leg.store.ts';
import { takeSecondLeg } from './second-leg.ts';

/** What a call takes of its line and costs when somebody outside is rung for it; nobody dials here. */
let rows: TestDatabase;
/** A live call of a merchant over a line of three channels; the plan talks for a minute at most. */
let live: (merchant?: 0 | 1) => Promise<{ merchantId: string; lineId: string; call: string; fence: number }>;
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await rows.database.pool.query(text, [...values])).rows;

/** A minute and a half, of it 50 seconds with the person. */
const talk = { endedAt: '2026-01-01T00:01:30.000Z', talkMs: 90_000, handedMs: 50_000, transcript: null } as const;
const over = "stage = 'ended', owner = null, leased_until = null, state = 'busy', fault = 'callee', because = 'busy'";

beforeAll(async () => {
  rows = await startTestDatabase();
  const laid = await Promise.all(
    rows.merchants.map(async ({ id }) => {
      const db = merchantDb(rows.database.db, id);
      const line = { name: '线路', address: '192.0.2.10', username: '', callerNumber: '4008' };
      return { db, planId: await insertPlan(db, shortPlan, new Date()), lineId: await insertLine(db, line, false) };
    }),
  );
  await sql('update line set channels = 3, price_per_minute = 0.6');
  live = async (merchant = 0) => {
    const { db, planId, lineId } = laid[merchant]!;
    const { id: merchantId, owner } = rows.merchants[merchant];
    const named = { planName: '话术', lineName: '线路', practice: false, callerNumber: '4008', variables: {} };
    const wish = { ...named, planId, planVersion: 1, lineId, phone: '13800138000', placedBy: owner.id };
    const call = await insertCall(db, { ...wish, price: 6_000, hold: 6_000 });
    await sql("update call set stage = 'talking', owner = 'n', fence = 1, leased_until = now() where id = $1", call);
    await sql('update balance set reserved = reserved + 0.6 where merchant_id = $1', merchantId);
    return { merchantId, lineId, call, fence: 1 };
  };
});
afterAll(() => rows.close());
beforeEach(async () => {
  await sql(`update call set ${over}`);
  await sql(
    'insert into balance select id, 10, 0 from merchant on conflict (merchant_id) do update set amount = 10, reserved = 0',
  );
});

const take = (key: Awaited<ReturnType<typeof live>>) =>
  takeSecondLeg({ db: rows.database.db, numberKey }, { ...key, phone: '13900139000', callerNumber: '4008' });
const money = async () =>
  (await sql('select amount::float8, reserved::float8 from balance where merchant_id = $1', rows.merchants[0].id))[0];

test('a second leg takes a channel of the line; two who want the last one: one gets it, and the other when it is given back', async () => {
  const [one, two] = [await live(), await live()];
  await live(1);
  const answers = await Promise.all([take(one), take(two)]);
  expect(answers.toSorted()).toEqual(['lineFull', null]);
  const [taker, waiter] = answers[0] === null ? [one, two] : [two, one];
  expect(await take(taker)).toBe('lineFull');
  await dropLeg(rows.database.db, taker);
  expect(await take(waiter)).toBeNull();
  await sql(`update call set ${over} where id = $1`, taker.call);
  expect(await take(taker)).toBe('nobody');
  // Several people outside may be in one call: each takes a channel.
  expect(await take(waiter)).toBeNull();
  expect(await take(waiter)).toBe('lineFull');
});

test('a minute of the second leg is held, and what both took is paid; too little money rings nobody', async () => {
  const call = await live();
  await sql('update balance set amount = 1');
  expect(await take(call)).toBe('balanceOut');
  expect(await sql('select legs, reserved::float8 from call where id = $1', call.call)).toEqual([
    { legs: 1, reserved: 0.6 },
  ]);
  await sql('update balance set amount = 10');
  expect(await take(call)).toBeNull();
  expect(await money()).toEqual({ amount: 10, reserved: 1.2 });
  await fileEnding(rows.database.db, answeredEnding(call, talk), settlings);
  // Two minutes begun of its own and one of the second leg.
  expect(await money()).toEqual({ amount: 8.2, reserved: 0 });
});

test('who is rung into a call was called: it counts for the caps of that number, of its merchant and over all', async () => {
  const [ours, theirs] = rows.merchants;
  const caps = { perDay: 1, per7Days: null, per30Days: null, minutesBetween: 0 };
  for (const { id } of rows.merchants)
    await setRules(rows.database, id, { byHand: 'refuse', hours: anyHour.hours!, caps });
  await setPlatformRules(rows.database, { ...anyHour, overMerchants: true });
  const check = (merchantId: string) =>
    checkByHand(rows.database.db, { merchantId, practice: false, phone: '13900139000' });
  await sql('delete from number_rung');
  const call = await live();
  expect(await check(ours.id)).toBeNull();
  expect(await take(call)).toBeNull();
  await expect(check(ours.id)).rejects.toMatchObject({ key: 'byHandCapped' });
  expect(await check(theirs.id)).toBeNull();
  expect(await sql('select calls from number_called where key = $1', numberKey('13900139000'))).toEqual([{ calls: 1 }]);
  // It is over, and was made all the same.
  await fileEnding(rows.database.db, answeredEnding(call, talk), settlings);
  await expect(check(ours.id)).rejects.toMatchObject({ key: 'byHandCapped' });
});

test('a call that is over, or whose claim is another’s, rings nobody', async () => {
  const call = await live();
  expect(await take({ ...call, fence: 2 })).toBe('nobody');
  expect(await take({ ...call, merchantId: rows.merchants[1].id })).toBe('nobody');
});

test('a person is rung by the rules of any number: nobody’s answer gets around them', async () => {
  const { db } = rows.database;
  const [merchant, other] = rows.merchants;
  const [unwanted, known] = ['13900139001', '13900139002'];
  await sql('insert into blacklist (merchant_id, phone) values ($1, $2)', merchant.id, unwanted);
  const may = (phone: string, practice = false, merchantId = merchant.id) =>
    mayDial(db, { merchantId, practice }, phone);
  expect(await may(known)).toBe(true);
  expect(await may(unwanted)).toBe(false);
  expect(await may(unwanted, false, other.id)).toBe(true);
  expect(await may('110')).toBe(false);
  // The practice line rings practice numbers, an ordinary one never.
  expect(await may('15400000001')).toBe(false);
  expect(await may('15400000001', true)).toBe(true);
  expect(await may(known, true)).toBe(false);
});

test('a person who may not be rung takes no channel; one who may gets it, and gives it back', async () => {
  const call = await live();
  const claim = { ...call, practice: false, callerNumber: '4008' };
  const outside = outsideOver({
    ...{ db: rows.database.db, log: openLog('silent', 'test'), numberKey },
    wayOver: async (_: typeof claim, phone: string) => ({ trunk: 'the way', phone: `9${phone}` }),
  });
  expect(await outside(claim, '110')).toEqual({ because: 'notAllowed' });
  const legs = async () => (await sql('select legs from call where id = $1', call.call))[0]?.legs;
  expect(await legs()).toBe(1);
  const way = await outside(claim, '139 0013 9002');
  expect(way).toMatchObject({ trunk: 'the way', phone: '913900139002', callerNumber: '4008' });
  expect(await legs()).toBe(2);
  expect(await outside(claim, '13900139003')).toMatchObject({ phone: '913900139003' });
  expect(await legs()).toBe(3);
  expect(await outside(claim, '13900139004')).toEqual({ because: 'lineFull' });
  if ('giveBack' in way) way.giveBack();
  await expect.poll(legs).toBe(2);
});
