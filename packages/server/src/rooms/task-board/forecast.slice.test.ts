import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { addNumbers, layTaskGround, makeTask, phonesFrom, type TaskGround } from '../../../test/tasks.ts';
import { comingOf } from './coming.ts';
import { createForecasts } from './forecast.ts';

/** The forecast as it is read off the rows of a task, against cases reckoned by hand. */
let house: TestHouse;
let token: string;
let ground: TaskGround;
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  ground = await layTaskGround(house, house.merchants[0].id);
});
afterAll(() => house.close());

const query = (sql: string, values: unknown[]) => house.database.pool.query(sql, values);

/** Two thousand people were called before, a minute each, and all of them answered: so will the others. */
const answeredAll = async (task: string): Promise<void> => {
  await query(
    `with people as (
       insert into callee (merchant_id, task_id, phone, lane, state, attempts, last_state)
       select $1, $2, (15400005000 + n)::text, 2, 'settled', 1, 'answered' from generate_series(1, 2000) n
       returning id, phone),
     counted as (
       update task_count set total = total + 2000, settled = settled + 2000 where merchant_id = $1 and task_id = $2)
     insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number, variables,
       task_id, callee_id, attempt, stage, state, placed_at, dialled_at, ended_at)
     select $1, $3, 1, '', $4, '', true, phone, '', '{}', $2, id, 1, 'ended', 'answered', at - interval '60 s', at - interval '60 s', at
     from people, lateral (select now() - interval '1 hour' as at) at`,
    [ground.merchantId, task, ground.planId, ground.practiceLine],
  );
};

/** A task that calls ten at once, over the practice line at any hour. */
const tenAtOnce = (retries: object) =>
  makeTask(house, token, ground, {
    ports: [{ portId: ground.practicePort, channels: 10 }],
    concurrency: 10,
    retries,
  });
const minutesOf = async (task: string): Promise<number> => {
  const told = await createForecasts(house.database.db).of({ merchantId: ground.merchantId, taskId: task });
  const { end } = told!;
  if (!('minutes' in end)) throw new Error(`nobody can say: ${end.unknown}`);
  return end.minutes;
};

test('120 numbers, ten at once, a minute each: twelve minutes', async () => {
  const task = await tenAtOnce({});
  await answeredAll(task);
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_400_001_001, 120));
  const minutes = await minutesOf(task);
  expect(minutes).toBeGreaterThanOrEqual(12);
  expect(minutes).toBeLessThanOrEqual(13);
});

test('six redials that are due in an hour and a half: until then, and a minute, and what is busy once more', async () => {
  const task = await tenAtOnce({ busy: { times: 2, afterMinutes: 10 } });
  await answeredAll(task);
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_400_001_001, 120));
  await query(
    `update callee set state = 'retry', attempts = 1, tried = '{"busy": 1}', last_state = 'busy',
       due_at = now() + interval '90 minutes' where task_id = $1 and phone < '15400001007' and state = 'fresh'`,
    [task],
  );
  await query('update task_count set fresh = fresh - 6, retrying = 6 where task_id = $1', [task]);
  const minutes = await minutesOf(task);
  expect(minutes).toBeGreaterThanOrEqual(91);
  expect(minutes).toBeLessThanOrEqual(103);
});

test('a call promised for a full hour is shown at it, whenever one looks', async () => {
  const task = await tenAtOnce({});
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_400_002_001, 3));
  const { rows } = await query(
    `update callee set state = 'retry', attempts = 1, last_state = 'answered',
       due_at = date_trunc('hour', now()) + case right(phone, 1)
         when '1' then interval '3 hours' when '2' then interval '190 minutes' else interval '2 days' end
     where task_id = $1 returning due_at as at`,
    [task],
  );
  await query('update task_count set fresh = 0, retrying = 3 where task_id = $1', [task]);
  const foreseen = await createForecasts(house.database.db).of({ merchantId: ground.merchantId, taskId: task });
  const shown = comingOf(foreseen!, { state: 'running', now: new Date() }).map(({ at }) => Date.parse(at));
  const promised = rows.map(({ at }: { at: Date }) => at.getTime()).sort((one, other) => one - other);
  // A minute may begin between both readings of the clock.
  expect(shown.map((at, n) => Math.abs(at - promised[n]!) <= 60_000)).toEqual([true, true, true]);
});
