import { taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import {
  addCall,
  addNumbers,
  layTaskGround,
  makeTask,
  phonesFrom,
  settingsOf,
  type TaskGround,
} from '../../../test/tasks.ts';
import { LOOK_AGAIN_JOB } from '../rules/index.ts';
import { lookAgainJob } from '../task-numbers/index.ts';
import { purgeSome } from './purge.store.ts';

/** Settings of tasks over HTTP: draft, change, copy, remove; nobody dials here. */
let house: TestHouse;
let token: string;
let stranger: string;
let ground: TaskGround;
let foreign: TaskGround;
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  ground = await layTaskGround(house, house.merchants[0].id);
  foreign = await layTaskGround(house, house.merchants[1].id);
});
afterAll(() => house.close());

const fieldsOf = (over: Parameters<typeof settingsOf>[1] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settingsOf(ground, over)).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
const detail = (id: string) => house.ask(taskEndpoints.detail, { id }, token);
const setState = (id: string, state: string, because = '') =>
  house.database.pool.query('update task set state = $2, because = $3, started_at = now() where id = $1', [
    id,
    state,
    because,
  ]);
const auditOf = async (target: string) =>
  (await house.database.pool.query('select action from audit where target = $1 order by id', [target])).rows.map(
    row => row.action,
  );

test('numbers that wait keep a port of their kind, or they would be given up as undialable', async () => {
  const ports = (...ids: readonly string[]) => ids.map(portId => ({ portId, channels: 5 }));
  const id = await makeTask(house, token, ground, { ports: ports(ground.ordinaryPort) });
  const save = async (...ids: readonly string[]) =>
    (await house.post('task/save', { ...fieldsOf({ ports: ports(...ids) }), id, token })).errorCode;
  expect([await save(ground.practicePort), await save(ground.ordinaryPort)]).toEqual([0, 0]);
  await addNumbers(house, ground.merchantId, id, phonesFrom(13_800_138_000, 2));
  expect(await save(ground.practicePort)).toBe(141);
  expect(await save(ground.practicePort, ground.ordinaryPort)).toBe(0);
  await house.database.pool.query("update callee set state = 'settled' where task_id = $1", [id]);
  expect(await save(ground.practicePort)).toBe(0);
});

test('a task begins as a draft with its settings, and stands first in the list', async () => {
  const id = await makeTask(house, token, ground, {
    ports: [
      { portId: ground.practicePort, channels: 5 },
      { portId: ground.ordinaryPort, channels: 2 },
    ],
    skipRecentDays: 3,
  });
  expect(await detail(id)).toMatchObject({
    id,
    state: 'draft',
    because: '',
    name: '秋季课程回访',
    planId: ground.planId,
    planName: '短话术',
    planVersion: 1,
    planRemoved: false,
    newerVersion: null,
    ports: [
      {
        portId: ground.practicePort,
        name: '练习线路',
        lineName: '练习线路',
        practice: true,
        channels: 5,
        removed: false,
      },
      { portId: ground.ordinaryPort, name: '网关甲', lineName: '线路甲', practice: false, channels: 2, removed: false },
    ],
    concurrency: 8,
    ringTimeoutS: 30,
    retries: { busy: { times: 2, afterMinutes: 10 } },
    skipRecentDays: 3,
    counts: { total: 0, fresh: 0, retrying: 0, calling: 0, settled: 0 },
    startedAt: null,
    startedBy: null,
  });
  const { list } = await house.ask(taskEndpoints.list, {}, token);
  expect(list[0]).toMatchObject({ id, state: 'draft', answered: 0 });
  expect(await auditOf(id)).toEqual(['task.save']);
});

