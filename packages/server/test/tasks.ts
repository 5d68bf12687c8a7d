import { type CallOf, taskEndpoints } from '@lianxian/contract';
import type { CallState, Level } from '@lianxian/core';
import { merchantDb } from '../src/platform/db/index.ts';
import { insertLine } from '../src/rooms/lines/index.ts';
import { insertPlan } from '../src/rooms/plans/index.ts';
import type { TestHouse } from './house.ts';
import { shortPlan } from './short-plan.ts';

/** Every day, for as long as the usual rules let any number be called. */
export const alwaysOpen = Array.from({ length: 7 }, () => [{ from: 540, to: 1_320 }]);

/** What a task of a merchant needs: a plan, a practice line and an ordinary one, a port on each. */
export interface TaskGround {
  readonly merchantId: string;
  readonly planId: string;
  readonly practiceLine: string;
  readonly ordinaryLine: string;
  readonly practicePort: string;
  readonly ordinaryPort: string;
}

export const layTaskGround = async ({ database, now }: TestHouse, merchantId: string): Promise<TaskGround> => {
  const db = merchantDb(database.db, merchantId);
  const planId = await insertPlan(db, shortPlan, now());
  const practice = { name: '练习线路', address: '', username: '', callerNumber: '4008' };
  const practiceLine = await insertLine(db, practice, true);
  const ordinaryLine = await insertLine(db, { ...practice, name: '线路甲', address: '192.0.2.10' }, false);
  const port = async (line: string, name: string): Promise<string> => {
    await database.pool.query('delete from port where merchant_id = $1 and line_id = $2', [merchantId, line]);
    const { rows } = await database.pool.query<{ id: string }>(
      'insert into port (merchant_id, line_id, name, channels) values ($1, $2, $3, 10) returning id',
      [merchantId, line, name],
    );
    return rows[0]!.id;
  };
  const [practicePort, ordinaryPort] = [await port(practiceLine, '练习线路'), await port(ordinaryLine, '网关甲')];
  return { merchantId, planId, practiceLine, ordinaryLine, practicePort, ordinaryPort };
};

type Save = CallOf<typeof taskEndpoints.save>;
export const settingsOf = (ground: TaskGround, over: Partial<Save> = {}): Save => ({
  name: '秋季课程回访',
  planId: ground.planId,
  ports: [{ portId: ground.practicePort, channels: 5 }],
  concurrency: 8,
  ringTimeoutS: 30,
  windows: alwaysOpen,
  retries: { busy: { times: 2, afterMinutes: 10 } },
  ...over,
});

export const makeTask = async (
  house: TestHouse,
  token: string,
  ground: TaskGround,
  over: Partial<Save> = {},
): Promise<string> => (await house.ask(taskEndpoints.save, settingsOf(ground, over), token)).id;

/** Puts numbers into a task as an import does; their ids in order. */
export const addNumbers = async (
  { database }: TestHouse,
  merchantId: string,
  task: string,
  phones: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ id: string }>(
    `with added as (
       insert into callee (merchant_id, task_id, phone, name, lane)
       select $1, $2, phone, '客户' || right(phone, 2), case when phone like '1540000%' then 2 else 0 end
       from unnest($3::text[]) phone returning id),
     counted as (
       update task_count set total = total + cardinality($3::text[]), fresh = fresh + cardinality($3::text[])
       where merchant_id = $1 and task_id = $2)
     select id from added order by id`,
    [merchantId, task, phones],
  );
  return rows.map(({ id }) => id);
};

export const phonesFrom = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => String(first + n));

/** A call of a number of a task, as the runner places it and a dialler takes it on. */
export const addCall = async (
  { database }: TestHouse,
  ground: TaskGround,
  task: string,
  callee: string,
  stage: 'placed' | 'dialling' | 'talking' = 'placed',
): Promise<string> => {
  const { rows } = await database.pool.query<{ id: string }>(
    `with taken as (
       update callee set state = 'calling', attempts = attempts + 1 where merchant_id = $1 and task_id = $2 and id = $3
       returning phone, name, attempts),
     counted as (
       update task_count set fresh = fresh - 1, calling = calling + 1 where merchant_id = $1 and task_id = $2)
     insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, callee_name, task_id,
       callee_id, attempt, port_id, stage, owner, answered_at)
     select $1, $4, 1, '短话术', $5, '练习线路', true, phone, name, $2, $3, attempts, $6, $7,
       case when $7 = 'placed' then null else 'node' end, case when $7 = 'talking' then now() end
     from taken returning id`,
    [ground.merchantId, task, callee, ground.planId, ground.practiceLine, ground.practicePort, stage],
  );
  return rows[0]!.id;
};

/** Folds endings into the task's minutes, so many minutes ago. */
export const addEndings = async (
  { database }: TestHouse,
  merchantId: string,
  task: string,
  endings: readonly (readonly [minutesAgo: number, state: CallState, level: Level | '', calls: number])[],
): Promise<void> => {
  for (const [ago, state, level, calls] of endings)
    await database.pool.query(
      `insert into task_minute (merchant_id, task_id, minute, state, level, calls)
       values ($1, $2, date_trunc('minute', now()) - make_interval(mins => $3), $4, $5, $6)`,
      [merchantId, task, ago, state, level, calls],
    );
};
