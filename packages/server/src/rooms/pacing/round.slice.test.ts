import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openCounted } from '../../../test/counted-statements.ts';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { nodeBeat } from '../../../test/nodes.ts';
import { numberKey } from '../../../test/number-key.ts';
import { openTown, type Town, WEDNESDAY_TEN } from '../../../test/task-town.ts';
import type { Database } from '../../platform/db/index.ts';
import { beat } from '../dialler/index.ts';
import { takeTasks } from '../runner/lease.store.ts';
import type { HeldTask } from './marks.ts';
import { createMarks } from './marks.ts';
import { round } from './round.ts';

/** One decision for all tasks of a merchant, on real rows: what it costs, and who gets what (docs/tasks.md#pacing). */
let rows: TestDatabase;
let town: Town;
/** One connection, whose statements are counted. */
let counted: Database;
let statements: string[];

beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  ({ counted, statements } = await openCounted(rows.url));
});
afterAll(async () => {
  await counted.close();
  await town.close();
  await rows.close();
});
afterEach(async () => {
  await town.sql("update call set stage = 'ended', state = 'busy', owner = null where stage <> 'ended'");
  await town.sql("update task set state = 'stopped', owner = null");
});

let series = 13_440_000_000;
const phones = (count: number): string[] => {
  series += count;
  return Array.from({ length: count }, (_, n) => String(series - count + n));
};
const holdAll = async (): Promise<readonly HeldTask[]> =>
  (await takeTasks(rows.database.db, 'here', 1_000, true)).map(lease => ({ lease, marks: createMarks() }));
const look = async (held: readonly HeldTask[], db = rows.database.db) => {
  await beat(rows.database.db, nodeBeat({ id: 'here', capacity: 1_000 }));
  const parts = { db, owner: 'here', numberKey, clock: { now: () => WEDNESDAY_TEN }, isDiskFull: async () => false };
  return round(parts, town.merchant.id, held);
};
const share = (task: string, weight: number, guaranteed = 0) =>
  town.sql('update task set weight = $2, guaranteed = $3 where id = $1', task, weight, guaranteed);
const calling = async (tasks: readonly string[]) =>
  Promise.all(tasks.map(async task => (await town.standing(task)).calling));

test('a round over fifty tasks is the statements of one: seven where calls are placed, four where nothing is to do', async () => {
  const { portId } = await town.line({ callsPerSecond: 200, channels: 20 });
  for (let n = 0; n < 50; n += 1) await town.task({ ports: [portId], phones: phones(3) });
  const held = await holdAll();
  statements.length = 0;
  const placed = [...(await look(held, counted.db)).values()].reduce((all, of) => all + of.placed, 0);
  expect(placed).toBe(20);
  expect(statements).toHaveLength(7);
  await look(held, counted.db);
  statements.length = 0;
  await look(held, counted.db);
  expect(statements).toHaveLength(4);
});

test('channels are divided by weight; what is guaranteed comes first, and what others have of it is said', async () => {
  const { portId } = await town.line({ callsPerSecond: 200, channels: 12 });
  const tasks = [];
  for (let n = 0; n < 3; n += 1) tasks.push(await town.task({ ports: [portId], phones: phones(40) }));
  const [heavy, light, late] = tasks as [string, string, string];
  await share(heavy, 20);
  await share(light, 10);
  await town.sql("update task set state = 'paused', because = 'byUser' where id = $1", late);
  await look(await holdAll());
  expect(await calling(tasks)).toEqual([8, 4, 0]);

  // Half a minute later the third one comes, to which five are guaranteed: all are lent, and each that ends is its own.
  await town.sql("update task set state = 'running', because = '', guaranteed = 5 where id = $1", late);
  await town.sql("update line set paced_until = now() - interval '1 hour'");
  const held = await holdAll();
  await look(held);
  expect(await calling(tasks)).toEqual([8, 4, 0]);
  expect(await town.standing(late)).toMatchObject({ paceBecause: 'lent' });
  await town.sql(
    `update call set stage = 'ended', state = 'busy' where id in (select id from call where task_id = $1 and stage <> 'ended' limit 3)`,
    heavy,
  );
  await town.sql("update line set paced_until = now() - interval '1 hour'");
  await look(held);
  const live = await town.sql(
    "select task_id, count(*)::int as n from call where stage <> 'ended' group by task_id order by task_id",
  );
  expect(live).toEqual([
    { task_id: heavy, n: 5 },
    { task_id: light, n: 4 },
    { task_id: late, n: 3 },
  ]);
});

test('a number that two tasks of a round may dial is dialled by one of them', async () => {
  const { portId } = await town.line({ callsPerSecond: 200 });
  const list = phones(5);
  const tasks = [
    await town.task({ ports: [portId], phones: list }),
    await town.task({ ports: [portId], phones: list }),
  ];
  await look(await holdAll());
  const dialled = await town.sql("select phone, count(*)::int as n from call where stage <> 'ended' group by phone");
  expect(dialled.map(({ n }) => n)).toEqual([1, 1, 1, 1, 1]);
  expect((await calling(tasks)).reduce((all, n) => all + n, 0)).toBe(5);
});

test('tasks of a round go by hours, budgets and lists of their own', async () => {
  const { portId } = await town.line({ callsPerSecond: 200, price: 0.6 });
  await town.sql(
    'insert into balance values ($1, 100, 0) on conflict (merchant_id) do update set amount = 100',
    town.merchant.id,
  );
  const [unwanted] = phones(1);
  const closed = Array.from({ length: 7 }, () => [{ from: 1_200, to: 1_260 }]);
  const [night, poor, listed, free] = [
    await town.task({ ports: [portId], phones: phones(2), windows: closed }),
    await town.task({ ports: [portId], phones: phones(2) }),
    await town.task({ ports: [portId], phones: [unwanted!, ...phones(1)] }),
    await town.task({ ports: [portId], phones: phones(2) }),
  ];
  await town.sql('update task set budget = 0.1 where id = $1', poor);
  await town.sql(
    'insert into blacklist (merchant_id, task_id, phone) values ($1, $2, $3)',
    town.merchant.id,
    listed,
    unwanted,
  );
  await look(await holdAll());
  const standings = await Promise.all([night, poor, listed, free].map(task => town.standing(task!)));
  expect(standings.map(({ state, because, calling: n, settled }) => [state, because, n, settled])).toEqual([
    ['waiting', 'outsideHours', 0, 0],
    ['paused', 'budget', 0, 0],
    ['running', '', 1, 1],
    ['running', '', 2, 0],
  ]);
});
