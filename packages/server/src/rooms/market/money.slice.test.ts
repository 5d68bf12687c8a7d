import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { marketEndpoints, planEndpoints, planProductEndpoints, refusals } from '@lianxian/contract';
import { dice, withPlan } from '@lianxian/core';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { awaitedLocks } from '../../../test/awaited-locks.ts';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { type MarketGround, marketGround, takeOf, taskWith } from '../../../test/market-ground.ts';
import { settlings } from '../../../test/number-key.ts';
import { openLevel } from '../../../test/people.ts';
import { cloneDir, configMessage } from '../../config.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { topUp, useRatesOf } from '../billing/index.ts';
import { insertCall } from '../calls/index.ts';
import { fileEnding } from '../dialler/filing.store.ts';
import { insertLine } from '../lines/index.ts';
import { payOutJob } from '../market-money/index.ts';

/** Money of the market: whatever is done, what all have and what is held between them is what was topped up. */
let house: TestHouse;
let market: MarketGround;
const people: { readonly id: string; readonly token: string }[] = [];

beforeAll(async () => {
  house = await startTestHouse();
  market = await marketGround(house, (await openLevel(house, '100000', 'platform')).token);
  people.push({ id: house.merchants[1].id, token: market.buyer });
  for (const number of ['200011', '200012']) {
    const { merchantId: id, token } = await openLevel(house, number, 'merchant');
    people.push({ id, token });
  }
  const line = { name: '线路', address: '192.0.2.10', username: '', callerNumber: '4008' };
  for (const { id } of people) await insertLine(merchantDb(house.database.db, id), line, false);
});
afterAll(() => house.close());

const rows = async (text: string, ...values: unknown[]) => (await house.database.pool.query(text, values)).rows;
const give = (merchantId: string, yuan: string) =>
  topUp(house.database.db, { merchantId, yuan, requestId: null, byEmployee: null, note: '' });
const due = () => rows("update plan_sale set due_at = now() where state = 'held'");
const payOut = () => payOutJob(house.database.db).payOutPlans?.({}, new AbortController().signal);

beforeEach(async () => {
  await rows('truncate balance, ledger, spend_day, plan_sale');
});

/** What all have, and what is held between them; and whether each balance is the sum of its ledger. */
const standing = async () => {
  const [all] = await rows(`
    select trim_scale(coalesce((select sum(amount) from balance), 0)
        + coalesce((select sum(amount) from plan_sale where state = 'held'), 0))::text as money,
      (select coalesce(bool_and(b.amount = (select coalesce(sum(l.amount), 0) from ledger l where l.merchant_id = b.merchant_id)
        and b.amount >= b.reserved and b.reserved = 0), true) from balance b) as kept`);
  return all;
};
const amountOf = async (merchantId: string) =>
  (await rows('select trim_scale(amount)::text as amount from balance where merchant_id = $1', merchantId))[0]
    ?.amount ?? '0';
const platformId = async () => (await rows("select id from merchant where kind = 'platform'"))[0]?.id;
const kinds = async (merchantId: string) =>
  (
    await rows(
      'select kind, trim_scale(amount)::text as amount from ledger where merchant_id = $1 order by id',
      merchantId,
    )
  ).map(({ kind, amount }) => `${kind} ${amount}`);

test('taken twice, at once as well, a plan costs once; its price comes to seller and platform after the day', async () => {
  const { id } = await market.product({ title: '收费', priceKind: 'once', price: '30' });
  const [buyer] = people;
  await give(buyer!.id, '100');
  const answers = await Promise.all([1, 2, 3, 4].map(() => takeOf(house, id, buyer!.token)));
  expect(answers.map(({ isNew }) => isNew).filter(Boolean)).toHaveLength(1);
  expect(new Set(answers.map(({ planId }) => planId)).size).toBe(1);
  expect([await amountOf(buyer!.id), await standing()]).toEqual(['70', { money: '100', kept: true }]);
  await payOut();
  expect(await amountOf(house.merchants[0].id)).toBe('0');
  const sold = async () =>
    (await house.ask(planProductEndpoints.mine, {}, market.seller)).list.find(one => one.id === id);
  expect(await sold()).toMatchObject({ income: '0', coming: '24' });
  await due();
  await Promise.all([payOut(), payOut()]);
  expect(await amountOf(house.merchants[0].id)).toBe('24');
  expect(await amountOf(await platformId())).toBe('6');
  expect(await kinds(house.merchants[0].id)).toEqual(['planSale 24']);
  expect(await standing()).toEqual({ money: '100', kept: true });
  expect(await sold()).toMatchObject({ taken: 1, income: '24', coming: '0' });
});

