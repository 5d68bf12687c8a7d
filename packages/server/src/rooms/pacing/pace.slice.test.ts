import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounted } from '../../../test/counted-statements.ts';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { nodeBeat } from '../../../test/nodes.ts';
import { numberKey } from '../../../test/number-key.ts';
import { openTown, type Town, WEDNESDAY_TEN } from '../../../test/task-town.ts';
import type { Database } from '../../platform/db/index.ts';
import { beat } from '../dialler/index.ts';
import { takeTasks } from '../runner/lease.store.ts';
import type { TaskLease } from './marks.ts';
import { createMarks } from './marks.ts';
import { round } from './round.ts';

/** What a round costs the database, however long its lists are and whatever of them was dialled; and rounds that meet. */
let rows: TestDatabase;
let town: Town;
let other: Town;
/** One connection, whose statements are counted. */
let counted: Database;
let statements: string[];

beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  other = await openTown(rows, rows.merchants[1]);
  ({ counted, statements } = await openCounted(rows.url));
});
afterAll(async () => {
  await counted.close();
  await town.close();
  await rows.close();
});

let capacity = 1_000;
const nodeOf = (room: number) => beat(rows.database.db, nodeBeat({ id: 'here', capacity: room }));
/** Legal hours have begun in the far west as well. */
const NOON = new Date(WEDNESDAY_TEN.getTime() + 2 * 3_600_000);
const leaseOf = async (task: string): Promise<TaskLease> => {
  const lease = (await takeTasks(rows.database.db, 'here', 100, true)).find(({ taskId }) => taskId === task);
  if (lease === undefined) throw new Error('the task was not leased');
  return lease;
};
/** A look by a node that lives: on a busy machine a heartbeat of the test's beginning is long ago. */
const look = async (of: Parameters<typeof round>[0], lease: TaskLease, marks = createMarks()) => {
  await nodeOf(capacity);
  return (await round(of, lease.merchantId, [{ lease, marks }])).get(lease.taskId)!;
};
const parts = (db = rows.database.db) => ({
  db,
  owner: 'here',
  numberKey,
  clock: { now: () => NOON },
  isDiskFull: async () => false,
});
const endAll = async () => {
  await town.sql("update call set stage = 'ended', state = 'busy', owner = null where stage <> 'ended'");
  await town.sql("update task set state = 'stopped', owner = null");
};

test('a tick that places calls over a line with numbers is seven statements, one that finds nothing to do four', async () => {
  const { portId } = await town.line({ callsPerSecond: 50 });
  const task = await town.task({ ports: [portId], phones: ['13400000001', '13400000002'], concurrency: 2 });
  const lease = await leaseOf(task);
  statements.length = 0;
  expect(await look(parts(counted.db), lease)).toMatchObject({ placed: 2 });
  expect(statements).toHaveLength(7);
  statements.length = 0;
  expect(await look(parts(counted.db), lease)).toMatchObject({ placed: 0 });
  // Why nothing starts is another by now: written once.
  expect(statements).toHaveLength(5);
  statements.length = 0;
  await look(parts(counted.db), lease);
  expect(statements).toHaveLength(4);
  await endAll();
});

/** Rows of the list that were read so far: index entries, dead ones too, and rows of whole scans. */
const readSoFar = async (): Promise<number> => {
  await counted.pool.query('select pg_stat_force_next_flush()');
  const { rows: found } = await counted.pool.query<{ n: number }>(
    `select (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'callee')::int
      + (select seq_tup_read from pg_stat_user_tables where relname = 'callee')::int as n`,
  );
  return found[0]!.n;
};

/** A transaction that began before whatever is written from now on. */
const oldSnapshot = async (): Promise<Client> => {
  const client = new Client({ connectionString: rows.url });
  // The database is dropped under it when the test failed.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select 1');
  return client;
};

const LONG = 20_000;
const LOOKS = 4;
/** Each counts at most 100 fresh numbers and 100 retries of a lane, and claims a few. */
const MOST_A_LOOK = 300;

