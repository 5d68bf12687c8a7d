import { taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { addCall, addNumbers, layTaskGround, makeTask, phonesFrom, type TaskGround } from '../../../test/tasks.ts';
import { openWeb } from '../../house.ts';
import { createOwner } from '../accounts/index.ts';

/** Starting, pausing and stopping by hand, over HTTP; nobody dials here. */
let house: TestHouse;
let token: string;
let colleague: string;
let stranger: string;
let ground: TaskGround;
let foreign: TaskGround;
beforeAll(async () => {
  house = await startTestHouse();
  const [merchant, other] = house.merchants;
  [token, stranger] = [await house.signIn(merchant), await house.signIn(other)];
  const person = {
    merchantNumber: merchant.number,
    merchantName: '',
    account: 'li',
    name: '小李',
    password: 'pass',
    demo: false,
  };
  colleague = await house.sessionOf(merchant.id, (await createOwner(house.database.db, person)).employeeId);
  ground = await layTaskGround(house, merchant.id);
  foreign = await layTaskGround(house, other.id);
});
afterAll(() => house.close());

const query = async <R extends object>(sql: string, ...values: unknown[]): Promise<R[]> =>
  (await house.database.pool.query(sql, values)).rows as R[];
const readyTask = async (): Promise<string> => {
  const id = await makeTask(house, token, ground);
  await addNumbers(house, ground.merchantId, id, phonesFrom(15_400_000_200, 3));
  return id;
};
const stand = (id: string, state: string, because = '') =>
  query('update task set state = $2, because = $3 where id = $1', id, state, because);
const post = (action: string, id: string, as = token, origin?: string) =>
  origin === undefined ? house.post(`task/${action}`, { id, token: as }) : postTo(origin, action, id, as);
const postTo = async (origin: string, action: string, id: string, as: string) => {
  const response = await fetch(`${origin}/api/front/task/${action}`, {
    method: 'POST',
    body: new URLSearchParams({ id, token: as }),
  });
  return (await response.json()) as { errorCode: number; errorMsg: string };
};
const historyOf = async (id: string) =>
  (await house.ask(taskEndpoints.board, { id }, token)).events.map(({ text }) => text);
const auditOf = async (target: string) =>
  (await query<{ action: string }>('select action from audit where target = $1 order by id', target)).map(
    row => row.action,
  );

test('a start says how many calls somebody wants to look at first; no odd number of them', async () => {
  const id = await readyTask();
  for (const firstCalls of ['0', '101', 'two'])
    expect(await house.post('task/start', { id, firstCalls, token })).toMatchObject({ errorCode: 100 });
  await house.ask(taskEndpoints.start, { id, firstCalls: 5 }, token);
  expect(await query('select state, first_calls as "firstCalls" from task where id = $1', id)).toEqual([
    { state: 'running', firstCalls: 5 },
  ]);
  const [{ after }] = (await query('select after from audit where target = $1 order by id desc limit 1', id)) as [
    { after: object },
  ];
  expect(after).toMatchObject({ state: 'running', firstCalls: 5 });
});

test('a draft starts, pauses, goes on and stops; each action is in its history and in the audit', async () => {
  const id = await readyTask();
  expect(await post('start', id)).toMatchObject({ data: { id, state: 'running', because: '', becauseText: '' } });
  expect(await post('pause', id)).toMatchObject({
    data: { state: 'paused', because: 'byUser', becauseText: '手动暂停' },
  });
  expect(await post('resume', id, colleague)).toMatchObject({ data: { state: 'running' } });
  expect(await post('stop', id)).toMatchObject({ data: { state: 'stopped', because: '' } });
  expect(await house.ask(taskEndpoints.detail, { id }, token)).toMatchObject({
    state: 'stopped',
    startedBy: '测试',
    startedAt: expect.any(String),
    endedAt: expect.any(String),
  });
  expect(await historyOf(id)).toEqual(['测试 停止', '小李 继续', '测试 暂停', '测试 启动', '测试 新建']);
  expect(await auditOf(id)).toEqual(['task.save', 'task.start', 'task.pause', 'task.resume', 'task.stop']);
});

test.each([
  ['start', 'stopped', '', 138],
  ['start', 'finished', '', 138],
  ['start', 'paused', 'byUser', 140],
  ['pause', 'draft', '', 139],
  ['pause', 'finished', '', 138],
  ['resume', 'draft', '', 139],
  ['resume', 'stopped', '', 138],
  ['stop', 'draft', '', 139],
  ['stop', 'finished', '', 138],
  ['pause', 'waiting', 'outsideHours', 0],
  ['pause', 'paused', 'balance', 0],
  ['resume', 'paused', 'appended', 0],
  ['stop', 'paused', 'balance', 0],
] as const)('to %s a task that is %s %s answers %i', async (action, state, because, errorCode) => {
  const id = await readyTask();
  await stand(id, state, because);
  expect(await post(action, id)).toMatchObject({ status: 200, errorCode });
});

test.each(['start', 'pause', 'resume', 'stop'] as const)('%s sent again does nothing more', async action => {
  const id = await readyTask();
  if (action !== 'start') await post('start', id);
  if (action === 'resume') await post('pause', id);
  const first = await post(action, id);
  const before = [await historyOf(id), await auditOf(id)];
  const again = await post(action, id);
  expect(first.errorCode).toBe(0);
  expect(again).toEqual(first);
  expect([await historyOf(id), await auditOf(id)]).toEqual(before);
});

test('what the world paused stays paused once a person paused it', async () => {
  const id = await readyTask();
  await stand(id, 'paused', 'balance');
  expect(await post('pause', id)).toMatchObject({ data: { because: 'byUser' } });
});

test('who starts second is told who was first and when; nothing is doubled', async () => {
  const id = await readyTask();
  await post('start', id);
  await query("update task set started_at = '2026-03-05T01:30:00Z' where id = $1", id);
  expect(await post('start', id, colleague)).toMatchObject({
    status: 200,
    errorCode: 133,
    errorMsg: '测试 已在 2026-03-05 09:30 启动了这个任务',
  });
  await query(
    "update task set started_at = date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' where id = $1",
    id,
  );
  expect((await post('start', id, colleague)).errorMsg).toBe('测试 已在 00:00 启动了这个任务');
  expect(await historyOf(id)).toEqual(['测试 启动', '测试 新建']);
});

test('of ten people on two servers who start at once one does it, and the others are told', async () => {
  const second = await openWeb(testConfig({ dataDir: house.dataDir, webDist: house.dataDir, databaseUrl: house.url }), {
    rates: { all: 100_000, open: 100_000 },
  });
  const origins = [house.origin, `http://127.0.0.1:${second.info?.port}`];
  try {
    for (let round = 0; round < 5; round += 1) {
      const id = await readyTask();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => post('start', id, n % 2 ? token : colleague, origins[n % 4 < 2 ? 0 : 1])),
      );
      const first = (
        await query<{ name: string }>(
          'select e.name from task t join employee e on e.id = t.started_by where t.id = $1',
          id,
        )
      )[0]!.name;
      const told = answers.filter(({ errorCode }) => errorCode === 133);
      expect(told.length + answers.filter(({ errorCode }) => errorCode === 0).length).toBe(10);
      expect(told).toHaveLength(5);
      for (const { errorMsg } of told)
        expect(errorMsg).toMatch(new RegExp(`^${first} 已在 \\d\\d:\\d\\d 启动了这个任务$`));
      expect(await historyOf(id)).toEqual([`${first} 启动`, '测试 新建']);
      expect(await auditOf(id)).toEqual(['task.save', 'task.start']);
    }
  } finally {
    await second.close();
  }
});

