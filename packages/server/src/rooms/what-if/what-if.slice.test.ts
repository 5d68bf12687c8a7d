import { type CallOf, taskEndpoints, whatIfEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import {
  addEndings,
  addNumbers,
  layTaskGround,
  makeTask,
  phonesFrom,
  settingsOf,
  type TaskGround,
} from '../../../test/tasks.ts';
import { openBench } from '../../platform/bench.ts';
import { FORETELL_JOB } from '../tasks/index.ts';
import { foretellJob } from './index.ts';

/** What would come of lists, against cases reckoned by hand. */
let house: TestHouse;
let token = '';
let stranger = '';
let ground: TaskGround;
let foreign: TaskGround;
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  stranger = await house.signIn(house.merchants[1]);
  ground = await layTaskGround(house, house.merchants[0].id);
  foreign = await layTaskGround(house, house.merchants[1].id);
  await house.database.pool.query('update line set price_per_minute = 0.12, bill_unit_s = 60 where id = $1', [
    ground.ordinaryLine,
  ]);
});
afterAll(() => house.close());

interface Called {
  readonly line: string;
  readonly practice: boolean;
  readonly state: 'answered' | 'busy';
  readonly calls: number;
  readonly attempts?: 1 | 2;
}
/** So many people of a task were called before, a minute each, on every one of the last hours. */
const called = ({ line, practice, state, calls, attempts = 1 }: Called, task: string) =>
  house.database.pool.query(
    `with people as (
       insert into callee (merchant_id, task_id, phone, lane, state, attempts, last_state)
       select $1, $2, (case when $5 then 15400010000 else 13900010000 end + n)::text, case when $5 then 2 else 0 end, 'settled', $8, $6
       from generate_series(1, $7::int) n returning id, phone),
     counted as (
       update task_count set total = total + $7, settled = settled + $7 where merchant_id = $1 and task_id = $2)
     insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number, variables,
       task_id, callee_id, attempt, stage, state, placed_at, dialled_at, ended_at, talk_ms, bill_unit_s)
     select $1, $3, 1, '', $4, '', $5, phone, '', '{}', $2, id, attempt, 'ended', $6, at - interval '60 s', at - interval '60 s', at,
       case when $6 = 'answered' then 55000 else 0 end, 60
     from people cross join generate_series(1, $8::int) attempt,
       lateral (select now() - make_interval(mins => (id % 1440)::int) as at) at`,
    [ground.merchantId, task, ground.planId, line, practice, state, calls, attempts],
  );
const practiceTask = (over: Parameters<typeof makeTask>[3] = {}) =>
  makeTask(house, token, ground, {
    ...{ ports: [{ portId: ground.practicePort, channels: 10 }], concurrency: 10, retries: {} },
    ...over,
  });
type Wish = Omit<CallOf<typeof whatIfEndpoints.look>, 'taskId'>;
const look = (taskId: string, wish: Wish = {}) => house.ask(whatIfEndpoints.look, { taskId, ...wish }, token);
const minutesTo = (at: string, end: string | null | undefined) => (Date.parse(end!) - Date.parse(at)) / 60_000;

test('120 numbers, ten at once, a minute each: twelve minutes; five at once would take twice as long', async () => {
  const task = await practiceTask();
  await called({ line: ground.practiceLine, practice: true, state: 'answered', calls: 2_000 }, task);
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_400_001_001, 120));
  const { at, numbers, seen, asItIs, changed } = await look(task, { concurrency: 5 });
  expect({ numbers, seen }).toEqual({ numbers: 120, seen: { calls: 2_000, of: 'task' } });
  expect(minutesTo(at, asItIs.end?.low)).toBeGreaterThanOrEqual(10);
  expect(minutesTo(at, asItIs.end?.high)).toBeLessThanOrEqual(16);
  expect(minutesTo(at, changed?.end?.low)).toBeGreaterThanOrEqual(20);
  expect(minutesTo(at, changed?.end?.high)).toBeLessThanOrEqual(32);
  // Nobody is redialled; nearly all of them answered, and so will nearly all.
  expect(asItIs.all.calls).toEqual({ low: 120, middle: 120, high: 120 });
  expect(asItIs.all.answered.low).toBeGreaterThan(105);
  expect(asItIs.all.cost).toEqual({ low: '0.00', middle: '0.00', high: '0.00' });
});

