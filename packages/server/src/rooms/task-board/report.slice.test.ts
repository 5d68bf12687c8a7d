import {
  decisionEndpoints,
  refusals,
  taskEndpoints,
  taskNumberEndpoints,
  taskReportEndpoints,
} from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { addNumbers, layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';

/** What came of a task, and the task that is made of some of its people; calls are written as rows. */
let house: TestHouse;
let token: string;
let ground: TaskGround;
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  ground = await layTaskGround(house, house.merchants[0].id);
});
afterAll(() => house.close());

const query = async <R extends object>(sql: string, ...values: unknown[]): Promise<R[]> =>
  (await house.database.pool.query(sql, values)).rows as R[];

/** The people of these tests: what a call with one of them came to. */
interface Came {
  readonly state: string;
  readonly level?: string;
  readonly talkMs?: number;
  readonly turns?: number;
  readonly cost?: number;
  readonly hour?: number;
}
/** A call of a number that is over, and the number with it; at an hour of today in Shanghai. */
const called = async (task: string, phone: string, came: Came): Promise<string> => {
  const { state, level = null, talkMs = 0, turns = 0, cost = 0, hour = 10 } = came;
  const [row] = await query<{ id: string }>(
    `insert into call (merchant_id, owner_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, callee_name,
       caller_number, variables, task_id, callee_id, attempt, stage, state, level, talk_ms, turns, cost, placed_at, dialled_at, ended_at)
     select t.merchant_id, t.created_by, t.plan_id, 1, '', $3, '', true, c.phone, c.name, '', '{}', t.id, c.id, c.attempts + 1,
       'ended', $4, $5, $6, $7, $8, at.at, at.at, at.at
     from task t join callee c on c.merchant_id = t.merchant_id and c.task_id = t.id and c.phone = $2
       cross join lateral (select (date_trunc('day', now() at time zone 'Asia/Shanghai') + make_interval(hours => $9))
         at time zone 'Asia/Shanghai' as at) at
     where t.id = $1 returning id`,
    task,
    phone,
    ground.practiceLine,
    state,
    level,
    talkMs,
    turns,
    cost,
    hour,
  );
  await query(
    `update callee set state = 'settled', attempts = attempts + 1, last_state = $3, last_level = $4, last_call_id = $5
     where task_id = $1 and phone = $2`,
    task,
    phone,
    state,
    level,
    row!.id,
  );
  return row!.id;
};
const ends = (task: string, state = 'finished') => query('update task set state = $2 where id = $1', task, state);
const phones = (first: number, count: number) => Array.from({ length: count }, (_, n) => String(first + n));
const people = (id: string, of: 'unreached' | 'levels', levels?: ('A' | 'B' | 'C')[]) =>
  house.ask(taskReportEndpoints.people, { id, of, ...(levels && { levels }) }, token);
const listOf = async (task: string) =>
  (await query<{ phone: string }>('select phone from callee where task_id = $1 order by phone', task)).map(
    row => row.phone,
  );

test('the report counts people by their latest result, calls by the hour, and names those worth hearing', async () => {
  const id = await makeTask(house, token, ground);
  const [a, b, corrected, mild, f, busy, empty, never] = phones(15_400_001_000, 8) as string[];
  await addNumbers(house, ground.merchantId, id, [a!, b!, corrected!, mild!, f!, busy!, empty!, never!]);
  const best = await called(id, a!, { state: 'answered', level: 'A', talkMs: 90_000, turns: 5, cost: 1.2, hour: 9 });
  await called(id, b!, { state: 'answered', level: 'B', talkMs: 30_000, turns: 2, cost: 0.6 });
  const lost = await called(id, corrected!, { state: 'answered', level: 'A', talkMs: 40_000, turns: 3, cost: 0.6 });
  const soSo = await called(id, mild!, { state: 'answered', level: 'A', talkMs: 80_000, turns: 3, hour: 11 });
  await called(id, f!, { state: 'answered', level: 'F', talkMs: 2_000, turns: 0, cost: 0.6 });
  await called(id, busy!, { state: 'busy', hour: 9 });
  await called(id, busy!, { state: 'noAnswer' });
  await called(id, empty!, { state: 'emptyNumber' });
  for (const [call, level] of [
    [lost, 'D'],
    [soSo, 'C'],
  ])
    await query(
      `insert into call_correction (merchant_id, call_id, ruled_level, level, why, corrected_by)
       values ($1, $2, 'A', $3, '', $4)`,
      ground.merchantId,
      call,
      level,
      house.merchants[0].owner.id,
    );
  await ends(id, 'stopped');
  const report = await house.ask(taskReportEndpoints.read, { id }, token);
  expect(report).toMatchObject({
    numbers: 8,
    dialled: 7,
    answered: 5,
    talked: 4,
    good: 2,
    causes: [
      { state: expect.any(String), people: 1 },
      { state: expect.any(String), people: 1 },
    ],
    calls: 8,
    talkMs: 242_000,
    cost: '3',
    hours: [
      { hour: 9, calls: 2, answered: 1 },
      { hour: 10, calls: 5, answered: 3 },
      { hour: 11, calls: 1, answered: 1 },
    ],
  });
  expect(report.causes.map(({ state }) => state).sort()).toEqual(['emptyNumber', 'noAnswer']);
  expect(report.levels.filter(({ people: n }) => n > 0)).toEqual([
    { level: 'A', people: 1 },
    { level: 'B', people: 1 },
    { level: 'C', people: 1 },
    { level: 'D', people: 1 },
    { level: 'F', people: 1 },
  ]);
  // By the level that holds now: who is C by a person's word is neither worth hearing nor lost.
  expect(report.best.map(call => [call.id, call.level])).toEqual([
    [best, 'A'],
    [expect.any(String), 'B'],
  ]);
  expect(report.worst.map(call => call.level)).toEqual(['F', 'D']);
  const stranger = await house.signIn(house.merchants[1]);
  for (const path of ['task/report', 'task/againPeople'])
    expect(await house.post(path, { id, of: 'unreached', token: stranger })).toMatchObject({ errorCode: 105 });
});