test('pause, resume and stop from many hands at once leave one history that adds up', async () => {
  const id = await readyTask();
  await post('start', id);
  const actions = Array.from({ length: 30 }, (_, n) => (['pause', 'resume'] as const)[n % 2]!);
  const answers = await Promise.all(actions.map((action, n) => post(action, id, n % 3 ? token : colleague)));
  expect(new Set(answers.map(({ errorCode }) => errorCode))).toEqual(new Set([0]));
  const kinds = (
    await query<{ kind: string }>(
      "select kind from task_event where task_id = $1 and kind in ('paused', 'resumed') order by id",
      id,
    )
  ).map(row => row.kind);
  for (const [index, kind] of kinds.entries()) expect(kind).toBe(index % 2 === 0 ? 'paused' : 'resumed');
  const [{ state } = { state: '' }] = await query<{ state: string }>('select state from task where id = $1', id);
  expect(state).toBe(kinds.at(-1) === 'paused' ? 'paused' : 'running');
});

test('without numbers, without ports or without its plan a task does not start, and says why', async () => {
  const empty = await makeTask(house, token, ground);
  expect(await post('start', empty)).toMatchObject({ errorCode: 135, errorMsg: '任务里没有要呼叫的号码，请先导入' });
  const id = await readyTask();
  await query('update port set removed_at = now() where id = $1', ground.practicePort);
  expect(await post('start', id)).toMatchObject({ errorCode: 136, errorMsg: '任务的语音网关都已删除，请重新选择' });
  await query('update port set removed_at = null where id = $1', ground.practicePort);
  await query('update line set removed_at = now() where id = $1', ground.practiceLine);
  expect(await post('start', id)).toMatchObject({ errorCode: 136 });
  await query('update line set removed_at = null where id = $1', ground.practiceLine);
  await query('update plan set removed_at = now() where id = $1', ground.planId);
  const gone = { errorCode: 134, errorMsg: '任务的话术已删除，不能再启动' };
  expect(await post('start', id)).toMatchObject(gone);
  await stand(id, 'paused', 'byUser');
  expect(await post('resume', id)).toMatchObject(gone);
  await query('update plan set removed_at = null where id = $1', ground.planId);
  expect(await post('resume', id)).toMatchObject({ errorCode: 0 });
  expect(await post('start', empty)).toMatchObject({ errorCode: 135 });
});

