import { practiceCallees } from '@lianxian/core/simulation';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTown, type Town, WEDNESDAY_TEN } from '../../../test/task-town.ts';

/** Whole tasks over simulated callees, in a two-hundredth of their time. */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  await town.node();
});
afterAll(async () => {
  await town.close();
  await rows.close();
});
beforeEach(() => {
  town.dialled.length = 0;
  town.clock.now = WEDNESDAY_TEN;
});

const talker = practiceCallees[0]!.persona;
const busy = practiceCallees.find(({ persona }) => persona.id === 'busy')!.persona;
const over = (task: string) => town.until(async () => (await town.standing(task)).state === 'finished');
/** Eleven figures that no other test has. */
let series = 13_000_000_000;
const phones = (count: number): string[] => {
  series += count;
  return Array.from({ length: count }, (_, n) => String(series - count + n));
};
const rejects = practiceCallees.find(({ persona }) => persona.id === 'rejects')!.persona;
const shanghai = (local: string) => new Date(`${local}+08:00`);
const timesDialledIn = async (task: string) =>
  Number((await town.sql('select count(*) as n from call where task_id = $1', task))[0]?.n);
/** The merchant's clock comes to this; the task looks at it now. */
const comes = async (task: string, local: string) => {
  town.clock.now = shanghai(local);
  await town.sql("select pg_notify('tasks', $1)", task);
};
const eventsOf = async (task: string) =>
  (await town.sql('select kind from task_event where task_id = $1 order by id', task)).map(({ kind }) => kind);

test('a task calls each of its numbers once, no more at once than it may, and is finished when all are settled', async () => {
  const { portId } = await town.line();
  const list = phones(60);
  for (const phone of list.slice(0, 20)) town.answers.set(phone, [talker]);
  const task = await town.task({ ports: [portId], phones: list, concurrency: 15 });
  await over(task);
  expect(town.dialled.map(call => call.phone).sort()).toEqual(list);
  expect(Math.max(...town.dialled.map(call => call.live))).toBeLessThanOrEqual(15);
  expect(await town.standing(task)).toMatchObject({ total: 60, fresh: 0, calling: 0, settled: 60, answered: 20 });
  const settled = await town.callees(task);
  expect(settled.filter(callee => callee.because === 'answered').map(callee => callee.phone)).toEqual(
    list.slice(0, 20),
  );
  expect(settled.filter(callee => callee.last === 'busy').map(callee => callee.because)).toEqual(
    Array.from({ length: 40 }, () => 'notRetried'),
  );
  const minutes = await town.sql('select sum(calls)::int as calls from task_minute where task_id = $1', task);
  expect(minutes).toEqual([{ calls: 60 }]);
});

test('of first calls so many are called and it waits for who has looked; what was taken back undialled is none of them', async () => {
  const { portId } = await town.line();
  const list = phones(12);
  town.answers.set(list[1]!, [talker]);
  const task = await town.task({ ports: [portId], phones: list, concurrency: 10, state: 'paused' });
  await town.sql(
    `insert into call (merchant_id, owner_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number,
       variables, task_id, callee_id, attempt, stage, state, ended_at)
     select t.merchant_id, t.created_by, t.plan_id, 1, '', p.line_id, '', false, c.phone, '', '{}', t.id, c.id, 0, 'ended', 'cancelled', now()
     from task t join port p on p.id = $2 join callee c on c.task_id = t.id and c.phone = $3 where t.id = $1`,
    task,
    portId,
    list[0],
  );
  const goesOn = async (first: string) => {
    await town.sql(`update task set state = 'running', because = ''${first} where id = $1`, task);
    await town.sql("select pg_notify('tasks', $1)", task);
  };
  await goesOn(', first_calls = 5');
  await town.until(async () => (await town.standing(task)).because === 'firstCalls');
  expect(town.dialled.map(({ phone }) => phone).sort()).toEqual(list.slice(0, 5));
  expect(await town.standing(task)).toMatchObject({ state: 'paused', fresh: 7, calling: 0, settled: 5, answered: 1 });
  await goesOn('');
  await over(task);
  expect(town.dialled.map(({ phone }) => phone).sort()).toEqual(list);
});

test('who is busy is called again as often as the rule says, by its outcome; then it is settled', async () => {
  const { portId } = await town.line();
  const [softens, never, other] = phones(3);
  town.answers.set(softens!, [busy, busy, talker]);
  town.answers.set(other!, [rejects]);
  const task = await town.task({
    ports: [portId],
    phones: [softens!, never!, other!],
    retries: { busy: { times: 2, afterMinutes: 0 } },
  });
  await over(task);
  expect(await town.callees(task)).toMatchObject([
    { phone: softens, attempts: 3, because: 'answered', last: 'answered' },
    { phone: never, attempts: 3, because: 'triesUsed', last: 'busy' },
    { phone: other, attempts: 1, because: 'notRetried', last: 'rejected' },
  ]);
});