test.each([
  ['a name of blanks', { name: '  ' }, 100, '任务名称：必填'],
  ['a port twice', { ports: 'twice' }, 100, '语音网关：不能重复'],
  ['no port', { ports: [] }, 100, '语音网关：1–50 项'],
  ['no window in the whole week', { windows: Array.from({ length: 7 }, () => []) }, 100, '呼叫时段：至少 1 项'],
  ['a week of six days', { windows: Array.from({ length: 6 }, () => []) }, 100, '呼叫时段：7 项'],
  [
    'windows that overlap',
    {
      windows: [
        [
          { from: 0, to: 60 },
          { from: 30, to: 90 },
        ],
        [],
        [],
        [],
        [],
        [],
        [],
      ],
    },
    100,
    '呼叫时段 › 第 1 项：内容不正确',
  ],
  ['calls at once: none', { concurrency: 0 }, 100, '任务并发：应为 1 到 5000 的整数'],
  ['a ringing of an hour', { ringTimeoutS: 3_600 }, 100, '振铃时长：应为 10 到 120 的整数'],
  [
    'a retry of what was answered',
    { retries: { answered: { times: 1, afterMinutes: 5 } } },
    100,
    '重拨规则：这种结果不能重拨：已接通',
  ],
  [
    'a retry of an outcome that is none',
    { retries: { nonsense: { times: 1, afterMinutes: 5 } } },
    100,
    '重拨规则 › nonsense：内容不正确',
  ],
  ['a plan that is not there', { planId: '9223372036854775806' }, 105, '话术不存在或已删除'],
  [
    'a port that is not there',
    { ports: [{ portId: '9223372036854775806', channels: 1 }] },
    105,
    '语音网关不存在或已删除',
  ],
  ['another merchant’s plan', { planId: 'foreign' }, 105, '话术不存在或已删除'],
  ['another merchant’s port', { ports: 'foreign' }, 105, '语音网关不存在或已删除'],
] as const)('%s is refused with a sentence', async (_what, over, errorCode, errorMsg) => {
  const port = { portId: ground.practicePort, channels: 1 };
  const real: Record<string, unknown> = { ...over };
  if (real.ports === 'twice') real.ports = [port, port];
  if (real.ports === 'foreign') real.ports = [{ portId: foreign.practicePort, channels: 1 }];
  if (real.planId === 'foreign') real.planId = foreign.planId;
  expect(await house.post('task/save', { ...fieldsOf(real), token })).toMatchObject({
    status: 200,
    errorCode,
    errorMsg,
  });
});

test('a draft takes another plan; a task that was started takes everything else', async () => {
  const id = await makeTask(house, token, ground);
  const other = (await layTaskGroundPlan()).id;
  await house.ask(taskEndpoints.save, { ...settingsOf(ground), id, planId: other, name: '改过' }, token);
  expect(await detail(id)).toMatchObject({ planId: other, name: '改过' });
  await setState(id, 'running');
  expect(await house.post('task/save', { ...fieldsOf(), id, token })).toMatchObject({
    errorCode: 130,
    errorMsg: '任务启动后不能换话术，可以复制一个新的',
  });
  await house.ask(taskEndpoints.save, { ...settingsOf(ground), id, planId: other, concurrency: 3, retries: {} }, token);
  expect(await detail(id)).toMatchObject({ state: 'running', planId: other, concurrency: 3, retries: {} });
});

const layTaskGroundPlan = async () => {
  const { rows } = await house.database.pool.query<{ id: string }>(
    `with made as (insert into plan (merchant_id, name) values ($1, '另一个话术') returning merchant_id, id)
     insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at)
     select made.merchant_id, made.id, 1, v.graph, 3, now() from made, plan_version v where v.merchant_id = $1 and v.plan_id = $2 and v.version = 1
     returning plan_id as id`,
    [ground.merchantId, ground.planId],
  );
  return rows[0]!;
};