test('a task that was paused while its last numbers were being called is resumed, to its end', async () => {
  const id = await readyTask();
  await post('start', id);
  await query('update task_count set fresh = 0, calling = 3 where task_id = $1', id);
  await post('pause', id);
  await query('update task_count set calling = 0, settled = 3 where task_id = $1', id);
  expect(await post('resume', id)).toMatchObject({ errorCode: 0 });
  expect(await query('select state from task where id = $1', id)).toEqual([{ state: 'running' }]);
});

test('a task keeps the version it was started with', async () => {
  const id = await readyTask();
  const [before, paused] = [await readyTask(), await readyTask()];
  await post('start', before);
  await post('start', paused);
  await post('pause', paused);
  await query(
    'insert into plan_version select merchant_id, plan_id, 2, graph, nodes, now() from plan_version where plan_id = $1 and version = 1',
    ground.planId,
  );
  await post('start', id);
  await post('resume', paused);
  const versions = await Promise.all(
    [before, paused, id].map(async one => (await house.ask(taskEndpoints.detail, { id: one }, token)).planVersion),
  );
  expect(versions).toEqual([1, 1, 2]);
});

const wanted = async (call: string) =>
  (await query<{ wanted: boolean }>('select hang_up_wanted_at is not null as wanted from call where id = $1', call))[0]
    ?.wanted;

test('a pause takes back what is placed, and lets calls in progress end by themselves', async () => {
  const id = await readyTask();
  const callees = (await query<{ id: string }>('select id from callee where task_id = $1 order by id', id)).map(
    row => row.id,
  );
  await post('start', id);
  const placed = await addCall(house, ground, id, callees[0]!);
  const talking = await addCall(house, ground, id, callees[1]!, 'talking');
  const other = await readyTask();
  const [foreignCallee] = await query<{ id: string }>('select id from callee where task_id = $1 limit 1', other);
  const untouched = await addCall(house, ground, other, foreignCallee!.id);
  await post('pause', id);
  expect([await wanted(placed), await wanted(talking), await wanted(untouched)]).toEqual([true, false, false]);
  await post('resume', id);
  const late = await addCall(house, ground, id, callees[2]!);
  await post('stop', id);
  expect([await wanted(late), await wanted(talking)]).toEqual([true, false]);
});

test('the emergency stop pauses every task and ends every call of the merchant, and of nobody else', async () => {
  await query('update call set hang_up_wanted_at = now()');
  await query("update task set state = 'stopped', because = ''");
  const [runs, waits, broke, byHand, draft] = [
    await readyTask(),
    await readyTask(),
    await readyTask(),
    await readyTask(),
    await readyTask(),
  ];
  const theirs = await makeTask(house, stranger, foreign);
  const [callee] = await addNumbers(house, foreign.merchantId, theirs, phonesFrom(15_400_000_300, 1));
  await stand(theirs, 'running');
  await stand(runs, 'running');
  await stand(waits, 'waiting', 'outsideHours');
  await stand(broke, 'paused', 'balance');
  await stand(byHand, 'paused', 'byUser');
  const [mine] = await query<{ id: string }>('select id from callee where task_id = $1 limit 1', runs);
  const calls = [await addCall(house, ground, runs, mine!.id, 'talking')];
  const [hand] = await query<{ id: string }>(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone)
     values ($1, $2, 1, '短话术', $3, '练习线路', '15400000001') returning id`,
    ground.merchantId,
    ground.planId,
    ground.practiceLine,
  );
  calls.push(hand!.id);
  const theirCall = await addCall(house, foreign, theirs, callee!, 'talking');
  expect(await house.ask(taskEndpoints.stopAll, {}, token)).toEqual({ tasks: 2, calls: 2 });
  const standings = await query<{ id: string; state: string; because: string }>(
    'select id, state, because from task where id = any($1) order by id',
    [runs, waits, broke, byHand, draft, theirs],
  );
  expect(standings.map(({ state, because }) => `${state} ${because}`)).toEqual([
    'paused stoppedAll',
    'paused stoppedAll',
    'paused stoppedAll',
    'paused stoppedAll',
    'draft ',
    'running ',
  ]);
  expect(await Promise.all(calls.map(wanted))).toEqual([true, true]);
  expect(await wanted(theirCall)).toBe(false);
  expect((await historyOf(runs))[0]).toBe('测试 紧急停止');
  expect(
    await query("select 1 from audit where action = 'task.stopAll' and merchant_id = $1", ground.merchantId),
  ).toHaveLength(1);
  expect(await house.ask(taskEndpoints.stopAll, {}, token)).toEqual({ tasks: 0, calls: 0 });
  expect(await post('resume', runs)).toMatchObject({ data: { state: 'running' } });
});