/** Runs a long list: after a first look each places what its line takes, and reads no more than its bound. */
const runsCheaply = async (task: string) => {
  await town.sql("update task set state = 'running' where id = $1", task);
  const lease = await leaseOf(task);
  const marks = createMarks();
  await look(parts(counted.db), lease, marks);
  const before = await readSoFar();
  let placed = 0;
  for (let n = 0; n < LOOKS; n += 1) {
    await town.sql("update line set paced_until = now() - interval '1 hour'");
    placed += (await look(parts(counted.db), lease, marks)).placed;
  }
  expect(placed).toBeGreaterThanOrEqual(LOOKS * 5);
  expect((await readSoFar()) - before).toBeLessThanOrEqual(LOOKS * MOST_A_LOOK);
  return { lease, marks };
};

test.each([
  { lane: 'first tries', number: 0, state: 'fresh' },
  { lane: 'retries', number: 0, state: 'retry' },
  { lane: 'first tries in the far west', number: 1, state: 'fresh' },
])('what a tick reads of a list does not grow with what was dialled of it: $lane', async ({ number, state }) => {
  const { portId } = await town.line({ callsPerSecond: 50, channels: 200 });
  const task = await town.task({ ports: [portId], state: 'draft' });
  await town.sql('alter table callee set (autovacuum_enabled = false)');
  // By the connection that is looked at: what others read is told to the statistics at some later time.
  await counted.pool.query(
    `insert into callee (merchant_id, task_id, phone, lane, state, due_at)
     select $1, $2, (13500000000 + n)::text, $3, $4, case when $4 = 'retry' then now() - interval '1 day' + n * interval '1 s' end
     from generate_series(1, $5::int) n`,
    [town.merchant.id, task, number, state, LONG],
  );
  // What the planner knows is of before the dialling, and somebody's old transaction keeps what was dialled in the indexes.
  await counted.pool.query('analyze callee');
  const old = await oldSnapshot();
  await counted.pool.query(
    `update callee set state = 'settled', due_at = null where task_id = $1
       and id in (select id from callee where task_id = $1 order by due_at, id limit $2)`,
    [task, LONG - 1_000],
  );
  const column = state === 'fresh' ? 'fresh' : 'retrying';
  await town.sql(
    `update task_count set total = $2, settled = $2 - 1000, ${column} = 1000 where task_id = $1`,
    task,
    LONG,
  );
  await runsCheaply(task);
  await old.end();
  await endAll();
});

test('numbers that wait for a line that is off cost a tick over the others nothing', async () => {
  const wide = { callsPerSecond: 50, channels: 200 };
  const off = await town.line(wide);
  await town.sql('update line set enabled = false where id = $1', off.lineId);
  const { portId } = await town.line({ practice: true, ...wide });
  const task = await town.task({ ports: [portId, off.portId], state: 'draft' });
  await town.sql('alter table callee set (autovacuum_enabled = false)');
  await counted.pool.query(
    `insert into callee (merchant_id, task_id, phone, lane, state)
     select $1, $2, case when n <= $3::int - 1000 then (13600000000 + n)::text else (15399999999 + n - $3::int + 1000)::text end,
       case when n <= $3::int - 1000 then 0 else 2 end, 'fresh'
     from generate_series(1, $3::int) n`,
    [town.merchant.id, task, LONG],
  );
  await counted.pool.query('analyze callee');
  const old = await oldSnapshot();
  await counted.pool.query(
    `update callee set state = 'settled' where task_id = $1 and id in (select id from callee where task_id = $1 order by id limit $2)`,
    [task, LONG / 2],
  );
  await town.sql('update task_count set total = $2, settled = $2 / 2, fresh = $2 / 2 where task_id = $1', task, LONG);
  const { lease, marks } = await runsCheaply(task);
  // The line that is on says when to look again.
  await town.sql("update line set calls_per_second = 1, paced_until = now() - interval '1 hour' where practice");
  expect(await look(parts(), lease, marks)).toMatchObject({ placed: 1, nextMs: 1_000 });
  await town.sql("update line set paced_until = now() + interval '1.9 seconds' where practice");
  expect((await look(parts(), lease, marks)).nextMs).toBeGreaterThan(20);
  await old.end();
  await endAll();
});

