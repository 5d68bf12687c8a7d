import type { BillUnit, CallUse, UseRates } from '@lianxian/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { claimOf } from '../../../test/claimed.ts';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { settlings } from '../../../test/number-key.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { inTransaction, merchantDb } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { charge, reserve, topUp } from '../billing/index.ts';
import { insertCall } from '../calls/index.ts';
import { fileEnding } from '../dialler/filing.store.ts';
import type { LiveTalk } from '../dialler/index.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';
import { openPaying } from './index.ts';
import { holdMore } from './paying.store.ts';

/** What is held of talks while they go on, and what it comes to; nobody dials here. */
let rows: TestDatabase;
let place: (merchant: 0 | 1, price: number, unitS?: BillUnit, useRates?: UseRates) => Promise<Placed | null>;
interface Placed {
  readonly merchantId: string;
  readonly call: string;
  readonly fence: number;
}
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await rows.database.pool.query(text, [...values])).rows;

beforeAll(async () => {
  rows = await startTestDatabase();
  const { db } = rows.database;
  const laid = await Promise.all(
    rows.merchants.map(async ({ id }) => {
      const own = merchantDb(db, id);
      const line = { name: '线路', address: '192.0.2.10', username: '', callerNumber: '4008' };
      return { own, planId: await insertPlan(own, shortPlan, new Date()), lineId: await insertLine(own, line, false) };
    }),
  );
  place = async (merchant, price, unitS = 60, useRates) => {
    const { own, planId, lineId } = laid[merchant]!;
    const { id: merchantId, owner } = rows.merchants[merchant];
    const held = price + (useRates?.hold ?? 0);
    if (!(await reserve(db, merchantId, held))) return null;
    const named = { planName: '话术', lineName: '线路', practice: false, callerNumber: '4008', variables: {} };
    const wish = { ...named, planId, planVersion: 1, lineId, phone: '13800138000', placedBy: owner.id };
    const call = await insertCall(own, { ...wish, price, unitS, hold: held, useRates: useRates ?? null });
    await sql("update call set stage = 'talking', owner = 'n', fence = 1, leased_until = now() where id = $1", call);
    return { merchantId, call, fence: 1 };
  };
});
afterAll(() => rows.close());
beforeEach(async () => {
  const over = "stage = 'ended', owner = null, leased_until = null, state = 'busy', fault = 'callee', because = 'busy'";
  await sql(`update call set ${over} where stage <> 'ended'`);
  await sql('truncate ledger, spend_day, balance');
});

const give = (merchant: 0 | 1, yuan: string) =>
  inTransaction(rows.database.db, tx =>
    topUp(tx, { merchantId: rows.merchants[merchant].id, yuan, requestId: null, byEmployee: null, note: '' }),
  );
const hold = (calls: readonly Placed[], minutes: number, use = 0) =>
  holdMore(
    rows.database.db,
    'n',
    calls.map(({ merchantId, call }) => ({ merchantId, call, minutes, handedMinutes: 0, use })),
  );
const end = (call: Placed, talkMs: number, uses: readonly CallUse[] = []) =>
  fileEnding(rows.database.db, answeredEnding(call, { talkMs, uses, transcript: null }), settlings);
const money = async (merchant: 0 | 1 = 0) =>
  (
    await sql(
      'select amount::float8, reserved::float8 from balance where merchant_id = $1',
      rows.merchants[merchant].id,
    )
  )[0];

test('ten yuan carry fifty talks at once; the next minute of each is held in one go, of the oldest first where it does not reach for all', async () => {
  await give(0, '10');
  const calls: Placed[] = [];
  for (let n = 0; n < 50; n += 1) calls.push((await place(0, 1_200))!);
  expect(await money()).toEqual({ amount: 10, reserved: 6 });
  const covered = await hold(calls, 2);
  const byCall = new Map(covered.map(({ call, isCovered }) => [call, isCovered]));
  expect(calls.map(({ call }) => byCall.get(call))).toEqual([
    ...Array.from({ length: 33 }, () => true),
    ...Array.from({ length: 17 }, () => false),
  ]);
  expect(await money()).toEqual({ amount: 10, reserved: 9.96 });
  await Promise.all(calls.map((call, n) => end(call, n < 33 ? 61_000 : 59_000)));
  expect(await money()).toEqual({ amount: 0.04, reserved: 0 });
});