test('who nobody reached is called again, by the latest result anywhere; nobody a second time, and nobody thrice', async () => {
  const [reached, later, black, waits, twice, plain, empty, held] = phones(15_400_002_000, 8) as string[];
  const all = [reached!, later!, black!, waits!, twice!, plain!, empty!, held!];
  const before = await makeTask(house, token, ground, { name: '上一批' });
  await addNumbers(house, ground.merchantId, before, [twice!]);
  await called(before, twice!, { state: 'noAnswer' });
  await ends(before);
  const open = await makeTask(house, token, ground, { name: '还在打' });
  await addNumbers(house, ground.merchantId, open, [waits!]);
  await ends(open, 'paused');

  const id = await makeTask(house, token, ground, { name: '秋季' });
  await addNumbers(house, ground.merchantId, id, all);
  await called(id, reached!, { state: 'answered', level: 'B' });
  for (const phone of [later!, black!, waits!, twice!, plain!]) await called(id, phone, { state: 'noAnswer' });
  await called(id, empty!, { state: 'emptyNumber' });
  await ends(id, 'stopped');
  // Reached by hand since; the number that nobody dialled is on the list still.
  await query(
    `insert into call (merchant_id, owner_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number,
       variables, stage, state, level)
     select merchant_id, owner_id, plan_id, 1, '', line_id, '', true, phone, '', '{}', 'ended', 'answered', 'A' from call
     where task_id = $1 and phone = $2`,
    id,
    later,
  );
  await query('insert into blacklist (merchant_id, phone) values ($1, $2)', ground.merchantId, black);

  const told = await people(id, 'unreached');
  expect(told).toMatchObject({
    people: 2,
    taken: 2,
    leftOut: [
      { because: 'unreachable', people: 1 },
      { because: 'blacklisted', people: 1 },
      { because: 'reachedSince', people: 1 },
      { because: 'elsewhere', people: 1 },
      { because: 'twice', people: 1 },
    ],
  });
  expect(told.name).toMatch(/^秋季 \d\d-\d\d$/);
  // The editor's own name bears day and minute: what is made of it bears one day.
  await query(`update task set name = '秋季 11-02 06:48' where id = $1`, id);
  expect(await people(id, 'unreached')).toMatchObject({ name: told.name });
  await query(`update task set name = '秋季' where id = $1`, id);
  const made = await house.ask(taskReportEndpoints.again, { id, of: 'unreached', name: told.name }, token);
  expect(made.people).toBe(2);
  expect(await listOf(made.id)).toEqual([plain, held]);
  expect(await house.ask(taskEndpoints.detail, { id: made.id }, token)).toMatchObject({
    state: 'draft',
    name: told.name,
    concurrency: 8,
    counts: { total: 2, fresh: 2, settled: 0 },
  });
  // Whoever presses again finds them on the list of the first; the name is another.
  expect(await people(id, 'unreached')).toMatchObject({ people: 0, name: `${told.name} (2)` });
  const tasks = async () => (await house.ask(taskEndpoints.list, {}, token)).list.length;
  const known = await tasks();
  expect(await house.post('task/again', { token, id, of: 'unreached', name: '空' })).toMatchObject({ errorCode: 458 });
  expect(await tasks()).toBe(known);

  expect(await people(id, 'levels', ['A', 'B'])).toMatchObject({ people: 1, leftOut: [] });
  expect(await people(id, 'levels', ['C'])).toMatchObject({ people: 0 });
  const byLevel = await house.ask(taskReportEndpoints.again, { id, of: 'levels', levels: ['B'], name: 'B 类' }, token);
  expect(await listOf(byLevel.id)).toEqual([reached]);

  // In the task that was made of it nobody was reached either: two tasks have called them in vain.
  for (const phone of [plain!, held!]) await called(made.id, phone, { state: 'busy' });
  await ends(made.id);
  expect(await people(made.id, 'unreached')).toMatchObject({
    people: 1,
    leftOut: [{ because: 'twice', people: 1 }],
  });
});

