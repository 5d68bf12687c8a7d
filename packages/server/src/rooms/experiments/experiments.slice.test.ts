import {
  type CallOf,
  experimentEndpoints,
  planEndpoints,
  refusals,
  speechEndpoints,
  taskEndpoints,
} from '@lianxian/contract';
import { type Plan, saidKeys } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import {
  addCall,
  addNumbers,
  layTaskGround,
  makeTask,
  phonesFrom,
  settingsOf,
  type TaskGround,
} from '../../../test/tasks.ts';

let house: TestHouse;
let ground: TaskGround;
let foreign: TaskGround;
let token = '';
let stranger = '';
let rival = '';
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  stranger = await house.signIn(house.merchants[1]);
  ground = await layTaskGround(house, house.merchants[0].id);
  foreign = await layTaskGround(house, house.merchants[1].id);
  rival = await planLike('乙话术');
});
afterAll(() => house.close());

/** Published, with what the ground's plan says; `asks` for a variable besides. */
const planLike = async (name: string, asks: unknown = []): Promise<string> => {
  const { rows } = await house.database.pool.query<{ id: string }>(
    `with made as (insert into plan (merchant_id, name) values ($1, $3) returning merchant_id, id)
     insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at, variables)
     select made.merchant_id, made.id, 1, v.graph, 3, now(), $4 from made, plan_version v
       where v.merchant_id = $1 and v.plan_id = $2 and v.version = 1
     returning plan_id as id`,
    [ground.merchantId, ground.planId, name, JSON.stringify(asks)],
  );
  return rows[0]!.id;
};

type Save = CallOf<typeof experimentEndpoints.save>;
const halves = (task: string, over: Partial<Save> = {}): Save => ({
  taskId: task,
  goal: { kind: 'level', level: 'A' },
  variants: [
    { planId: ground.planId, share: 50 },
    { planId: rival, share: 50 },
  ],
  ...over,
});
const fields = ({ taskId, goal, variants }: Save) => ({
  taskId,
  goal: JSON.stringify(goal),
  variants: JSON.stringify(variants),
});
const read = async (taskId: string) => (await house.ask(experimentEndpoints.read, { taskId }, token)).experiment;
const count = (task: string, nth: number, called: number, reached: number) =>
  house.database.pool.query('update task_variant set called = $3, reached = $4 where task_id = $1 and nth = $2', [
    task,
    nth,
    called,
    reached,
  ]);
const start = (task: string) =>
  house.database.pool.query("update task set state = 'running', started_at = now() where id = $1", [task]);

test('a task without one compares nothing; with two plans nobody is in front before a call', async () => {
  const task = await makeTask(house, token, ground);
  expect(await read(task)).toBeNull();
  await house.ask(experimentEndpoints.save, halves(task), token);
  expect(await read(task)).toMatchObject({
    goal: { kind: 'level', level: 'A' },
    variants: [
      { planId: ground.planId, planName: '短话术', planVersion: 1, synthesis: null, share: 50, called: 0, reached: 0 },
      { planId: rival, planName: '乙话术', share: 50 },
    ],
    open: true,
    taken: null,
    front: null,
    winner: null,
    moreNumbers: null,
  });
  await house.ask(experimentEndpoints.remove, { taskId: task }, token);
  expect(await read(task)).toBeNull();
});

test('the better one is named when it is sure, never before, with how much better and how many calls it takes', async () => {
  const task = await makeTask(house, token, ground);
  await house.ask(experimentEndpoints.save, halves(task), token);
  await start(task);
  await count(task, 0, 500, 45);
  await count(task, 1, 500, 60);
  const early = await read(task);
  expect(early).toMatchObject({ front: 1, winner: null, moreNumbers: expect.any(Number) });
  expect(early!.sure).toBeLessThan(0.95);
  await count(task, 0, 1_000, 100);
  await count(task, 1, 1_000, 200);
  const late = await read(task);
  expect(late).toMatchObject({ front: 1, winner: 1, moreNumbers: 0, taken: null });
  const [ratio] = late!.ratios;
  // Twice as often is what was seen: the interval of the first against the second holds a half.
  expect(ratio!.from).toBeLessThan(0.5);
  expect(ratio!.to!).toBeGreaterThan(0.5);
  expect(ratio!.to!).toBeLessThan(1);
});