test('a started task whose plan was deleted is still changed, a draft of it is not', async () => {
  const plan = (await layTaskGroundPlan()).id;
  const [started, draft] = [
    await makeTask(house, token, ground, { planId: plan }),
    await makeTask(house, token, ground, { planId: plan }),
  ];
  await setState(started, 'paused', 'byUser');
  await house.database.pool.query('update plan set removed_at = now() where id = $1', [plan]);
  await house.ask(taskEndpoints.save, { ...settingsOf(ground), id: started, planId: plan, concurrency: 2 }, token);
  expect(await detail(started)).toMatchObject({ planRemoved: true, concurrency: 2 });
  expect(await house.post('task/save', { ...fieldsOf({ planId: plan }), id: draft, token })).toMatchObject({
    errorCode: 105,
  });
  expect(await house.post('task/copy', { id: started, name: '再来', token })).toMatchObject({
    errorCode: 134,
    errorMsg: '任务的话术已删除，不能再启动',
  });
});

test('a newer version of the plan shows on a started task, a draft and a copy take it', async () => {
  const plan = (await layTaskGroundPlan()).id;
  const [started, draft] = [
    await makeTask(house, token, ground, { planId: plan }),
    await makeTask(house, token, ground, { planId: plan }),
  ];
  await setState(started, 'running');
  await house.database.pool.query(
    `insert into plan_version select merchant_id, plan_id, 2, graph, nodes, now() from plan_version where plan_id = $1`,
    [plan],
  );
  expect(await detail(started)).toMatchObject({ planVersion: 1, newerVersion: 2 });
  expect(await detail(draft)).toMatchObject({ planVersion: 2, newerVersion: null });
  const { id } = await house.ask(taskEndpoints.copy, { id: started, name: '再来一次' }, token);
  expect(await detail(id)).toMatchObject({ state: 'draft', name: '再来一次', planVersion: 2, counts: { total: 0 } });
  expect(await auditOf(id)).toEqual(['task.copy']);
  const board = await house.ask(taskEndpoints.board, { id }, token);
  expect(board.events.map(({ text }) => text)).toEqual(['测试 从「秋季课程回访」复制']);
});

test('days and holidays of a task’s own are kept, copied, and never wider than the rules: the refusal names the bound', async () => {
  const windows = Array.from({ length: 7 }, () => [{ from: 540, to: 1_200 }]);
  const ordinary = { ports: [{ portId: ground.ordinaryPort, channels: 2 }], windows };
  const own = {
    ownDays: { '2026-12-31': [{ from: 540, to: 720 }], '2027-02-10': [] },
    holidaysOff: '1',
    makeUpDaysOn: '1',
  };
  const id = await makeTask(house, token, ground, { ...ordinary, ...own } as never);
  const kept = { ownDays: own.ownDays, holidaysOff: true, makeUpDaysOn: true };
  expect(await detail(id)).toMatchObject(kept);
  const copy = await house.ask(taskEndpoints.copy, { id, name: '复制的日子' }, token);
  expect(await detail(copy.id)).toMatchObject(kept);
  const late = { ...ordinary, ownDays: { '2026-12-31': [{ from: 540, to: 1_380 }] } };
  await expect(makeTask(house, token, ground, late as never)).rejects.toThrow('任务时段不能超出外呼规则的 09:00–22:00');
});

test('caps of a task’s own are kept, copied, told in the audit, and never wider than the rules: the refusal names the bound', async () => {
  const windows = Array.from({ length: 7 }, () => [{ from: 540, to: 1_200 }]);
  const ordinary = { ports: [{ portId: ground.ordinaryPort, channels: 2 }], windows };
  const caps = { perDay: 1, per7Days: 4, per30Days: 0, minutesBetween: 90 };
  const id = await makeTask(house, token, ground, { ...ordinary, ...caps });
  expect(await detail(id)).toMatchObject(caps);
  const copy = await house.ask(taskEndpoints.copy, { id, name: '复制的次数' }, token);
  expect(await detail(copy.id)).toMatchObject(caps);
  const [saved] = (
    await house.database.pool.query("select after from audit where target = $1 and action = 'task.save'", [id])
  ).rows;
  expect(saved.after).toMatchObject(caps);
  // By the merchant's rules three a day and ten in seven days.
  for (const [wider, says] of [
    [{ perDay: 4 }, '任务的每号每天次数不能比外呼规则的 3 宽'],
    [{ per7Days: 11 }, '任务的每号 7 天次数不能比外呼规则的 10 宽'],
  ] as const)
    await expect(makeTask(house, token, ground, { ...ordinary, ...wider })).rejects.toThrow(says);
  const practice = { ports: [{ portId: ground.practicePort, channels: 5 }], perDay: 4 };
  expect(await detail(await makeTask(house, token, ground, practice))).toMatchObject({ perDay: 4, per7Days: 0 });
});