test('numbers that come back untried are dialled, though the list was passed there', async () => {
  const { portId } = await town.line({ callsPerSecond: 50 });
  const phones = ['13410000001', '13410000002', '13410000003'];
  const task = await town.task({ ports: [portId], phones, concurrency: 2 });
  const lease = await leaseOf(task);
  const marks = createMarks();
  expect(await look(parts(), lease, marks)).toMatchObject({ placed: 2 });
  expect(await look(parts(), lease, marks)).toMatchObject({ placed: 0 });
  await town.sql("update call set stage = 'ended', state = 'cancelled' where task_id = $1", task);
  await town.sql("update callee set state = 'fresh' where task_id = $1", task);
  await town.sql('update task_count set fresh = 3, calling = 0 where task_id = $1', task);
  await town.sql("update line set paced_until = now() - interval '1 hour'");
  await town.sql('update task set concurrency = 3 where id = $1', task);
  expect(await look(parts(), lease, marks)).toMatchObject({ placed: 3 });
  await endAll();
});

test('a second task over the same customers dials those that the first is not at; at the end it says why it waits, and sleeps', async () => {
  const { portId } = await town.line({ callsPerSecond: 200 });
  const phones = Array.from({ length: 150 }, (_, n) => String(13_420_000_000 + n));
  const first = await town.task({ ports: [portId], phones: phones.slice(0, 148), concurrency: 200 });
  const second = await town.task({ ports: [portId], phones, concurrency: 200 });
  const leases = await takeTasks(rows.database.db, 'here', 100, true);
  const lookAt = async (task: string) => {
    await town.sql("update line set paced_until = now() - interval '1 hour'");
    return look(parts(), leases.find(({ taskId }) => taskId === task)!);
  };
  while ((await town.standing(first)).fresh > 0) await lookAt(first);
  expect(await lookAt(second)).toMatchObject({ placed: 2 });
  const waits = await lookAt(second);
  expect(waits).toMatchObject({ placed: 0, waitsForRoom: false });
  expect(waits.nextMs).toBeGreaterThanOrEqual(1_000);
  expect(await town.standing(second)).toMatchObject({ paceBecause: 'numbersInCall', fresh: 148, calling: 2 });
  await endAll();
});

test('the last room of the nodes is taken once, though two merchants’ ticks have seen it', async () => {
  capacity = 1;
  const lines = [await town.line(), await other.line()];
  const tasks = [
    await town.task({ ports: [lines[0]!.portId], phones: ['13430000001'] }),
    await other.task({ ports: [lines[1]!.portId], phones: ['13430000002'] }),
  ];
  const leases = await takeTasks(rows.database.db, 'here', 100, true);
  // Who asks for the room waits here, until both have seen it.
  const gate = await rows.database.pool.connect();
  await gate.query('begin');
  await gate.query("select pg_advisory_xact_lock(hashtextextended('room of the nodes', 0))");
  const ticking = Promise.all(tasks.map(task => look(parts(), leases.find(({ taskId }) => taskId === task)!)));
  await town.until(async () => {
    const [waits] = await town.sql(
      "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted",
    );
    return waits?.n === 2;
  });
  await gate.query('commit');
  gate.release();
  const ticked = await ticking;
  expect(ticked.map(({ placed }) => placed).sort()).toEqual([0, 1]);
  const [live] = await town.sql("select count(*)::int as calls from call where stage <> 'ended'");
  expect(live).toEqual({ calls: 1 });
  // Who came second looks again and says what it lacks.
  for (const lease of leases) await look(parts(), lease);
  const says = await Promise.all([town.standing(tasks[0]!), other.standing(tasks[1]!)]);
  expect(says.map(({ paceBecause }) => paceBecause).sort()).toEqual(['nodesFull', 'noneDue']);
  await endAll();
  capacity = 1_000;
});