test('it is fixed once a number was called, and ends by a person alone: then the task has that plan', async () => {
  const task = await makeTask(house, token, ground);
  await house.ask(experimentEndpoints.save, halves(task), token);
  const end = { taskId: task, variant: '1', token };
  expect(await house.post('experiment/end', end)).toMatchObject({ errorCode: 564 });
  const [callee] = await addNumbers(house, ground.merchantId, task, phonesFrom(15_600_000_100, 1));
  await start(task);
  await addCall(house, ground, task, callee!);
  for (const path of ['experiment/save', 'experiment/remove'])
    expect(await house.post(path, { ...fields(halves(task)), token }), path).toMatchObject({
      errorCode: 560,
      errorMsg: '任务已经开始呼叫，对比不能再改，只能结束',
    });
  await house.ask(experimentEndpoints.end, { taskId: task, variant: 1 }, token);
  expect(await read(task)).toMatchObject({ open: false, taken: { variant: 1, at: expect.any(String) } });
  expect(await house.ask(taskEndpoints.detail, { id: task }, token)).toMatchObject({
    planId: rival,
    planName: '乙话术',
  });
  // Sent twice it is done once; another one is refused.
  expect(await house.post('experiment/end', end)).toMatchObject({ errorCode: 0 });
  expect(await house.post('experiment/end', { ...end, variant: '0' })).toMatchObject({ errorCode: 564 });
  const board = await house.ask(taskEndpoints.board, { id: task }, token);
  expect(board.events[0]!.text).toBe('测试 结束对比，之后都用「乙话术」');
  const { rows } = await house.database.pool.query('select action from audit where target = $1 order by id', [task]);
  expect(rows.map(({ action }) => action)).toEqual(['task.save', 'experiment.save', 'experiment.end']);
});

test('a start fixes the versions of all its plans, and refuses one that is gone', async () => {
  const other = await planLike('丙话术');
  const task = await makeTask(house, token, ground);
  const three = [
    { planId: ground.planId, share: 34 },
    { planId: rival, share: 33 },
    { planId: other, share: 33 },
  ];
  await house.ask(experimentEndpoints.save, halves(task, { variants: three }), token);
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_600_000_200, 2));
  await house.database.pool.query(
    `insert into plan_version select merchant_id, plan_id, 2, graph, nodes, now() from plan_version where plan_id = $1`,
    [other],
  );
  await house.database.pool.query('update plan set removed_at = now() where id = $1', [rival]);
  expect(await house.post('task/start', { id: task, token })).toMatchObject({ errorCode: 134 });
  await house.database.pool.query('update plan set removed_at = null where id = $1', [rival]);
  await house.ask(taskEndpoints.start, { id: task }, token);
  const { rows } = await house.database.pool.query(
    'select plan_version as version from task_variant where task_id = $1 order by nth',
    [task],
  );
  expect(rows.map(({ version }) => version)).toEqual([1, 1, 2]);
  // It is called with until the comparison is over.
  const remove = () => house.post('plan/remove', { id: other, token });
  expect(await remove()).toMatchObject({ errorCode: refusals.planInTask.code });
  const inUse = (await house.ask(planEndpoints.mine, { limit: 100 }, token)).list.find(({ id }) => id === other);
  expect(inUse?.runningTasks).toBe(1);
  await house.ask(experimentEndpoints.end, { taskId: task, variant: 0 }, token);
  expect(await remove()).toMatchObject({ errorCode: 0 });
});