test('a balance just short, another price by now, one’s own: refused with a sentence, and nothing is taken', async () => {
  const { id, planId } = await market.product({ title: '差一分', priceKind: 'once', price: '30' });
  const [buyer] = people;
  await give(buyer!.id, '29.99');
  const wish = { id, price: '30', requestId: 'short-0001', token: buyer!.token };
  const plans = async () => (await rows('select count(*)::int as n from plan where merchant_id = $1', buyer!.id))[0].n;
  const before = await plans();
  expect(await house.post('market/take', wish)).toMatchObject({
    errorCode: refusals.productMoneyShort.code,
    errorMsg: '余额不足：要 30 元，可用 29.99 元，请先充值',
  });
  await give(buyer!.id, '100');
  expect(await house.post('market/take', { ...wish, price: '20' })).toMatchObject({
    errorCode: refusals.productPriceChanged.code,
  });
  expect(await house.post('market/take', { ...wish, token: market.seller })).toMatchObject({
    errorCode: refusals.productOwn.code,
  });
  expect([await plans(), await amountOf(buyer!.id)]).toEqual([before, '129.99']);
  // Two that are bought of what is enough for one: one is.
  const other = await market.product({ title: '另一个', priceKind: 'once', price: '100' });
  const both = await Promise.all(
    [id, other.id].map((one, at) =>
      house.post('market/take', { ...wish, id: one, price: at === 0 ? '30' : '100', requestId: `both-000${at}` }),
    ),
  );
  expect(both.filter(({ errorCode }) => errorCode === 0)).toHaveLength(1);
  expect(await standing()).toEqual({ money: '129.99', kept: true });
  expect(planId).not.toBe('');
});

/** A call of a plan, rated as a call that is placed now, and its end after so long. */
const callWith = async (merchantId: string, planId: string, talkMs: number) => {
  const db = merchantDb(house.database.db, merchantId);
  const [line] = await rows('select id from line where merchant_id = $1 order by id limit 1', merchantId);
  const [who] = await rows('select id from employee where merchant_id = $1 order by id limit 1', merchantId);
  const rates = await useRatesOf(house.database.db, merchantId, planId);
  const named = { planName: '话术', lineName: '线路', practice: false, callerNumber: '4008', variables: {} };
  const wish = { ...named, planId, planVersion: 1, lineId: line.id, phone: '13800138000', placedBy: who.id };
  const held = rates?.hold ?? 0;
  const { rowCount } = await house.database.pool.query(
    'update balance set reserved = reserved + $2::numeric / 10000 where merchant_id = $1 and amount - reserved >= $2::numeric / 10000',
    [merchantId, held],
  );
  if (rowCount === 0 && held > 0) return null;
  const call = await insertCall(db, { ...wish, useRates: rates, hold: held });
  await rows("update call set stage = 'talking', owner = 'n', fence = 1, leased_until = now() where id = $1", call);
  return () => fileEnding(house.database.db, answeredEnding({ merchantId, call, fence: 1 }, { talkMs }), settlings);
};

test('a plan by the minute is paid with the end of each call, once, and is no more given back', async () => {
  const { id } = await market.product({ title: '按分钟', priceKind: 'minute', price: '0.6' });
  const [buyer] = people;
  await give(buyer!.id, '10');
  const { planId, paid } = await takeOf(house, id, buyer!.token);
  expect([paid, withPlan(null, 6_000)]).toMatchObject(['0', await useRatesOf(house.database.db, buyer!.id, planId)]);
  const end = await callWith(buyer!.id, planId, 90_000);
  expect(await house.post('market/giveBack', { planId, token: buyer!.token })).toMatchObject({
    errorCode: refusals.productCalledWith.code,
  });
  await Promise.all([end?.(), end?.()]);
  expect([await amountOf(buyer!.id), await kinds(buyer!.id)]).toEqual(['9.1', ['topUp 10', 'plan -0.9']]);
  expect(await standing()).toEqual({ money: '10', kept: true });
  await payOut();
  expect([await amountOf(house.merchants[0].id), await amountOf(await platformId())]).toEqual(['0.72', '0.18']);
  // What is left does not reach for all of it: no balance falls below nothing.
  const long = await callWith(buyer!.id, planId, 60 * 60_000);
  await long?.();
  expect(await amountOf(buyer!.id)).toBe('0');
  expect(await standing()).toEqual({ money: '10', kept: true });
});

