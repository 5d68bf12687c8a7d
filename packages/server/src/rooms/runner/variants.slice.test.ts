import { practiceCallees } from '@lianxian/core/simulation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTown, type Town, WEDNESDAY_TEN } from '../../../test/task-town.ts';

/** A list dealt to two plans, called over simulated callees. */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  await town.node();
  town.clock.now = WEDNESDAY_TEN;
});
afterAll(async () => {
  await town.close();
  await rows.close();
});

const talker = practiceCallees[0]!.persona;
const busy = practiceCallees.find(({ persona }) => persona.id === 'busy')!.persona;
const phones = (from: number, count: number) => Array.from({ length: count }, (_, n) => String(from + n));
const over = (task: string) => town.until(async () => (await town.standing(task)).state === 'finished');

const nova = { service: '7', speaker: 'nova', name: '女声' };
/** Its numbers dealt to its own plan and a copy of it, which another voice speaks. */
const compare = async (task: string, goal: object): Promise<string> => {
  const [made] = await town.sql(
    `with made as (insert into plan (merchant_id, name) values ($1, '乙') returning merchant_id, id)
     insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at)
     select made.merchant_id, made.id, 1, v.graph, 3, now() from made
       join plan_version v on v.merchant_id = $1 and v.plan_id = $2 and v.version = 1
     returning plan_id as id`,
    town.merchant.id,
    town.planId,
  );
  const other = String(made?.id);
  await town.sql(
    'insert into task_experiment (merchant_id, task_id, deal_key, goal) values ($1, $2, 77, $3)',
    town.merchant.id,
    task,
    JSON.stringify(goal),
  );
  await town.sql(
    `insert into task_variant (merchant_id, task_id, nth, plan_id, plan_version, plan_name, share, synthesis)
     values ($1, $2, 0, $3, 1, '甲', 50, null), ($1, $2, 1, $4, 1, '乙', 50, $5)`,
    town.merchant.id,
    task,
    town.planId,
    other,
    JSON.stringify(nova),
  );
  return other;
};
const goesOn = async (task: string) => {
  await town.sql("update task set state = 'running', because = '' where id = $1", task);
  await town.sql("select pg_notify('tasks', $1)", task);
};
const calls = (task: string) =>
  town.sql(
    `select phone, variant, plan_id::text as plan, plan_name as name, synthesis, state from call where task_id = $1 order by id`,
    task,
  );

test('every number is dealt to one plan, for its redials too; first outcomes and successes are counted by plan', async () => {
  const { portId } = await town.line({ channels: 40, portChannels: 40 });
  const list = phones(13_600_000_000, 80);
  // Busy at first, then half of them talk.
  for (const [n, phone] of list.entries()) town.answers.set(phone, n % 2 === 0 ? [busy, talker] : [busy]);
  const task = await town.task({
    ports: [portId],
    phones: list,
    concurrency: 40,
    channels: 40,
    state: 'paused',
    retries: { busy: { times: 1, afterMinutes: 0 } },
  });
  const other = await compare(task, { kind: 'talk', seconds: 1 });
  await goesOn(task);
  await over(task);
  const made = await calls(task);
  expect(made).toHaveLength(160);
  const variantsOf = Map.groupBy(made, ({ phone }) => phone);
  expect([...variantsOf.values()].every(some => new Set(some.map(({ variant }) => variant)).size === 1)).toBe(true);
  for (const { variant, plan, name, synthesis } of made)
    expect([plan, name, synthesis]).toEqual(variant === 0 ? [town.planId, '甲', null] : [other, '乙', nova]);
  const counted = await town.sql('select nth, called, reached from task_variant where task_id = $1 order by nth', task);
  const byHand = [0, 1].map(nth => {
    const own = made.filter(({ variant }) => variant === nth);
    const called = new Set(own.map(({ phone }) => phone)).size;
    return { nth, called, reached: own.filter(({ state }) => state === 'answered').length };
  });
  expect(counted).toEqual(byHand);
  expect(byHand[0]!.called + byHand[1]!.called).toBe(80);
  // A fair coin of eighty throws lies outside of this in one of a hundred thousand.
  expect(byHand[0]!.called).toBeGreaterThan(20);
  expect(byHand[1]!.called).toBeGreaterThan(20);
  expect(byHand[0]!.reached + byHand[1]!.reached).toBe(40);
});

test('ended with one plan, all calls are made with it and nothing is counted any more', async () => {
  const { portId } = await town.line();
  const task = await town.task({ ports: [portId], phones: phones(13_600_001_000, 20), state: 'paused' });
  const other = await compare(task, { kind: 'level', level: 'A' });
  await town.sql('update task_experiment set taken = 1, ended_at = now() where task_id = $1', task);
  await town.sql(
    "update task set plan_id = $2, plan_name = '乙', synthesis = $3 where id = $1",
    task,
    other,
    JSON.stringify(nova),
  );
  await goesOn(task);
  await over(task);
  const made = await calls(task);
  expect(made).toHaveLength(20);
  for (const { plan, variant, synthesis } of made) expect([plan, variant, synthesis]).toEqual([other, null, nova]);
  const counted = await town.sql('select called, reached from task_variant where task_id = $1', task);
  expect(counted).toEqual([
    { called: 0, reached: 0 },
    { called: 0, reached: 0 },
  ]);
});
