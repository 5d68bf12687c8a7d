import { practiceCallees } from '@lianxian/core/simulation';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { numberKey } from '../../../test/number-key.ts';
import { openTown, type Town, WEDNESDAY_TEN } from '../../../test/task-town.ts';
import { createMarks, round, type TaskLease } from '../pacing/index.ts';
import { renewTasks, takeTasks } from './lease.store.ts';

/**
 * Tasks over nodes that come and go, and calls that are placed and not dialled (ARCHITECTURE.md#one-number-of-a-task).
 */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
});
afterAll(() => rows.close());
beforeEach(() => {
  town.dialled.length = 0;
});
afterEach(() => town.close());

const talker = practiceCallees[0]!.persona;
const over = (task: string) => town.until(async () => (await town.standing(task)).state === 'finished');
let series = 13_200_000_000;
const phones = (count: number): string[] => {
  series += count;
  return Array.from({ length: count }, (_, n) => String(series - count + n));
};
const dialled = () => town.dialled.map(call => call.phone).sort();
const ownerOf = async (task: string) => (await town.sql('select owner from task where id = $1', task))[0]?.owner;
/** As the page does it: the state, and what is placed is wanted back. */
const pause = async (task: string) => {
  await town.sql("update task set state = 'paused', because = 'byUser' where id = $1", task);
  await town.sql("update call set hang_up_wanted_at = now() where task_id = $1 and stage = 'placed'", task);
};
const resume = (task: string) => town.sql("update task set state = 'running', because = '' where id = $1", task);

test('two nodes share tasks and calls: nobody is called twice, and a limit holds over both', async () => {
  const { portId } = await town.line({ channels: 12 });
  const list = phones(80);
  for (const phone of list.slice(0, 30)) town.answers.set(phone, [talker]);
  await Promise.all([town.node('one'), town.node('two')]);
  const tasks = [];
  for (let n = 0; n < 4; n += 1)
    tasks.push(await town.task({ ports: [portId], phones: list.slice(n * 20, n * 20 + 20), concurrency: 5 }));
  for (const task of tasks) await over(task);
  expect(dialled()).toEqual(list);
  expect(Math.max(...town.dialled.map(call => call.live))).toBeLessThanOrEqual(12);
});

test('a node dies: another takes its task over and calls the rest; what the dead one was calling is not called again', async () => {
  const { portId } = await town.line();
  const list = phones(40);
  for (const phone of list) town.answers.set(phone, [talker]);
  const one = await town.node('one');
  const task = await town.task({ ports: [portId], phones: list, concurrency: 6 });
  await town.until(async () => (await town.standing(task)).settled >= 6);
  await one.die();
  expect(await ownerOf(task)).toBe('one');
  const left = await town.sql("select phone from call where task_id = $1 and stage in ('dialling', 'talking')", task);
  await town.node('two');
  expect(await town.until(async () => (await ownerOf(task)) === 'two' || (await town.standing(task)).fresh === 0)).toBe(
    true,
  );
  await over(task);
  expect(dialled()).toEqual(list);
  const interrupted = (await town.callees(task)).filter(({ because }) => because === 'interrupted');
  expect(interrupted.map(({ phone }) => phone).sort()).toEqual(left.map(({ phone }) => phone).sort());
});

test('a merchant who starts more tasks than a node runs stops nobody: who has one gets it run, and keeps it', async () => {
  const own = await town.line();
  const closed = Array.from({ length: 7 }, () => []);
  const waiting = async () => town.task({ ports: [own.portId], phones: phones(1), windows: closed, state: 'waiting' });
  const crowd = [await waiting(), await waiting(), await waiting()];
  const node = await town.node('full', { mostTasks: 3 });
  await town.until(async () => node.runner.tasks().length === 3);
  const other = await openTown(rows, rows.merchants[1]);
  const { portId } = await other.line();
  const list = phones(6);
  const task = await other.task({ ports: [portId], phones: list, concurrency: 2 });
  crowd.push(await waiting(), await waiting());
  await town.until(async () => (await other.standing(task)).state === 'finished');
  expect(dialled()).toEqual(list);
  await town.until(async () => node.runner.tasks().length === 3);
  await town.sql("update task set state = 'stopped' where id = any($1)", crowd);
});