test('a plan is given back within a day; its copy costs nothing when it was only removed', async () => {
  const { id } = await market.product({ title: '退款', priceKind: 'once', price: '12.5' });
  const [buyer] = people;
  await give(buyer!.id, '20');
  const { planId } = await takeOf(house, id, buyer!.token);
  await rows('update plan set removed_at = now() where id = $1', planId);
  const again = await takeOf(house, id, buyer!.token);
  expect([again.isNew, again.paid, again.planId === planId]).toEqual([true, '0', false]);
  const back = { planId: again.planId, token: buyer!.token };
  await taskWith(house, buyer!.id, again.planId, 'paused');
  expect(await house.post('market/giveBack', back)).toMatchObject({ errorMsg: expect.stringContaining('在用的任务') });
  await rows("update task set state = 'stopped' where name = '在用的任务'");
  const both = await Promise.all([house.post('market/giveBack', back), house.post('market/giveBack', back)]);
  expect(both.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 105]);
  expect([await amountOf(buyer!.id), await standing()]).toEqual(['20', { money: '20', kept: true }]);
  expect((await house.ask(marketEndpoints.detail, { id }, buyer!.token)).mine).toBeNull();
  await takeOf(house, id, buyer!.token);
  await rows("update taken_plan set taken_at = taken_at - interval '25 hours' where product_id = $1", id);
  const { mine } = await house.ask(marketEndpoints.detail, { id }, buyer!.token);
  expect(mine?.refundableUntil).toBeNull();
  expect(await house.post('market/giveBack', { planId: mine?.planId ?? '', token: buyer!.token })).toMatchObject({
    errorCode: refusals.productGiveBackLate.code,
  });
});

test('what was called with is not given back as the fresh copy of a plan that was removed; that one never comes back beside it', async () => {
  const { id } = await market.product({ title: '删后再取', priceKind: 'once', price: '8' });
  const [buyer] = people;
  const { token } = buyer!;
  await give(buyer!.id, '20');
  const { planId: first } = await takeOf(house, id, token);
  const end = await callWith(buyer!.id, first, 1_000);
  await end?.();
  const { undo } = await house.ask(planEndpoints.remove, { id: first }, token);
  const { planId } = await takeOf(house, id, token);
  expect((await house.ask(marketEndpoints.detail, { id }, token)).mine?.refundableUntil).toBeNull();
  expect(await house.post('market/giveBack', { planId, token })).toMatchObject({
    errorCode: refusals.productCalledWith.code,
  });
  expect((await house.post('removal/undo', { undo, token })).errorCode).not.toBe(0);
  expect(await rows('select 1 from plan where id = $1 and removed_at is null', first)).toEqual([]);
  // Of who takes it back and who takes a copy at once, one plan is what there is.
  const again = await house.ask(planEndpoints.remove, { id: planId }, token);
  await Promise.all([
    house.post('removal/undo', { undo: again.undo, token }),
    takeOf(house, id, token).catch(() => undefined),
  ]);
  const there = 'select 1 from plan where merchant_id = $1 and removed_at is null and name = $2';
  expect(await rows(there, buyer!.id, '删后再取')).toHaveLength(1);
  expect([await amountOf(buyer!.id), await standing()]).toEqual(['12', { money: '20', kept: true }]);
});

test('a call that ends when its plan by the minute was removed and taken anew is paid to its seller', async () => {
  const { id } = await market.product({ title: '分钟换新', priceKind: 'minute', price: '1' });
  const [buyer] = people;
  await give(buyer!.id, '10');
  const { planId } = await takeOf(house, id, buyer!.token);
  const end = await callWith(buyer!.id, planId, 60_000);
  await house.ask(planEndpoints.remove, { id: planId }, buyer!.token);
  await takeOf(house, id, buyer!.token);
  await end?.();
  expect([await amountOf(buyer!.id), await standing()]).toEqual(['9', { money: '10', kept: true }]);
  await payOut();
  expect(await amountOf(house.merchants[0].id)).toBe('0.8');
});

test('a plan that answers a number of a line is not given back', async () => {
  const { id } = await market.product({ title: '接听中', priceKind: 'once', price: '1' });
  const [buyer] = people;
  await give(buyer!.id, '1');
  const { planId } = await takeOf(house, id, buyer!.token);
  await rows('update line_number set plan_id = $2 where merchant_id = $1', buyer!.id, planId);
  expect(await house.post('market/giveBack', { planId, token: buyer!.token })).toMatchObject({
    errorCode: refusals.planOnLine.code,
  });
});