test('a retry waits for its minutes, the task with it; when it is due it comes before fresh numbers', async () => {
  const { portId } = await town.line();
  const [later, fresh] = phones(2);
  town.answers.set(fresh!, [talker]);
  const task = await town.task({
    ports: [portId],
    phones: [later!],
    concurrency: 1,
    retries: { busy: { times: 1, afterMinutes: 30 } },
  });
  await town.until(async () => (await town.standing(task)).retrying === 1);
  const [due] = await town.sql(
    'select extract(epoch from due_at - now())::int as s from callee where phone = $1',
    later,
  );
  expect(Math.abs(Number(due?.s) - 1_800)).toBeLessThan(20);
  expect(await town.standing(task)).toMatchObject({ state: 'running', calling: 0 });
  await town.sql("update callee set due_at = now() - interval '1 second' where phone = $1", later);
  await town.add(task, [fresh!]);
  await over(task);
  expect(town.dialled.map(call => call.phone)).toEqual([later, later, fresh]);
});

test('outside its hours a task waits and says so; it begins and ends with the window, and practice has no hours', async () => {
  const windows = Array.from({ length: 7 }, (_, day) => (day === 2 ? [{ from: 540, to: 720 }] : []));
  const [ordinary, practice] = [await town.line(), await town.line({ practice: true })];
  town.clock.now = shanghai('2026-11-18T08:59:59');
  const task = await town.task({
    ports: [ordinary.portId],
    phones: phones(2),
    windows,
    retries: { busy: { times: 9, afterMinutes: 1 } },
  });
  const exempt = await town.task({ ports: [practice.portId], phones: ['15400000901'], windows });
  const sleeps = async () => {
    await town.until(async () => (await town.standing(task)).state === 'waiting');
    const before = timesDialledIn(task);
    return { before: await before, because: (await town.standing(task)).because };
  };
  expect(await sleeps()).toEqual({ before: 0, because: 'outsideHours' });
  await over(exempt);
  await comes(task, '2026-11-18T09:00:00');
  await town.until(async () => (await timesDialledIn(task)) >= 2);
  expect((await town.standing(task)).state).toBe('running');
  await comes(task, '2026-11-18T12:00:00');
  const { before } = await sleeps();
  await town.sql("update callee set due_at = now() where state = 'retry'");
  await comes(task, '2026-11-19T10:00:00');
  // Tasks of a merchant are looked at one after the other: when a later one is over, this one has been looked at.
  await over(await town.task({ ports: [practice.portId], phones: ['15400000902'], windows }));
  expect(await timesDialledIn(task)).toBe(before);
  expect(await eventsOf(task)).toEqual(['waiting', 'running', 'waiting']);
});

test('legal hours hold inside the task’s windows; in the far west they are two hours later', async () => {
  const { portId } = await town.line();
  const [east] = phones(1);
  // Of Urumqi.
  const west = '13909910001';
  town.clock.now = shanghai('2026-11-18T20:30:00');
  const task = await town.task({ ports: [portId], phones: [east!, west], state: 'draft' });
  await town.sql('update callee set lane = 1 where phone = $1', west);
  await town.sql("update task set state = 'running' where id = $1", task);
  await town.until(async () => (await town.standing(task)).settled === 1);
  await town.until(async () => (await town.standing(task)).state === 'waiting');
  expect(town.dialled.map(call => call.phone)).toEqual([west]);
  await comes(task, '2026-11-19T09:00:00');
  await over(task);
  expect(town.dialled.map(call => call.phone)).toEqual([west, east]);
});

test('a plan that is removed while its task runs: the task goes on with its version', async () => {
  const { portId } = await town.line();
  const [spare] = await town.sql(
    "insert into plan (merchant_id, name) values ($1, '备用') returning id",
    town.merchant.id,
  );
  await town.sql(
    `insert into plan_version select merchant_id, $2, 1, graph, nodes, now() from plan_version
     where merchant_id = $1 and plan_id = $3`,
    town.merchant.id,
    spare?.id,
    town.planId,
  );
  const task = await town.task({ ports: [portId], phones: phones(5), concurrency: 1 });
  await town.sql('update task set plan_id = $2 where id = $1', task, spare?.id);
  await town.sql('update plan set removed_at = now() where id = $1', spare?.id);
  await over(task);
  expect(await town.standing(task)).toMatchObject({ settled: 5 });
});

test('a task into which numbers are being imported is not finished between two chunks', async () => {
  const { portId } = await town.line();
  const [batch] = await town.sql(
    `insert into batch (merchant_id, kind, title, type, input, created_by)
     values ($1, 'callees.import', '导入', 0, '{}', $2) returning id`,
    town.merchant.id,
    town.merchant.owner.id,
  );
  const task = await town.task({ ports: [portId], phones: phones(2), state: 'draft' });
  await town.sql('update batch set input = $2 where id = $1', batch?.id, JSON.stringify({ taskId: task }));
  await town.sql("update task set state = 'running' where id = $1", task);
  await town.until(async () => (await town.standing(task)).settled === 2);
  await town.add(task, phones(2));
  await town.until(async () => (await town.standing(task)).settled === 4);
  expect((await town.standing(task)).state).toBe('running');
  await town.sql("update batch set state = 'done' where id = $1", batch?.id);
  await over(task);
});