test('the lease of a task that another took is worth nothing, whatever its first owner still believes', async () => {
  const { portId } = await town.line();
  const task = await town.task({ ports: [portId], phones: phones(2) });
  const { db } = rows.database;
  const lookAs = async (owner: string, lease: TaskLease) => {
    const parts = { db, owner, numberKey, clock: { now: () => WEDNESDAY_TEN }, isDiskFull: async () => false };
    return (await round(parts, lease.merchantId, [{ lease, marks: createMarks() }])).get(task);
  };
  const [first] = await takeTasks(db, 'one', 10, false);
  expect(await takeTasks(db, 'two', 10, false)).toEqual([expect.objectContaining({ taskId: task, fence: 2 })]);
  expect(await lookAs('one', first!)).toMatchObject({ isLeft: true, placed: 0 });
  expect(await lookAs('two', first!)).toMatchObject({ isLeft: true, placed: 0 });
  expect(await renewTasks(db, 'one', [first!])).toEqual(new Set());
  expect(await town.standing(task)).toMatchObject({ fresh: 2, calling: 0 });
  await town.sql("update task set state = 'stopped', owner = null where id = $1", task);
});

test('paused while its calls are placed: they end undialled, the numbers are fresh again and are called once', async () => {
  const { portId } = await town.line();
  const list = phones(5);
  const mute = await town.node('mute', { dials: false });
  const task = await town.task({ ports: [portId], phones: list });
  await town.until(async () => (await town.standing(task)).calling === 5);
  await pause(task);
  await mute.close();
  await town.node('one');
  await town.until(async () => (await town.standing(task)).fresh === 5);
  expect(dialled()).toEqual([]);
  const ended = await town.sql('select distinct state, because, dialled_at from call where task_id = $1', task);
  expect(ended).toEqual([{ state: 'cancelled', because: 'withdrawn', dialled_at: null }]);
  await resume(task);
  await over(task);
  expect(dialled()).toEqual(list);
  expect((await town.callees(task)).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2]);
});

test('what was placed too long ago is not dialled any more; its number comes again', async () => {
  const { portId } = await town.line();
  const list = phones(3);
  const mute = await town.node('mute', { dials: false });
  const task = await town.task({ ports: [portId], phones: list });
  await town.until(async () => (await town.standing(task)).calling === 3);
  await town.sql("update call set placed_at = now() - interval '61 seconds' where stage = 'placed'");
  await mute.close();
  await town.node('one');
  await over(task);
  expect(dialled()).toEqual(list);
  const because = await town.sql("select because from call where task_id = $1 and state = 'cancelled'", task);
  expect(because).toEqual(list.map(() => ({ because: 'placedTooLongAgo' })));
});