test('of a started task that may call more often, who waited for its cap is looked at the same day; of a draft nobody waits', async () => {
  const { database } = house;
  const key = `lookAgain ${ground.merchantId}`;
  const asked = async () =>
    (await database.pool.query('delete from graphile_worker._private_jobs where key = $1 returning payload', [key]))
      .rows;
  const id = await makeTask(house, token, ground, { perDay: 1 });
  const [callee] = await addNumbers(house, ground.merchantId, id, phonesFrom(13_800_139_900, 1));
  const save = (perDay: number) => house.post('task/save', { ...fieldsOf({ perDay }), id, token });
  // What other tasks have asked for.
  await asked();
  await save(2);
  expect(await asked()).toEqual([]);
  await setState(id, 'running');
  await database.pool.query(
    `update callee set state = 'retry', attempts = 1, because = 'cappedDay', due_at = now() + interval '14 hours' where id = $1`,
    [callee],
  );
  await save(3);
  const [job] = await asked();
  await lookAgainJob(database.db)[LOOK_AGAIN_JOB]!(job.payload, AbortSignal.any([]));
  const due = await database.pool.query('select due_at <= now() as now from callee where id = $1', [callee]);
  expect(due.rows).toEqual([{ now: true }]);
});

test('a copy leaves removed ports behind, and says so when none is left', async () => {
  const id = await makeTask(house, token, ground, {
    ports: [
      { portId: ground.practicePort, channels: 5 },
      { portId: ground.ordinaryPort, channels: 2 },
    ],
  });
  const remove = (port: string, at: string | null) =>
    house.database.pool.query('update port set removed_at = $2 where id = $1', [port, at]);
  await remove(ground.ordinaryPort, '2026-01-01');
  const copy = await house.ask(taskEndpoints.copy, { id, name: '复制' }, token);
  expect((await detail(copy.id)).ports.map(({ portId }) => portId)).toEqual([ground.practicePort]);
  expect((await detail(id)).ports.map(({ removed }) => removed)).toEqual([false, true]);
  await remove(ground.practicePort, '2026-01-01');
  expect(await house.post('task/copy', { id, name: '复制', token })).toMatchObject({ errorCode: 136 });
  await remove(ground.practicePort, null);
  await remove(ground.ordinaryPort, null);
});

test('the list is narrowed by state and by part of the name, and goes on after the last row shown', async () => {
  const names = ['满意度 100%', '满意度_甲', '欠费提醒', '满意度乙'];
  const ids: string[] = [];
  for (const name of names) ids.push(await makeTask(house, token, ground, { name }));
  await setState(ids[2]!, 'paused', 'balance');
  const named = async (q: string) => (await house.ask(taskEndpoints.list, { q }, token)).list.map(({ name }) => name);
  expect(await named('满意度')).toEqual(['满意度乙', '满意度_甲', '满意度 100%']);
  expect(await named('%')).toEqual(['满意度 100%']);
  expect(await named('_')).toEqual(['满意度_甲']);
  const paused = await house.ask(taskEndpoints.list, { state: 'paused', q: '欠费' }, token);
  expect(paused).toMatchObject({
    list: [{ id: ids[2], because: 'balance', becauseText: '余额不足，充值后自动继续' }],
    total: 1,
    after: null,
  });
  const first = await house.ask(taskEndpoints.list, { q: '满意度', limit: 2 }, token);
  expect(first).toMatchObject({ total: 3, after: ids[1] });
  const second = await house.ask(taskEndpoints.list, { q: '满意度', limit: 2, after: first.after! }, token);
  expect(second).toMatchObject({ list: [{ id: ids[0] }], after: null });
  expect(await house.post('task/list', { page: '501', token })).toMatchObject({ errorCode: 110 });
});