test('told from a later hour on it begins then, and what is closed at night waits for the morning', async () => {
  const task = await makeTask(house, token, ground, {
    ports: [{ portId: ground.ordinaryPort, channels: 10 }],
    retries: {},
  });
  await addNumbers(house, ground.merchantId, task, phonesFrom(13_812_320_001, 20));
  const year = new Date().getFullYear() + 1;
  const { at, asItIs } = await look(task, { from: `${year}-03-02T22:30` });
  expect(at).toBe(`${year}-03-02T14:30:00.000Z`);
  // Nobody is called after nine in the evening, nor before eight: the first of them nine hours and a half later.
  expect(asItIs.today.calls).toEqual({ low: 0, middle: 0, high: 0 });
  expect(minutesTo(at, asItIs.end?.low)).toBeGreaterThanOrEqual(9.5 * 60);
  expect(minutesTo(at, asItIs.end?.low)).toBeLessThan(11 * 60);
  // An hour that has gone by is now.
  const before = Date.now();
  expect(Date.parse((await look(task, { from: '2020-03-02T09:00' })).at)).toBeGreaterThanOrEqual(before);
});

test('asked again it says the same; unchanged there is one side only', async () => {
  const task = await practiceTask();
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_400_001_001, 40));
  const [one, again] = [await look(task), await look(task)];
  expect(one.changed).toBeNull();
  expect(again.asItIs.all).toEqual(one.asItIs.all);
});

test('a list that nobody was called of is told by the merchant’s other calls, each of a minute at the line’s price', async () => {
  const before = await makeTask(house, token, ground, { ports: [{ portId: ground.ordinaryPort, channels: 10 }] });
  await called({ line: ground.ordinaryLine, practice: false, state: 'answered', calls: 3_000 }, before);
  const task = await makeTask(house, token, ground, {
    ...{ ports: [{ portId: ground.ordinaryPort, channels: 10 }], concurrency: 10, retries: {} },
  });
  await addNumbers(house, ground.merchantId, task, phonesFrom(13_812_300_001, 100));
  const { seen, asItIs } = await look(task);
  expect(seen).toEqual({ calls: 3_000, of: 'merchant' });
  const { calls, cost } = asItIs.all;
  expect(calls).toEqual({ low: 100, middle: 100, high: 100 });
  // A hundred minutes at 0.12 yuan are 12 yuan, and not all may answer.
  expect(Number(cost.low)).toBeGreaterThan(10.5);
  expect(Number(cost.high)).toBeLessThan(12.5);
  expect(asItIs.end).not.toBeNull();
});

test('who is busy twice of two calls is called twice more often with a rule for it', async () => {
  const task = await practiceTask();
  await called({ line: ground.practiceLine, practice: true, state: 'busy', calls: 1_500, attempts: 2 }, task);
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_400_001_001, 100));
  const { asItIs, changed } = await look(task, { retries: { busy: { times: 1, afterMinutes: 15 } } });
  expect(asItIs.all.calls.high).toBe(100);
  expect(changed!.all.calls.low).toBeGreaterThan(185);
  expect(changed!.all.calls.high).toBeLessThanOrEqual(200);
});

test('hours that are never and a port of another line are looked at, and nothing is changed by it', async () => {
  const task = await makeTask(house, token, ground, { ports: [{ portId: ground.ordinaryPort, channels: 10 }] });
  await addNumbers(house, ground.merchantId, task, phonesFrom(13_812_310_001, 10));
  const before = await house.database.pool.query('select * from task where id = $1', [task]);
  const none = Array.from({ length: 7 }, () => []);
  const { changed } = await look(task, { windows: none });
  expect(changed).toMatchObject({ end: null, because: 'neverOpen', becauseText: '剩下的号码没有可以拨打的时段' });
  // Practice lines call no number of people.
  const { changed: other } = await look(task, { ports: [{ portId: ground.practicePort, channels: 3 }] });
  expect(other!.all.calls.high).toBe(0);
  const after = await house.database.pool.query('select * from task where id = $1', [task]);
  expect(after.rows).toEqual(before.rows);
});