/** A call outside any task: by hand, or somebody rang us. */
const talked = (
  task: string,
  phone: string,
  call: { readonly in?: boolean; readonly talkMs?: number; readonly at: string },
) =>
  query(
    `insert into call (merchant_id, owner_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number,
       variables, stage, state, direction, talk_ms, placed_at)
     select merchant_id, created_by, plan_id, 1, '', $3, '', true, $2, '', '{}', 'ended', 'answered', $4, $5, $6::timestamptz
     from task where id = $1`,
    task,
    phone,
    ground.practiceLine,
    call.in ? 'in' : 'out',
    call.talkMs ?? 20_000,
    call.at,
  );

test('who was reached before the list was made is called again, who rang us and talked since is not', async () => {
  const [old, since, rang, hungUp, called2] = phones(15_400_003_000, 5) as string[];
  const id = await makeTask(house, token, ground, { name: '老客户' });
  await addNumbers(house, ground.merchantId, id, [old!, since!, rang!, hungUp!, called2!]);
  await query(`update callee set changed_at = now() - interval '1 day' where task_id = $1`, id);
  const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const today = new Date().toISOString();
  await talked(id, old!, { at: yesterday });
  await talked(id, since!, { at: today });
  await talked(id, rang!, { in: true, at: today });
  await talked(id, hungUp!, { in: true, talkMs: 0, at: today });
  await called(id, called2!, { state: 'noAnswer' });
  await talked(id, called2!, { in: true, at: today });
  await ends(id, 'stopped');
  expect(await people(id, 'unreached')).toMatchObject({ people: 2, leftOut: [{ because: 'reachedSince', people: 3 }] });
  const made = await house.ask(taskReportEndpoints.again, { id, of: 'unreached', name: '再打' }, token);
  expect(await listOf(made.id)).toEqual([old, hungUp]);
  // Why the others are not on it stands in its ledger.
  const decided = await house.ask(decisionEndpoints.list, { taskId: made.id }, token);
  expect(decided.list.map(({ phone, kind, text }) => [phone, kind, text]).toSorted()).toEqual(
    [since, rang, called2].map(phone => [phone, 'refused', '上一个任务之后已经联系上']).toSorted(),
  );

  // It stands in the audit with how many they are, and in the list of imports, by which it can be taken back.
  const [row] = await query<{ after: object }>(
    `select after from audit where action = 'task.again' and target = $1`,
    made.id,
  );
  expect(row?.after).toMatchObject({ name: '再打', copiedFrom: '老客户', people: 2 });
  const { list } = await house.ask(taskNumberEndpoints.imports, { id: made.id, page: 1, limit: 20 }, token);
  expect(list).toMatchObject([{ name: '老客户', again: true, added: 2, refused: 0, running: false, takenBack: null }]);
  const { rows } = await house.database.pool.query(
    'select count(*)::int as n from callee where task_id = $1 and import_id = $2',
    [made.id, list[0]!.id],
  );
  expect(rows[0]).toEqual({ n: 2 });
  const back = { id: made.id, importId: list[0]!.id };
  expect(await house.ask(taskNumberEndpoints.takeBackImport, back, token)).toMatchObject({
    batchId: expect.any(String),
  });
});

test('to who sees numbers masked ten answers a day are told of whom a task could call again: by halves they would tell of each', async () => {
  const id = await makeTask(house, token, ground);
  const numbers = phones(15_400_004_000, 12);
  await addNumbers(house, ground.merchantId, id, numbers);
  for (const phone of numbers) await called(id, phone, { state: 'busy' });
  await ends(id);
  const masked = await house.signInWith(['myTask'], ['task:create']);
  const ask = async () => (await house.post('task/againPeople', { id, of: 'unreached', token: masked })).errorCode;
  const answers: number[] = [];
  for (const phone of numbers) {
    answers.push(await ask());
    expect(await ask(), 'the same answer is no further one').toBe(answers.at(-1));
    await query('delete from callee where task_id = $1 and phone = $2', id, phone);
  }
  const { code } = refusals.listsOut;
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 0), code, code]);
  expect((await people(id, 'unreached')).people).toBe(0);
});
