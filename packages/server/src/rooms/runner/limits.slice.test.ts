import type { Plan } from '@lianxian/core';
import { practiceCallees } from '@lianxian/core/simulation';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { setRules } from '../../../test/rules.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { openTown, type Town } from '../../../test/task-town.ts';

/** What a task may not do on an ordinary line (docs/tasks.md, docs/safety.md), seen to hold on whole tasks. */
const plan: Plan = {
  ...shortPlan,
  intents: [
    ...shortPlan.intents,
    { id: 'leaveMe', name: '别再打', priority: 50, means: 'refuse', noMoreCalls: true, words: ['别再打'] },
  ],
};
let rows: TestDatabase;
let town: Town;
let other: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows, rows.merchants[0], plan);
  other = await openTown(rows, rows.merchants[1]);
  await town.node();
});
afterAll(async () => {
  await town.close();
  await rows.close();
});
beforeEach(() => {
  town.dialled.length = 0;
});

/** Says what is written for it here, whatever the plan asks. */
const { temper: _mind, ...talker } = practiceCallees[0]!.persona;
const over = (task: string) => town.until(async () => (await town.standing(task)).state === 'finished');
let series = 13_100_000_000;
const phones = (count: number): string[] => {
  series += count;
  return Array.from({ length: count }, (_, n) => String(series - count + n));
};
const dialled = () => town.dialled.map(call => call.phone);

test('a number that was called three times today waits for tomorrow; another merchant’s calls do not count', async () => {
  const [{ portId }, foreign] = [await town.line(), await other.line()];
  const [often, twice] = phones(2);
  for (let n = 0; n < 3; n += 1) await over(await town.task({ ports: [portId], phones: [often!] }));
  const theirs = await other.task({ ports: [foreign.portId], phones: [twice!] });
  await town.until(async () => (await other.standing(theirs)).state === 'finished');
  for (let n = 0; n < 2; n += 1) await over(await town.task({ ports: [portId], phones: [twice!] }));
  const task = await town.task({ ports: [portId], phones: [often!, twice!] });
  await town.until(async () => (await town.standing(task)).settled === 1);
  expect(await town.callees(task)).toMatchObject([
    { phone: often, state: 'retry', because: 'cappedDay', attempts: 0 },
    { phone: twice, state: 'settled', attempts: 1 },
  ]);
  const [due] = await town.sql(
    'select due_at > now() as later from callee where task_id = $1 and phone = $2',
    task,
    often,
  );
  expect(due).toEqual({ later: true });
});

test('numbers for nobody are left out with the reason, also when they were blacklisted after the import', async () => {
  const { portId } = await town.line();
  const [good, unwanted] = phones(2);
  const task = await town.task({
    ports: [portId],
    phones: [good!, unwanted!, '01012110', '15400000777'],
    state: 'draft',
  });
  await town.sql('insert into blacklist (merchant_id, phone) values ($1, $2)', town.merchant.id, unwanted);
  await town.sql("update task set state = 'running' where id = $1", task);
  await over(task);
  expect(dialled()).toEqual([good]);
  expect((await town.callees(task)).map(callee => [callee.phone, callee.because])).toEqual([
    [good, 'notRetried'],
    [unwanted, 'blacklisted'],
    ['01012110', 'forbidden'],
    ['15400000777', 'undialable'],
  ]);
});

