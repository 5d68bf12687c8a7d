import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTown, type Town } from '../../../test/task-town.ts';
import { takeTasks } from '../runner/lease.store.ts';
import { breakTasks } from './failures.ts';

/** A task whose calls suddenly fail is paused and says so, once; a line that is unwell is blamed before it (docs/tasks.md#breaker). */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
});
afterAll(async () => {
  await town.close();
  await rows.close();
});

const ended = (task: string, minutesAgo: number, states: Readonly<Record<string, number>>) =>
  town.sql(
    `insert into task_minute (merchant_id, task_id, minute, state, calls)
     select $1, $2, date_trunc('minute', now()) - make_interval(mins => $3), state, calls::int
     from jsonb_each_text($4::jsonb) given(state, calls)`,
    town.merchant.id,
    task,
    minutesAgo,
    JSON.stringify(states),
  );
const look = async () => {
  const leases = await takeTasks(rows.database.db, 'here', 100, true);
  return breakTasks(rows.database.db, 'here', town.merchant.id, leases);
};
const bells = async () =>
  (await town.sql('select kind, about from bell_event where merchant_id = $1', town.merchant.id)).map(
    ({ kind, about }) => `${kind} ${about}`,
  );

test('failures jump: it is paused, the bell rings once; whoever resumes it has looked', async () => {
  const { portId, lineId } = await town.line();
  const [jumps, steady] = [await town.task({ ports: [portId] }), await town.task({ ports: [portId] })];
  for (const task of [jumps, steady]) await ended(task, 60, { answered: 300, noAnswer: 150, rejected: 30 });
  await ended(jumps, 1, { rejected: 40, answered: 10 });
  await ended(steady, 1, { noAnswer: 40, answered: 10, emptyNumber: 60 });

  // A line that rests is the cause: nothing is said of the task.
  await town.sql('update line_health set rests = 1 where line_id = $1', lineId);
  expect(await look()).toEqual([]);
  await town.sql('update line_health set rests = 0 where line_id = $1', lineId);

  expect(await look()).toEqual([jumps]);
  expect(await town.standing(jumps)).toMatchObject({ state: 'paused', because: 'failures' });
  expect(await town.standing(steady)).toMatchObject({ state: 'running' });
  expect(await bells()).toEqual([`breaker ${jumps}`]);

  await town.sql("update task set state = 'running', because = '' where id = $1", jumps);
  await town.sql(
    "insert into task_event (merchant_id, task_id, kind) values ($1, $2, 'resumed')",
    town.merchant.id,
    jumps,
  );
  expect(await look()).toEqual([]);
  expect(await bells()).toEqual([`breaker ${jumps}`]);
});