test('a running task is not removed, nor one with calls; a removed one is gone with its numbers, its records stay', async () => {
  const id = await makeTask(house, token, ground);
  const kept = await makeTask(house, token, ground);
  const phones = phonesFrom(15_400_000_100, 12);
  const callees = await addNumbers(house, ground.merchantId, id, phones);
  await addNumbers(house, ground.merchantId, kept, phones);
  const call = await addCall(house, ground, id, callees[0]!);
  await setState(id, 'running');
  expect(await house.post('task/remove', { id, token })).toMatchObject({ errorCode: 131 });
  await setState(id, 'paused', 'byUser');
  expect(await house.post('task/remove', { id, token })).toMatchObject({
    errorCode: 132,
    errorMsg: '还有 1 个通话没有结束，请稍后再删除',
  });
  await house.database.pool.query(
    "update call set stage = 'ended', state = 'busy', owner = null, ended_at = now() where id = $1",
    [call],
  );
  await house.database.pool.query(
    `with done as (update callee set state = 'settled' where id = $1)
     update task_count set calling = 0, settled = 1 where task_id = $2`,
    [callees[0], id],
  );
  await house.ask(taskEndpoints.remove, { id }, token);
  for (const path of ['task/detail', 'task/board', 'task/callees', 'task/start', 'task/remove'])
    expect(await house.post(path, { id, token }), path).toMatchObject({ errorCode: 105 });
  const { rows: jobs } = await house.database.pool.query(
    'select payload from graphile_worker._private_jobs where key = $1',
    [`task.purge ${id}`],
  );
  expect(jobs).toEqual([{ payload: { merchantId: ground.merchantId, task: id } }]);
  expect(await purgeSome(house.database.db, { merchantId: foreign.merchantId, task: id })).toBe(0);
  expect(await purgeSome(house.database.db, { merchantId: ground.merchantId, task: kept })).toBe(0);
  expect(await purgeSome(house.database.db, { merchantId: ground.merchantId, task: id })).toBe(12);
  expect(await purgeSome(house.database.db, { merchantId: ground.merchantId, task: id })).toBe(0);
  const { rows } = await house.database.pool.query(
    `select (select count(*)::int from callee where task_id = $1) as callees, (select count(*)::int from callee where task_id = $2) as others,
       (select total from task_count where task_id = $1) as total, (select count(*)::int from call where task_id = $1) as calls`,
    [id, kept],
  );
  expect(rows).toEqual([{ callees: 0, others: 12, total: 0, calls: 1 }]);
  expect(await auditOf(id)).toEqual(['task.save', 'task.remove']);
});

test('what is another merchant’s does not exist', async () => {
  const id = await makeTask(house, token, ground);
  for (const path of ['detail', 'board', 'callees', 'start', 'pause', 'resume', 'stop', 'remove'])
    expect(await house.post(`task/${path}`, { id, token: stranger }), path).toMatchObject({
      errorCode: 105,
      errorMsg: '任务不存在或已删除',
    });
  expect(await house.post('task/copy', { id, name: '偷来的', token: stranger })).toMatchObject({ errorCode: 105 });
  expect(await house.post('task/save', { ...fieldsOf(), id, token: stranger })).toMatchObject({ errorCode: 105 });
  expect(await house.ask(taskEndpoints.list, {}, stranger)).toMatchObject({ list: [], total: 0 });
  expect(await detail(id)).toMatchObject({ name: '秋季课程回访' });
});