test('a day that was is told with the settings of now and with others, beside what really happened', async () => {
  const task = await practiceTask();
  // Two hundred people on one day from ten on, one a minute, all answered: who calls ten at once needs twenty minutes.
  await house.database.pool.query(
    `with people as (
       insert into callee (merchant_id, task_id, phone, lane, state, attempts, last_state)
       select $1, $2, (15400020000 + n)::text, 2, 'settled', 1, 'answered' from generate_series(1, 200) n returning id, phone)
     insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number, variables,
       task_id, callee_id, attempt, stage, state, placed_at, dialled_at, ended_at, talk_ms)
     select $1, $3, 1, '', $4, '', true, phone, '', '{}', $2, id, 1, 'ended', 'answered', at, at, at + interval '60 s', 55000
     from people, lateral (select '2026-11-20 10:00+08'::timestamptz + make_interval(mins => right(phone, 3)::int - 1) as at) at`,
    [ground.merchantId, task, ground.planId, ground.practiceLine],
  );
  const asked = { taskId: task, day: '2026-11-20', concurrency: 5 };
  const day = await house.ask(whatIfEndpoints.day, asked, token);
  expect(day).toMatchObject({
    at: '2026-11-20T02:00:00.000Z',
    numbers: 200,
    seen: { calls: 200 },
    happened: { calls: 200, answered: 200, cost: '0.00', end: '2026-11-20T05:20:00.000Z' },
    asItIs: { today: { calls: { low: 200, middle: 200, high: 200 } } },
  });
  expect(minutesTo(day.at, day.asItIs.end?.middle)).toBeGreaterThanOrEqual(18);
  expect(minutesTo(day.at, day.asItIs.end?.middle)).toBeLessThanOrEqual(24);
  expect(minutesTo(day.at, day.changed?.end?.middle)).toBeGreaterThanOrEqual(36);
  expect(minutesTo(day.at, day.changed?.end?.middle)).toBeLessThanOrEqual(48);
  expect(await house.post('whatIf/day', { taskId: task, day: '2026-11-19', token })).toMatchObject({
    errorCode: 565,
    errorMsg: '2026-11-19 这个任务没有呼叫，请换一天',
  });
  // The database's calendar knows no year 0: a day of it is no day.
  expect(await house.post('whatIf/day', { taskId: task, day: '0000-01-01', token })).toMatchObject({ errorCode: 100 });
});

/** What waits to be told of a task. */
const waiting = async (task: string): Promise<readonly unknown[]> => {
  const { rows } = await house.database.pool.query('select payload from graphile_worker._private_jobs where key = $1', [
    `${FORETELL_JOB} ${task}`,
  ]);
  return rows.map(({ payload }) => payload);
};
const tellAll = async (task: string): Promise<void> => {
  const bench = openBench();
  for (const payload of await waiting(task))
    await foretellJob(house.database.db, bench)[FORETELL_JOB]?.(payload, new AbortController().signal);
  await bench.close();
};
const truthOf = async (taskId: string) => (await house.ask(whatIfEndpoints.truth, { taskId }, token)).truth;

test('what a start told is kept, and what came since stands beside it; a change of the settings is told anew', async () => {
  const task = await practiceTask();
  await called({ line: ground.practiceLine, practice: true, state: 'answered', calls: 2_000 }, task);
  await addEndings(house, ground.merchantId, task, [[90, 'answered', 'A', 7]]);
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_400_001_001, 120));
  expect(await waiting(task)).toEqual([]);
  expect(await truthOf(task)).toBeNull();
  await house.ask(taskEndpoints.start, { id: task }, token);
  expect(await waiting(task)).toEqual([{ merchantId: ground.merchantId, task }]);
  await tellAll(task);
  await addEndings(house, ground.merchantId, task, [
    [0, 'answered', 'A', 30],
    [0, 'busy', '', 4],
  ]);
  const first = await truthOf(task);
  expect(first).toMatchObject({
    numbers: 120,
    told: { all: { calls: { low: 120, middle: 120, high: 120 } } },
    soFar: { calls: 34, answered: 30, cost: '0.00' },
    endedAt: null,
  });
  await house.ask(taskEndpoints.save, { ...settingsOf(ground), id: task, concurrency: 5 }, token);
  await tellAll(task);
  const second = await truthOf(task);
  expect(second!.at > first!.at).toBe(true);
  expect(second!.soFar).toEqual({ calls: 0, answered: 0, cost: '0.00' });
});

test('a draft that is saved is told of by nobody', async () => {
  const task = await practiceTask();
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_400_001_001, 3));
  await house.ask(taskEndpoints.save, { ...settingsOf(ground), id: task, concurrency: 5 }, token);
  expect(await waiting(task)).toEqual([]);
});

test('what is another merchant’s does not exist', async () => {
  const task = await practiceTask();
  for (const path of ['whatIf/look', 'whatIf/day', 'whatIf/truth'])
    expect(await house.post(path, { taskId: task, day: '2026-11-20', token: stranger }), path).toMatchObject({
      errorCode: 105,
    });
  const ports = JSON.stringify([{ portId: foreign.practicePort, channels: 1 }]);
  expect(await house.post('whatIf/look', { taskId: task, ports, token })).toMatchObject({
    errorCode: 105,
    errorMsg: '语音网关不存在或已删除',
  });
});