test('lists of the platform, a trade and the task hold at the claim, as does a consent that is asked for; a white number passes the cap alone', async () => {
  const { portId } = await town.line();
  const [good, white, black, capped, shared, traded, mine, ended, unasked] = phones(9) as string[];
  const [trade] = await town.sql("insert into trade (name) values ('教育') returning id");
  const { id } = town.merchant;
  await town.sql('insert into merchant_trade values ($1, $2)', id, trade?.id);
  await town.sql(
    `insert into shared_blacklist (phone, trade_id, expires_at) values ($1, null, null), ($2, $3, null), ($4, null, now() - interval '1 s')`,
    ...[shared, traded, trade?.id, ended],
  );
  await town.sql('insert into whitelist (merchant_id, phone) values ($1, $2), ($1, $3)', id, white, black);
  await town.sql('insert into blacklist (merchant_id, phone) values ($1, $2)', id, black);
  for (let n = 0; n < 3; n += 1) await over(await town.task({ ports: [portId], phones: [white!, capped!] }));
  town.dialled.length = 0;
  await town.sql('update merchant set consent_required = true where id = $1', id);
  const list = [good, white, black, capped, shared, traded, mine, ended, unasked] as string[];
  await town.sql(
    `insert into consent (merchant_id, phone, source, from_at) select $1, phone, 'form', now() from unnest($2::text[]) phone`,
    ...[id, list.slice(0, -1)],
  );
  const task = await town.task({ ports: [portId], phones: list, state: 'draft' });
  await town.sql('insert into blacklist (merchant_id, task_id, phone) values ($1, $2, $3)', id, task, mine);
  await town.sql("update task set state = 'running' where id = $1", task);
  await town.until(async () => (await town.standing(task)).settled === 7 && (await town.standing(task)).retrying === 2);
  expect(dialled().toSorted()).toEqual([good, white, ended]);
  expect((await town.callees(task)).map(({ phone, state, because }) => [phone, state, because])).toEqual([
    [good, 'settled', 'notRetried'],
    [white, 'settled', 'notRetried'],
    [black, 'settled', 'blacklisted'],
    [capped, 'retry', 'cappedDay'],
    [shared, 'settled', 'sharedListed'],
    [traded, 'settled', 'sharedListed'],
    [mine, 'settled', 'taskListed'],
    [ended, 'settled', 'notRetried'],
    [unasked, 'retry', 'noConsent'],
  ]);
  await town.sql('update merchant set consent_required = false where id = $1', id);
});

test('who asks not to be called again is called by no other task, for ever', async () => {
  const { portId } = await town.line();
  const [annoyed] = phones(1);
  town.answers.set(annoyed!, [
    { ...talker, habits: [{ says: ['喂'] }, { says: ['你们别再打了'] }, { hangsUp: true }] },
  ]);
  await over(await town.task({ ports: [portId], phones: [annoyed!] }));
  const [listed] = await town.sql(
    'select call_id is not null as by_call from blacklist where merchant_id = $1 and phone = $2',
    town.merchant.id,
    annoyed,
  );
  expect(listed).toEqual({ by_call: true });
  const again = await town.task({ ports: [portId], phones: [annoyed!] });
  await over(again);
  expect(await town.callees(again)).toMatchObject([{ because: 'blacklisted', attempts: 0 }]);
  expect(dialled()).toEqual([annoyed]);
});

test('in a plan that knows no word for it as well: it says it is sorry, and the number is dialled no more', async () => {
  const { portId } = await other.line();
  const [annoyed] = phones(1);
  town.answers.set(annoyed!, [
    { ...talker, habits: [{ says: ['喂'] }, { says: ['把我的号码从你们名单里删了吧'] }, { hangsUp: true }] },
  ]);
  const task = await other.task({ ports: [portId], phones: [annoyed!] });
  await other.until(async () => (await other.standing(task)).state === 'finished');
  const [call] = await other.sql(
    `select call_transcript.lines from call
     join call_transcript on (call_transcript.merchant_id, call_transcript.call_id) = (call.merchant_id, call.id)
     join blacklist on (blacklist.merchant_id, blacklist.call_id) = (call.merchant_id, call.id)
     where call.merchant_id = $1 and call.phone = $2`,
    other.merchant.id,
    annoyed,
  );
  expect(JSON.stringify(call?.lines)).toContain('不好意思，打扰您了，以后不会再打给您，再见。');
  const again = await other.task({ ports: [portId], phones: [annoyed!] });
  await other.until(async () => (await other.standing(again)).state === 'finished');
  expect(await other.callees(again)).toMatchObject([{ because: 'blacklisted', attempts: 0 }]);
});