test('nothing is held of what is over, of another node, or of another merchant’s money', async () => {
  await give(0, '1');
  await give(1, '1');
  const [over, foreign, live, other] = [
    (await place(0, 1_000))!,
    (await place(0, 1_000))!,
    (await place(0, 1_000))!,
    (await place(1, 6_000))!,
  ];
  await end(over, 1_000);
  await sql("update call set owner = 'elsewhere' where id = $1", foreign.call);
  const answers = await hold([over, foreign, live, other], 3);
  expect(answers.toSorted((a, b) => Number(a.call) - Number(b.call))).toEqual([
    { call: live.call, isCovered: true },
    { call: other.call, isCovered: false },
  ]);
  expect([await money(0), await money(1)]).toEqual([
    { amount: 0.9, reserved: 0.4 },
    { amount: 1, reserved: 0.6 },
  ]);
});

test('a second leg that rings keeps its minute: what is used meanwhile is held beside it', async () => {
  await give(0, '10');
  const call = (await place(0, 1_000))!;
  expect(await reserve(rows.database.db, call.merchantId, 6_000)).toBe(true);
  await sql('update call set legs = 2, second_leg_price = 0.6, reserved = reserved + 0.6 where id = $1', call.call);
  await hold([call], 1, 5_000);
  expect(await money()).toEqual({ amount: 10, reserved: 0.1 + 0.6 + 0.5 });
});

test('a call of an earlier release holds its longest talk and the minute as its unit: nothing more is held, and it settles as it was', async () => {
  await give(0, '10');
  const call = (await place(0, 6_000))!;
  await sql('update call set reserved = 3 where id = $1', call.call);
  await sql('update balance set reserved = 3');
  expect(await hold([call], 4)).toEqual([{ call: call.call, isCovered: true }]);
  expect(await money()).toEqual({ amount: 10, reserved: 3 });
  await end(call, 61_000);
  expect(await money()).toEqual({ amount: 8.8, reserved: 0 });
});

test('a talk is paid ahead of need, a minute at a time; one that cannot be is told once how long it has', async () => {
  await give(0, '0.3');
  await sql('update balance set low_below = 0.5');
  const call = (await place(0, 1_000))!;
  const claim = claimOf(call.call, { ...call, priced: true, practice: false });
  let talk: LiveTalk = { claim, talkMs: 39_000, handedMs: 0, useCost: 0 };
  const told: number[] = [];
  const paying = openPaying({
    ...{ db: rows.database.db, log: openLog('silent', 'test'), owner: 'n', lookEveryMs: 5 },
    talks: () => [talk],
    runOut: (_, leftMs) => told.push(leftMs),
  });
  const at = async (talkMs: number, reserved: number) => {
    talk = { claim, talkMs, handedMs: 0, useCost: 0 };
    await expect.poll(async () => (await money())?.reserved).toBe(reserved);
  };
  try {
    await at(39_000, 0.1);
    await at(41_000, 0.2);
    await at(101_000, 0.3);
    talk = { claim, talkMs: 163_000, handedMs: 0, useCost: 0 };
    await expect.poll(() => told.length).toBe(1);
    talk = { claim, talkMs: 166_000, handedMs: 0, useCost: 0 };
    await give(0, '1');
    await expect.poll(async () => (await money())?.amount).toBe(1.3);
  } finally {
    await paying.close();
  }
  expect(told).toEqual([17_000]);
  const rung = await sql("select merchant_id::text as id, facts from bell_event where kind = 'moneyLow'");
  expect(rung).toEqual([{ id: rows.merchants[0].id, facts: { amount: '0.3', below: '0.5' } }]);
  expect((await money())?.reserved).toBe(0.3);
});

const rates: UseRates = { recognition: 600, synthesis: 2_000, model: 100, hosts: ['models'], hold: 2_000 };