/** Its only sentences are recordings. */
const recordedPlan = async (): Promise<string> => {
  const id = await planLike('录音话术');
  const bye = { kind: 'hangup', id: 'bye', name: '再见', sentences: ['好的，再见。'] } as const;
  const silence = { ...shortPlan.defaults.silence, sentences: [] };
  const graph: Plan = {
    ...{ ...shortPlan, defaults: { ...shortPlan.defaults, silence } },
    flows: [{ id: 'main', name: '主流程', rootNode: 'bye', nodes: [bye] }],
  };
  const recorded = Object.fromEntries(saidKeys(graph).map(key => [key, ['0'.repeat(40)]]));
  await house.database.pool.query('update plan_version set graph = $2 where plan_id = $1', [
    id,
    JSON.stringify({ ...graph, recorded }),
  ]);
  return id;
};
const addVoice = async () => {
  const settings = { url: 'https://voice.example/v1', model: 'tts-1', speaker: 'alloy' };
  return (await house.ask(speechEndpoints.save, { kind: 'openaiSpeech', name: '女声', settings }, token)).id;
};

test('one plan is compared in two voices; one that is gone keeps the task from its start, and the winner’s stays with it', async () => {
  const service = await addVoice();
  const task = await makeTask(house, token, ground);
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_600_000_300, 2));
  const asked = { planIds: [ground.planId, foreign.planId] };
  expect(await house.ask(experimentEndpoints.voices, asked, token)).toEqual({
    voices: [{ service, name: '女声', speaker: 'alloy' }],
    plans: [{ planId: ground.planId, sentences: 5, synthesised: 5 }],
  });
  const variants = [
    { planId: ground.planId, share: 50 },
    { planId: ground.planId, share: 50, synthesis: { service, speaker: 'nova' } },
  ];
  await house.ask(experimentEndpoints.save, halves(task, { variants }), token);
  const nova = { service, speaker: 'nova', name: '女声' };
  expect((await read(task))?.variants.map(({ synthesis }) => synthesis)).toEqual([null, { ...nova, isGone: false }]);
  await house.ask(speechEndpoints.remove, { id: service }, token);
  expect((await read(task))?.variants[1]?.synthesis).toEqual({ ...nova, isGone: true });
  expect(await house.post('task/start', { id: task, token })).toMatchObject({
    errorCode: 567,
    errorMsg: '对比里的声音“女声”已删除，请先修改对比',
  });
  const builtIn = { planId: ground.planId, share: 50, synthesis: { service: 'builtIn', speaker: '' } };
  await house.ask(experimentEndpoints.save, halves(task, { variants: [variants[0]!, builtIn] }), token);
  await house.ask(taskEndpoints.start, { id: task }, token);
  await house.ask(experimentEndpoints.end, { taskId: task, variant: 1 }, token);
  const { rows } = await house.database.pool.query('select synthesis from task where id = $1', [task]);
  expect(rows).toEqual([{ synthesis: { service: 'builtIn', speaker: '', name: '' } }]);
  const { events } = await house.ask(taskEndpoints.board, { id: task }, token);
  expect(events[0]!.text).toBe('测试 结束对比，之后都用「短话术 · 自带声音」');
});

test('a voice is not deleted while a task that has begun compares it', async () => {
  const service = await addVoice();
  const task = await makeTask(house, token, ground);
  await addNumbers(house, ground.merchantId, task, phonesFrom(15_600_000_400, 2));
  const other = { planId: ground.planId, share: 50, synthesis: { service, speaker: 'nova' } };
  const variants = [{ planId: ground.planId, share: 50 }, other];
  await house.ask(experimentEndpoints.save, halves(task, { variants }), token);
  await house.ask(taskEndpoints.start, { id: task }, token);
  const { name } = await house.ask(taskEndpoints.detail, { id: task }, token);
  expect(await house.post('speech/remove', { id: service, token })).toMatchObject({
    errorCode: 328,
    errorMsg: `任务「${name}」正在对比这个声音，请先结束对比`,
  });
  await house.ask(experimentEndpoints.end, { taskId: task, variant: 0 }, token);
  expect(await house.post('speech/remove', { id: service, token })).toMatchObject({ errorCode: 0 });
});