test('money runs out: the task pauses and says so, goes on after a top-up, and never owes', async () => {
  const { portId } = await town.line({ price: 0.6 });
  const list = phones(6);
  for (const phone of list) town.answers.set(phone, [talker]);
  await town.sql(
    'insert into balance values ($1, 1.5, 0) on conflict (merchant_id) do update set amount = 1.5',
    town.merchant.id,
  );
  const task = await town.task({ ports: [portId], phones: list });
  await town.until(async () => (await town.standing(task)).because === 'balance');
  expect(await town.standing(task)).toMatchObject({ state: 'paused', fresh: 4, settled: 2, answered: 2 });
  const money = () =>
    town.sql('select amount::float8, reserved::float8 from balance where merchant_id = $1', town.merchant.id);
  expect(await money()).toEqual([{ amount: 0.3, reserved: 0 }]);
  await town.sql('update balance set amount = amount + 10 where merchant_id = $1', town.merchant.id);
  await town.sql("select pg_notify('tasks', $1)", task);
  await over(task);
  expect(await money()).toEqual([{ amount: 7.9, reserved: 0 }]);
  const costs = await town.sql('select cost::float8 from call where task_id = $1', task);
  expect(costs).toEqual(list.map(() => ({ cost: 0.6 })));
  const [ledger] = await town.sql('select sum(amount)::float8 as paid, count(*)::int as n from ledger');
  expect(ledger).toEqual({ paid: -3.6, n: 6 });
});

test('a task pauses when what it spent and holds reaches its budget, and goes on by itself when that is raised; so on one day', async () => {
  const { portId } = await town.line({ price: 0.6 });
  const list = phones(6);
  for (const phone of list) town.answers.set(phone, [talker]);
  await town.sql('update balance set amount = 100 where merchant_id = $1', town.merchant.id);
  const task = await town.task({ ports: [portId], phones: list, state: 'draft' });
  const budget = (column: 'budget' | 'day_budget', yuan: number | null) =>
    town.sql(`update task set ${column} = $2 where id = $1`, task, yuan);
  await budget('budget', 1.9);
  await town.sql("update task set state = 'running' where id = $1", task);
  await town.until(async () => (await town.standing(task)).because === 'budget');
  expect(await town.standing(task)).toMatchObject({ state: 'paused', paceBecause: 'budget', fresh: 3, answered: 3 });
  await budget('day_budget', 2.4);
  await budget('budget', 50);
  await town.until(async () => (await town.standing(task)).because === 'dayBudget');
  expect(await town.standing(task)).toMatchObject({ state: 'paused', fresh: 2, answered: 4 });
  // What was spent today was spent yesterday.
  await town.sql('update spend_day set day = day - 1 where task_id = $1', task);
  await over(task);
  const [spent] = await town.sql('select sum(amount)::float8 as yuan from spend_day where task_id = $1', task);
  expect(spent).toEqual({ yuan: -3.6 });
});