test.each([1, 2, 3])('whatever three merchants do at random, money is neither made nor lost (seed %d)', async seed => {
  const roll = dice(seed).next;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)]!;
  const once = await market.product({ title: `随机 ${seed}`, priceKind: 'once', price: '3.33' });
  const minute = await market.product({ title: `随机分钟 ${seed}`, priceKind: 'minute', price: '0.07' });
  let topped = 0;
  for (const { id } of people) {
    await give(id, '10');
    topped += 10;
  }
  const planOf = async (merchantId: string, productId: string): Promise<string | undefined> =>
    (
      await rows(
        'select plan_id from taken_plan where merchant_id = $1 and product_id = $2 and given_back_at is null',
        merchantId,
        productId,
      )
    )[0]?.plan_id;
  const acts = {
    take: async () => {
      const { token } = pick(people);
      await takeOf(house, pick([once.id, minute.id]), token).catch(() => undefined);
    },
    giveBack: async () => {
      const { id, token } = pick(people);
      const planId = await planOf(id, once.id);
      if (planId !== undefined) await house.post('market/giveBack', { planId, token });
    },
    call: async () => {
      const { id } = pick(people);
      const planId = await planOf(id, minute.id);
      const end = planId === undefined ? null : await callWith(id, planId, Math.floor(roll() * 300_000));
      await end?.();
    },
    pay: async () => {
      if (roll() < 0.5) await due();
      await payOut();
    },
    topUp: async () => {
      await give(pick(people).id, '1.01');
      topped += 1.01;
    },
  };
  for (let step = 0; step < 12; step += 1) {
    await Promise.all([pick(Object.values(acts))(), pick(Object.values(acts))(), pick(Object.values(acts))()]);
    expect(await standing(), `step ${step}`).toEqual({ money: String(Math.round(topped * 100) / 100), kept: true });
  }
});

test('killed while it pays out, at whatever moment, a process pays each sale once', async () => {
  const { id } = await market.product({ title: '击杀', priceKind: 'minute', price: '0.1' });
  const [buyer] = people;
  await give(buyer!.id, '1000');
  const { planId } = await takeOf(house, id, buyer!.token);
  await rows(
    `with paid as (update balance set amount = amount - 300 where merchant_id = $1 returning amount),
      entry as (insert into ledger (merchant_id, kind, amount, amount_after) select $1, 'plan', -300, amount from paid)
     insert into plan_sale (merchant_id, product_id, seller_id, title, call_id, amount, share, due_at)
     select $1, $2, $3, '击杀', n, 0.1, 0.02, now() from generate_series(1, 3000) n`,
    buyer!.id,
    id,
    house.merchants[0].id,
  );
  const roll = dice(7).next;
  for (let left = 2; left > 0; left -= 1) {
    const victim = spawn(process.execPath, [join(import.meta.dirname, '../../../test/payout-process.ts'), house.url]);
    await once(victim.stdout, 'data');
    await expect.poll(async () => (await rows("select 1 from plan_sale where state = 'paid' limit 1")).length).toBe(1);
    for (let n = Math.floor(roll() * 20); n > 0; n -= 1) await rows('select 1');
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    expect(await standing()).toEqual({ money: '1000', kept: true });
  }
  await payOut();
  expect(planId).not.toBe('');
  expect([await amountOf(house.merchants[0].id), await amountOf(await platformId())]).toEqual(['240', '60']);
});

test('killed while it takes a plan, before its last row, a process has taken neither plan nor money', async () => {
  const { id } = await market.product({ title: '取到一半', priceKind: 'once', price: '5' });
  const [, buyer] = people;
  await give(buyer!.id, '10');
  const victim: ChildProcess = fork(join(cloneDir, 'packages/server/src/main.ts'), ['--role', 'web']);
  const warden = new Client({ connectionString: house.url });
  await warden.connect();
  try {
    const over = {
      dataDir: house.dataDir,
      databaseUrl: house.url,
      webDist: join(house.dataDir, 'dist'),
      logLevel: 'silent',
    } as const;
    victim.send(configMessage(testConfig(over)));
    const [{ port }] = (await once(victim, 'message')) as [{ port: number }];
    const plans = async () =>
      (await rows('select count(*)::int as n from plan where merchant_id = $1', buyer!.id))[0].n;
    const before = await plans();
    await warden.query('begin');
    await warden.query('lock table product_shelf in share mode');
    const body = new URLSearchParams({ id, price: '5', requestId: 'killed-0001', token: buyer!.token });
    const answer = fetch(`http://127.0.0.1:${port}/api/front/market/take`, { method: 'POST', body }).catch(
      () => 'died',
    );
    await expect.poll(() => awaitedLocks(house.database.pool), { timeout: 30_000 }).toBe(1);
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    await warden.query('rollback');
    expect(await answer).toBe('died');
    expect([await plans(), await amountOf(buyer!.id)]).toEqual([before, '10']);
    const took = await takeOf(house, id, buyer!.token);
    expect([took.isNew, await amountOf(buyer!.id)]).toEqual([true, '5']);
  } finally {
    victim.kill('SIGKILL');
    await warden.end();
  }
});