test('a draft that takes another plan compares nothing any more', async () => {
  const task = await makeTask(house, token, ground);
  await house.ask(experimentEndpoints.save, halves(task), token);
  await house.ask(taskEndpoints.save, { ...settingsOf(ground), id: task, concurrency: 3 }, token);
  expect(await read(task)).not.toBeNull();
  await house.ask(taskEndpoints.save, { ...settingsOf(ground), id: task, planId: rival }, token);
  expect(await read(task)).toBeNull();
});

test('nodes that all plans have can be a goal', async () => {
  const asked = { planIds: [ground.planId, rival] };
  const { nodes } = await house.ask(experimentEndpoints.nodes, asked, token);
  const { rows } = await house.database.pool.query(
    "select graph -> 'flows' -> 0 -> 'nodes' -> 0 ->> 'name' as name from plan_version where plan_id = $1",
    [rival],
  );
  expect(nodes).toContain(rows[0].name);
  const foreignAsked = { planIds: [ground.planId, foreign.planId] };
  expect(await house.ask(experimentEndpoints.nodes, foreignAsked, token)).toEqual({ nodes: [] });
});

test.each<readonly [string, (task: string) => Promise<Partial<Save>>, number, string]>([
  [
    'another plan first',
    async () => ({
      variants: [
        { planId: rival, share: 50 },
        { planId: ground.planId, share: 50 },
      ],
    }),
    561,
    '对比的第一个话术应是任务的话术；话术相同的，声音要不同',
  ],
  [
    'a plan twice',
    async () => ({
      variants: [
        { planId: ground.planId, share: 50 },
        { planId: ground.planId, share: 50 },
      ],
    }),
    561,
    '对比的第一个话术应是任务的话术；话术相同的，声音要不同',
  ],
  [
    'another voice for a plan of recordings',
    async () => ({
      variants: [
        { planId: ground.planId, share: 50 },
        { planId: await recordedPlan(), share: 50, synthesis: { service: 'builtIn', speaker: '' } },
      ],
    }),
    566,
    '“录音话术”的句子都是录音，换声音听不出来',
  ],
  [
    'shares of 90',
    async () => ({
      variants: [
        { planId: ground.planId, share: 50 },
        { planId: rival, share: 40 },
      ],
    }),
    562,
    '各个话术的比例加起来应为 100%',
  ],
  [
    'a plan that asks for more',
    async () => ({
      variants: [
        { planId: ground.planId, share: 50 },
        { planId: await planLike('丁话术', [{ name: 'due', label: '到期日', fallback: '' }]), share: 50 },
      ],
    }),
    563,
    '“丁话术”需要“到期日”，任务的话术没有这些变量，导入时填不上',
  ],
  [
    'another merchant’s plan',
    async () => ({
      variants: [
        { planId: ground.planId, share: 50 },
        { planId: foreign.planId, share: 50 },
      ],
    }),
    105,
    '话术不存在或已删除',
  ],
])('%s is refused with a sentence', async (_, over, errorCode, errorMsg) => {
  const task = await makeTask(house, token, ground);
  const wish = halves(task, await over(task));
  expect(await house.post('experiment/save', { ...fields(wish), token })).toMatchObject({ errorCode, errorMsg });
  expect(await read(task)).toBeNull();
});

test('what is another merchant’s does not exist', async () => {
  const task = await makeTask(house, token, ground);
  await house.ask(experimentEndpoints.save, halves(task), token);
  for (const path of ['experiment/read', 'experiment/save', 'experiment/remove', 'experiment/end'])
    expect(await house.post(path, { ...fields(halves(task)), variant: '0', token: stranger }), path).toMatchObject({
      errorCode: 105,
    });
  expect(await read(task)).not.toBeNull();
});