test('channels of port and line hold over the tasks that share them, and the merchant’s over all', async () => {
  const { portId, lineId } = await town.line({ channels: 4, portChannels: 3 });
  const [second] = await town.sql(
    "insert into port (merchant_id, line_id, name, channels) values ($1, $2, '二', 3) returning id",
    town.merchant.id,
    lineId,
  );
  const free = await town.line();
  await setRules(rows.database, town.merchant.id, { hours: { from: 0, to: 1_440 }, channels: 6 });
  const list = phones(60);
  for (const phone of list) town.answers.set(phone, [talker]);
  const tasks = [
    await town.task({ ports: [portId], phones: list.slice(0, 15) }),
    await town.task({ ports: [portId, String(second?.id)], phones: list.slice(15, 35) }),
    await town.task({ ports: [free.portId], phones: list.slice(35) }),
  ];
  const peaks = { port: 0, line: 0, all: 0 };
  await town.until(async () => {
    const [now] = await town.sql(
      `select count(*) filter (where port_id = $1)::int as port, count(*) filter (where line_id = $2)::int as line,
         count(*)::int as all from call where stage <> 'ended'`,
      portId,
      lineId,
    );
    for (const key of ['port', 'line', 'all'] as const) peaks[key] = Math.max(peaks[key], Number(now?.[key]));
    const states = await Promise.all(tasks.map(task => town.standing(task)));
    return states.every(({ state }) => state === 'finished');
  });
  expect(peaks.port).toBeLessThanOrEqual(3);
  expect(peaks.line).toBeLessThanOrEqual(4);
  expect(peaks.all).toBeLessThanOrEqual(6);
  expect(Math.max(...town.dialled.map(call => call.live))).toBeLessThanOrEqual(6);
  expect(dialled().sort()).toEqual(list);
  await town.sql('delete from merchant_rules');
});

test('a line is given its calls a second and no more, whoever asks; a clock that was set back stalls it not', async () => {
  const { portId, lineId } = await town.line({ callsPerSecond: 20 });
  await town.sql("update line set paced_until = now() + interval '1 hour' where id = $1", lineId);
  const list = phones(40);
  const tasks = [
    await town.task({ ports: [portId], phones: list.slice(0, 20) }),
    await town.task({ ports: [portId], phones: list.slice(20) }),
  ];
  for (const task of tasks) await over(task);
  // As they were placed: what a busy machine delays a dial by is not the pace.
  const rowsOfLine = await town.sql(
    'select extract(epoch from placed_at)::float8 as at from call where line_id = $1',
    lineId,
  );
  const on = rowsOfLine.map(row => Number(row.at));
  expect(on).toHaveLength(40);
  // Twenty a second, two more for the burst, and one at each end of the second.
  const mostInASecond = Math.max(...on.map(from => on.filter(at => at >= from && at < from + 1).length));
  expect(mostInASecond).toBeLessThanOrEqual(24);
});

test('ports that are gone pause a task, and it goes on when one is back', async () => {
  const { portId } = await town.line();
  const task = await town.task({ ports: [portId], phones: phones(3), state: 'draft' });
  await town.sql('update port set removed_at = now() where id = $1', portId);
  await town.sql("update task set state = 'running' where id = $1", task);
  await town.until(async () => (await town.standing(task)).because === 'noPort');
  await town.sql('update port set removed_at = null where id = $1', portId);
  await town.sql("select pg_notify('tasks', $1)", task);
  await over(task);
});

test('numbers of a province whose hours have not come are put off to them, all at once, and the others are called', async () => {
  const { portId } = await town.line();
  const here = phones(3);
  // Of Guangzhou.
  const there = Array.from({ length: 300 }, (_, n) => `1390221${String(1_000 + n)}`);
  await setRules(rows.database, town.merchant.id, { provinces: { 广东: { from: 660, to: 1_200 } } });
  const task = await town.task({ ports: [portId], phones: [...there, ...here] });
  await town.until(async () => (await town.standing(task)).settled === 3);
  expect(await town.standing(task)).toMatchObject({ fresh: 0, retrying: 300, calling: 0 });
  const waiting = (await town.callees(task)).filter(({ state }) => state === 'retry');
  expect(new Set(waiting.map(({ because, attempts }) => `${because} ${attempts}`))).toEqual(new Set(['hours 0']));
  const due = await town.sql(
    "select distinct round(extract(epoch from due_at - now()) / 60)::int as n from callee where task_id = $1 and state = 'retry'",
    task,
  );
  // Ten o'clock on the town's clock: an hour to eleven.
  expect(due.every(({ n }) => Number(n) >= 57 && Number(n) <= 61)).toBe(true);
  expect(dialled().sort()).toEqual(here);
  await town.sql('delete from merchant_rules');
});