test('what a talk uses is held as it is seen, with a minute ahead; where the balance does not reach, it is told to end', async () => {
  await give(0, '0.6');
  const call = (await place(0, 1_000, 60, rates))!;
  const claim = claimOf(call.call, { ...call, priced: true, practice: false, useRates: rates });
  let talk: LiveTalk = { claim, talkMs: 1_000, handedMs: 0, useCost: 1_000 };
  const told: number[] = [];
  const paying = openPaying({
    ...{ db: rows.database.db, log: openLog('silent', 'test'), owner: 'n', lookEveryMs: 5 },
    talks: () => [talk],
    runOut: (_, leftMs) => told.push(leftMs),
  });
  try {
    await expect.poll(async () => (await money())?.reserved).toBe(0.3);
    talk = { ...talk, talkMs: 8_000, useCost: 2_500 };
    await expect.poll(async () => (await money())?.reserved).toBe(0.55);
    talk = { ...talk, talkMs: 15_000, useCost: 4_000 };
    await expect.poll(() => told).toEqual([20_000]);
  } finally {
    await paying.close();
  }
  // A model that took more than anybody foresaw takes no more than there is.
  const model = { kind: 'model', host: 'models', answers: 1, asked: 80_000, answered: 0, estimated: false } as const;
  await end(call, 20_000, [model]);
  expect(await money()).toEqual({ amount: 0, reserved: 0 });
  const [record] = await sql('select cost::float8 from call where id = $1', call.call);
  expect(record).toEqual({ cost: 0.6 });
});

test('on a line that costs nothing what is held for use is given back without an entry', async () => {
  await give(0, '1');
  const call = (await place(0, 0, 60, rates))!;
  expect(await money()).toEqual({ amount: 1, reserved: 0.2 });
  await end(call, 5_000);
  expect(await money()).toEqual({ amount: 1, reserved: 0 });
  expect(await sql('select kind from ledger where call_id is not null')).toEqual([]);
});

/** Small and fast, the same every time. */
const dice = (seed: number) => {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
};

test.each([1, 2, 3])('the money adds up after every step, whatever comes in which order: seed %i', async seed => {
  const roll = dice(seed);
  const prices = [1, 1_234, 6_000, 25_000] as const;
  let live: Placed[] = [];
  for (let step = 0; step < 60; step += 1) {
    const merchant = roll(2) as 0 | 1;
    const some = live.filter(() => roll(2) === 0);
    const kind = roll(6);
    if (kind === 0) await give(merchant, `${roll(4)}.0${1 + roll(9)}`);
    else if (kind <= 2) {
      const placed = await place(merchant, prices[roll(4)]!, roll(2) === 0 ? 6 : 60, roll(2) === 0 ? rates : undefined);
      if (placed !== null) live.push(placed);
    } else if (kind === 3) await Promise.all([hold(some, 1 + roll(5), roll(9_000)), hold(live, 1 + roll(4))]);
    else if (kind === 4) {
      const uses = (): readonly CallUse[] => [
        { kind: 'recognition', host: '', ms: roll(400_000) },
        { kind: 'synthesis', host: roll(2) === 0 ? 'models:8000' : 'elsewhere', characters: roll(900) },
        { kind: 'model', host: 'models', answers: 1, asked: roll(40_000), answered: roll(300), estimated: false },
      ];
      await Promise.all([...some.map(call => end(call, roll(400_000), uses())), hold(live, 2)]);
      live = live.filter(call => !some.includes(call));
    } else {
      const use = {
        merchantId: rows.merchants[merchant].id,
        kind: 'sms',
        amount: roll(5_000),
        requestId: `${step}`,
      } as const;
      await charge(rows.database.db, { ...use, call: some[0]?.call ?? null }, roll(2) === 0);
    }
    const [wrong] = await sql(`
      select count(*)::int as n from merchant m
        left join balance b on b.merchant_id = m.id
        left join lateral (select coalesce(sum(amount), 0) as told from ledger l where l.merchant_id = m.id) l on true
        left join lateral (select coalesce(sum(amount), 0) as summed from spend_day s where s.merchant_id = m.id) s on true
        left join lateral (select coalesce(sum(reserved), 0) as held from call c
          where c.merchant_id = m.id and c.stage <> 'ended') c on true
      where l.told <> coalesce(b.amount, 0) or s.summed <> l.told or c.held <> coalesce(b.reserved, 0) or b.amount < b.reserved`);
    expect(wrong, `step ${step}`).toEqual({ n: 0 });
  }
  const [records] = await sql(`
    select count(*)::int as n from call c join lateral (
      select sum(amount) as told from ledger l
      where l.merchant_id = c.merchant_id and l.call_id = c.id and l.kind <> 'sms') l on true
    where c.stage = 'ended' and l.told <> -c.cost`);
  expect(records).toEqual({ n: 0 });
});