test('what was placed is asked again right before it leaves: blacklist, hours, caps, a task that was stopped, its line', async () => {
  const windows = Array.from({ length: 7 }, () => [{ from: 540, to: 720 }]);
  const { portId } = await town.line();
  const [shut, gone, closed] = [await town.line(), await town.line(), await town.line()];
  const [unwanted, late, often, off, good, overShut, overGone, overClosed] = phones(8);
  const mute = await town.node('mute', { dials: false });
  const taskOf = (phone: string | undefined, over: object = {}) =>
    town.task({ ports: [portId], phones: [phone!], ...over });
  const tasks = {
    blacklistedNow: await taskOf(unwanted),
    outsideHoursNow: await taskOf(late, { windows }),
    cappedNow: await taskOf(often),
    withdrawn: await taskOf(off),
    lineOff: await taskOf(overShut, { ports: [shut.portId] }),
    lineRemoved: await taskOf(overGone, { ports: [gone.portId] }),
    lineHoursNow: await taskOf(overClosed, { ports: [closed.portId] }),
    good: await taskOf(good),
  };
  const all = Object.values(tasks);
  await town.until(async () => (await Promise.all(all.map(town.standing))).every(({ calling }) => calling === 1));
  await town.sql('insert into blacklist (merchant_id, phone) values ($1, $2)', town.merchant.id, unwanted);
  await town.sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, dialled_at,
       task_id, callee_id, attempt)
     select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, 'ended', 'busy', now(), task_id, callee_id,
       attempt + n from call, generate_series(1, 3) n where task_id = $1`,
    tasks.cappedNow,
  );
  await mute.close();
  // Nobody looks at these again, so what their calls came to is seen: the tasks are not leased.
  await town.sql("update task set owner = 'nobody', leased_until = now() + interval '30 s' where id = any($1)", all);
  await town.sql(
    "insert into calls_node (id, address, capacity) values ('nobody', '', 0) on conflict (id) do update set heartbeat_at = now()",
  );
  await town.sql("update task set state = 'paused', because = 'byUser' where id = $1", tasks.withdrawn);
  await town.sql('update line set enabled = false where id = $1', shut.lineId);
  await town.sql('update line set removed_at = now() where id = $1', gone.lineId);
  await town.sql('update line set windows = $2 where id = $1', closed.lineId, JSON.stringify(windows));
  town.clock.now = new Date(WEDNESDAY_TEN.getTime() + 3 * 3_600_000);
  await town.node('one');
  await town.until(async () => (await Promise.all(all.map(town.standing))).every(({ calling }) => calling === 0));
  const left = await town.sql(
    "select distinct phone from call where task_id = any($1) and dialled_at is not null and owner is null and because <> ''",
    all,
  );
  expect(left).toEqual([{ phone: good }]);
  const ended = await town.sql(
    "select task_id, because, state from call where task_id = any($1) and because <> '' and state = 'cancelled'",
    all,
  );
  const becauses = Object.fromEntries(ended.map(({ task_id, because }) => [String(task_id), because]));
  const { good: _, ...undialled } = tasks;
  expect(becauses).toEqual(Object.fromEntries(Object.entries(undialled).map(([because, task]) => [task, because])));
  for (const task of Object.values(undialled))
    expect(await town.standing(task)).toMatchObject({ fresh: 1, settled: 0 });
  town.clock.now = WEDNESDAY_TEN;
  await town.sql("update task set state = 'stopped', owner = null where id = any($1)", all);
  await town.sql("delete from calls_node where id = 'nobody'");
});

test('the disk is nearly full: the task pauses, nothing is dialled, and it goes on when there is room', async () => {
  let isFull = true;
  const { portId } = await town.line();
  await town.node('one', { isDiskFull: async () => isFull });
  const list = phones(3);
  const task = await town.task({ ports: [portId], phones: list });
  await town.until(async () => (await town.standing(task)).because === 'diskFull');
  expect(dialled()).toEqual([]);
  isFull = false;
  await town.sql("select pg_notify('tasks', $1)", task);
  await over(task);
  expect(dialled()).toEqual(list);
});

test('a number that one task is calling waits its turn in another, and is called by both, one after the other', async () => {
  const { portId } = await town.line();
  const [shared, own] = phones(2);
  const mute = await town.node('mute', { dials: false });
  const first = await town.task({ ports: [portId], phones: [shared!] });
  await town.until(async () => (await town.standing(first)).calling === 1);
  const second = await town.task({ ports: [portId], phones: [shared!, own!] });
  await town.until(async () => (await town.standing(second)).calling === 1);
  expect(await town.callees(second)).toMatchObject([
    { phone: shared, state: 'fresh' },
    { phone: own, state: 'calling' },
  ]);
  await mute.close();
  await town.node('one');
  await over(first);
  await over(second);
  expect(dialled()).toEqual([shared, shared, own].sort());
});
