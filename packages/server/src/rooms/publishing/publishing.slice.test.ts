import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { keywordEndpoints, planEndpoints, type QuestionSheet, refusals } from '@lianxian/contract';
import { freshQuestion, type Plan } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuMsOf } from '../../../test/cpu.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertLine } from '../lines/index.ts';
import { packageOf } from '../packages/package.test-data.ts';
import { readPackage } from '../packages/plan-file.ts';
import { insertPlan, packGraph, planVersion } from '../plans/index.ts';
import { importTests, readTests } from '../talks/index.ts';

let house: TestHouse;
let token = '';
let foreign = '';

beforeAll(async () => {
  house = await startTestHouse();
  [token, foreign] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
});
afterAll(() => house.close());

const own = () => merchantDb(house.database.db, house.merchants[0].id);
const draftOf = (id: string) => house.ask(planEndpoints.draft, { id }, token);
const save = async (id: string, change: (graph: Plan) => Plan) => {
  const { rev, graph } = await draftOf(id);
  return await house.ask(planEndpoints.saveDraft, { id, rev, graph: await packGraph(change(graph)) }, token);
};
const make = async (name: string, template: 'empty' | 'invitation' = 'empty') =>
  (await house.ask(planEndpoints.create, { name, template }, token)).id;
const publish = async (id: string, note = '', override?: string) =>
  house.post('plan/publish', {
    id,
    rev: String((await draftOf(id)).rev),
    note,
    token,
    ...(override !== undefined && { override }),
  });
const opening = (graph: Plan, says: string): Plan => ({
  ...graph,
  flows: graph.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(node =>
      node.id === 'opening' && 'sentences' in node ? { ...node, sentences: [says] } : node,
    ),
  })),
});
const saidBy = async (id: string, version: number) => {
  const [node] = (await planVersion(own(), id, version))?.graph.flows[0]?.nodes ?? [];
  return node && 'sentences' in node ? node.sentences : [];
};
const audited = async (action: string, id: string) =>
  (await house.database.pool.query('select after from audit where action = $1 and target = $2', [action, id])).rows;

test('O-002: a draft is published with a note, changed, published again, and rolled back', async () => {
  const id = await make('发布');
  expect(await publish(id, '第一版')).toMatchObject({ errorCode: 0, data: { version: 1 } });
  expect(await draftOf(id)).toMatchObject({ state: 'published', version: 1, basedOn: 1 });
  await save(id, graph => opening(graph, '您好，我是新的开场白。'));
  expect((await draftOf(id)).state).toBe('changed');
  expect(await publish(id, '换开场白')).toMatchObject({ data: { version: 2 } });
  await house.ask(planEndpoints.rollBack, { id, version: 1, note: '新的不好' }, token);
  const { list } = await house.ask(planEndpoints.versions, { id }, token);
  expect(list.map(({ version, note }) => [version, note])).toEqual([
    [3, '新的不好'],
    [2, '换开场白'],
    [1, '第一版'],
  ]);
  expect(await saidBy(id, 3)).toEqual(['您好，请问现在方便说话吗？']);
  expect((await draftOf(id)).state).toBe('changed');
  expect([await audited('plan.publish', id), await audited('plan.rollBack', id)].map(rows => rows.length)).toEqual([
    2, 1,
  ]);
});

test('a version of before there was a rule comes back as the newest; one that nobody can be called with does not', async () => {
  const { graph } = await draftOf(await make('样子'));
  const unnamed = opening(graph, '喂？');
  const id = await insertPlan(own(), { ...unnamed, defaults: { ...unnamed.defaults, announcement: '' } }, house.now());
  const { faults } = await house.ask(planEndpoints.check, { id }, token);
  expect(new Set(faults.map(({ fault }) => fault))).toEqual(new Set(['openingLacks']));
  await save(id, () => graph);
  expect(await publish(id)).toMatchObject({ data: { version: 2 } });
  expect(await house.post('plan/rollBack', { id, version: '1', token })).toMatchObject({ data: { version: 3 } });
  expect(await saidBy(id, 3)).toEqual(['喂？']);

  const rootless = await insertPlan(own(), { ...graph, rootFlow: 'nowhere' }, house.now());
  expect(await house.post('plan/rollBack', { id: rootless, version: '1', token })).toMatchObject({ errorCode: 363 });
});

test('publishing the same draft again, by a double click or after a lost answer, answers the version that is there', async () => {
  const id = await make('点两下');
  const { rev } = await draftOf(id);
  const again = (note: string) => house.post('plan/publish', { id, rev: String(rev), note, token });
  const both = await Promise.all([again('一下'), again('两下')]);
  expect(both.map(({ data }) => data)).toEqual([{ version: 1 }, { version: 1 }]);
  await save(id, graph => opening(graph, '之后又改了。'));
  expect(await again('回答丢了')).toMatchObject({ errorCode: 0, data: { version: 1 } });
  expect(await audited('plan.publish', id)).toHaveLength(1);

  expect(await publish(id)).toMatchObject({ data: { version: 2 } });
  const back = () => house.post('plan/rollBack', { id, version: '1', token });
  expect((await Promise.all([back(), back()])).map(({ data }) => data)).toEqual([{ version: 3 }, { version: 3 }]);
  expect(await publish(id, '还是要新的')).toMatchObject({ data: { version: 4 } });
});

test('a draft whose borrowed words have changed is published again as it stands', async () => {
  const { id: groupId } = await house.ask(keywordEndpoints.saveGroup, { name: '同意', semantic: 'yes' }, token);
  const id = await make('借词');
  await save(id, graph => ({ ...graph, intents: graph.intents.map(one => ({ ...one, groups: [groupId] })) }));
  expect(await publish(id)).toMatchObject({ data: { version: 1 } });
  await house.ask(keywordEndpoints.add, { groupId, kind: 'simple', texts: '成' }, token);
  expect(await publish(id)).toMatchObject({ data: { version: 2 } });
  expect(await publish(id)).toMatchObject({ data: { version: 2 } });
});

test('an old version comes back as the draft; the versions stay', async () => {
  const id = await make('恢复');
  await publish(id);
  const { rev } = await save(id, graph => opening(graph, '改坏了。'));
  await house.ask(planEndpoints.restore, { id, version: 1, rev }, token);
  const { graph, basedOn } = await draftOf(id);
  expect(basedOn).toBe(1);
  expect(JSON.stringify(graph)).not.toContain('改坏了');
  expect((await house.ask(planEndpoints.versions, { id }, token)).total).toBe(1);
});

test('a faulty draft is not published, whatever reason is given', async () => {
  const id = await make('有问题');
  await save(id, graph => ({ ...graph, rootFlow: 'nowhere' }));
  const { faults } = await house.ask(planEndpoints.check, { id }, token);
  expect(faults.map(({ fault }) => fault)).toContain('noRootFlow');
  expect(await publish(id, '', '领导要求今天上线')).toMatchObject({ errorCode: 363 });
});

test('a test conversation that breaks refuses the publishing; a reason overrides it and is in the audit', async () => {
  const id = await make('有测试');
  const moves = [{ does: 'say', text: '好的' }];
  const expects = { says: [{ text: '这句话没有人说' }] };
  const broken = { name: '答应', test: { variables: {}, minuteOfDay: 600, moves, world: 'succeeds', expects } };
  expect(await importTests(own(), id, readTests([broken]), { employeeId: null, at: house.now() })).toBe(1);
  expect(await publish(id)).toMatchObject({
    errorCode: 365,
    errorMsg: expect.stringContaining('1 个测试对话没有通过'),
  });
  expect(await publish(id, '赶时间', '客户等着要')).toMatchObject({ data: { version: 1 } });
  expect((await audited('plan.override', id))[0]?.after).toMatchObject({ tests: 1, reason: '客户等着要' });
  const { list } = await house.ask(planEndpoints.versions, { id }, token);
  expect(list[0]).toMatchObject({ overridden: '客户等着要', tests: { passed: 0, failed: 1 } });
});

test('a plan that is to be recorded is not published without its recordings', async () => {
  const id = await make('要录音');
  await save(id, graph => ({ ...graph, defaults: { ...graph.defaults, voice: { source: 'recorded' } } }));
  const { voices } = await house.ask(planEndpoints.check, { id }, token);
  expect(voices.map(({ text }) => text)).toContain('您好，请问现在方便说话吗？');
  expect(await publish(id)).toMatchObject({ errorCode: 364 });
});

test('who publishes from an older draft than the newest is told whose that is', async () => {
  const id = await make('同时发布');
  await save(id, graph => opening(graph, '又改了。'));
  expect(await house.post('plan/publish', { id, rev: '1', token })).toMatchObject({ errorCode: 360 });
});

test('a running task keeps its version and holds its plan', async () => {
  const id = await make('任务在用');
  await publish(id);
  const line = { name: '线路', address: '192.0.2.1:5060', username: '', callerNumber: '' };
  await insertLine(own(), line, false);
  await house.database.pool.query(
    `insert into task (merchant_id, created_by, name, plan_id, plan_version, plan_name, concurrency, ring_timeout_s, windows, retries,
       skip_recent_days, state)
     select $1, id, '十一月回访', $2, 1, '任务在用', 5, 60, '[[],[],[],[],[],[],[]]', '{}', 0, 'running'
     from employee where merchant_id = $1 limit 1`,
    [house.merchants[0].id, id],
  );
  await save(id, graph => opening(graph, '新的一版。'));
  await publish(id);
  const { list } = await house.ask(planEndpoints.versions, { id }, token);
  expect(list.map(({ version, runningTasks }) => [version, runningTasks])).toEqual([
    [2, 0],
    [1, 1],
  ]);
  expect(await saidBy(id, 1)).toEqual(['您好，请问现在方便说话吗？']);
  expect(await house.post('plan/remove', { id, token })).toMatchObject({
    errorCode: 366,
    errorMsg: '任务「十一月回访」正在用这个话术，停止任务后再删除',
  });
});

test('another merchant’s versions do not exist', async () => {
  const id = await make('自己的');
  await publish(id);
  for (const path of ['plan/versions', 'plan/check', 'plan/exportFile', 'plan/exportQuestions'])
    expect(await house.post(path, { id, token: foreign })).toMatchObject({ errorCode: 105 });
  expect(await house.post('plan/version', { id, version: '1', token: foreign })).toMatchObject({ errorCode: 105 });
  expect(await house.post('plan/rollBack', { id, version: '1', token: foreign })).toMatchObject({ errorCode: 105 });
});

const sendTo = async <Data>(path: string, file: File, by = token) => {
  const form = new FormData();
  form.set('token', by);
  form.set('file', file);
  const answer = await fetch(`${house.origin}/api/front/${path}`, { method: 'POST', body: form });
  return (await answer.json()) as { errorCode: number; data: Data | null };
};
const send = (bytes: Buffer, by = token) =>
  sendTo<{ id: string; tests: number; keptVoices: number; namesakes: number }>(
    'plan/importFile',
    new File([new Uint8Array(bytes)], '话术.plan'),
    by,
  );
const fetched = async (fileId: string): Promise<Buffer> => {
  const answer = await fetch(`${house.origin}/api/common/download/${fileId}?token=${token}`);
  return Buffer.from(await answer.arrayBuffer());
};
const fileOf = async (id: string) => fetched((await house.ask(planEndpoints.exportFile, { id }, token)).fileId);

test('a plan goes to another merchant as one file, with its tests', async () => {
  const id = await make('带走', 'invitation');
  const test = {
    variables: {},
    minuteOfDay: 600,
    moves: [{ does: 'say', text: '好的' }],
    world: 'succeeds',
    expects: {},
  };
  await importTests(own(), id, readTests([{ name: '答应', test }]), { employeeId: null, at: house.now() });
  const { errorCode, data } = await send(await fileOf(id), foreign);
  expect([errorCode, data?.tests, data?.namesakes]).toEqual([0, 1, 0]);
  // Once more: the first one stays beside it, and is told of.
  expect((await send(await fileOf(id), foreign)).data?.namesakes).toBe(1);
  const theirs = await house.ask(planEndpoints.draft, { id: data?.id ?? '' }, foreign);
  expect(theirs.graph).toEqual((await draftOf(id)).graph);
  const copy = await house.ask(planEndpoints.copy, { id, name: '带走 副本' }, token);
  expect((await draftOf(copy.id)).graph).toEqual({ ...theirs.graph, name: '带走 副本' });
});

const readQuestions = (content: string | Buffer, name: string) =>
  sendTo<QuestionSheet>('plan/readQuestions', new File([new Uint8Array(Buffer.from(content))], name));

test('questions go out as a workbook that is read again as it was; reading keeps nothing', async () => {
  const id = await make('问答');
  const question = {
    ...freshQuestion('k1', '多少钱', ['第一节免费。']),
    likes: ['怎么收费', '贵不贵'],
    words: ['价钱'],
  };
  await save(id, graph => ({ ...graph, knowledge: [question] }));
  const { fileId, name } = await house.ask(planEndpoints.exportQuestions, { id }, token);
  expect(name).toBe('问答 知识库.xlsx');
  const { data } = await readQuestions(await fetched(fileId), '改过.xlsx');
  const row = { name: '多少钱', answers: ['第一节免费。'], asked: ['怎么收费', '贵不贵'], words: ['价钱'] };
  expect(data).toEqual({
    sheets: ['知识库'],
    list: [{ ...row, line: 2 }],
    ...{ leftOut: [], more: false },
  });
  const left = await readdir(join(house.dataDir, 'uploads'), { recursive: true, withFileTypes: true });
  expect(left.filter(entry => entry.isFile())).toEqual([]);
});

test.each([
  ['nothing at all', ' \n', '空.csv', 'sheetEmpty'],
  ['another kind of file', '多少钱,免费', '问答.doc', 'uploadType'],
  ['bytes that call themselves a workbook', 'PK\u0003\u0004 nothing', '坏.xlsx', 'sheetBroken'],
] as const)('a sheet of questions that is %s is refused', async (_, content, name, key) => {
  expect(await readQuestions(content, name)).toMatchObject({ errorCode: refusals[key].code });
});

test.each([
  ['is none', () => Buffer.from('not a plan'), 369],
  ['has a graph of another shape', () => packageOf({ plan: { name: 1 } }), 361],
  [
    'has a test with a NUL in it',
    async () => {
      const { graph } = await draftOf(await make('零'));
      const moves = [{ does: 'say', text: 'a\0b' }];
      const test = { variables: {}, minuteOfDay: 600, moves, world: 'succeeds', expects: {} };
      return packageOf({ plan: graph, tests: [{ name: '零', test }] });
    },
    369,
  ],
  [
    'has a voice that is none',
    async () => {
      const { graph } = await draftOf(await make('声音坏'));
      return packageOf({
        plan: graph,
        voices: [{ about: { text: '../../etc/passwd', kind: 'x' }, sound: Buffer.from('x') }],
      });
    },
    null,
  ],
])('a file that %s is refused with a sentence, and leaves nothing behind', async (_what, bytes, code) => {
  const made = await bytes();
  const before = (await house.ask(planEndpoints.mine, {}, token)).total;
  const { errorCode } = await send(made);
  if (code === null) expect([0, 105, 109]).not.toContain(errorCode);
  else expect(errorCode).toBe(code);
  expect((await house.ask(planEndpoints.mine, {}, token)).total).toBe(before);
});

test('a plan file whose header takes long to read keeps no page waiting', async () => {
  const made = await packageOf({ plan: {}, tests: Array(600_000).fill([]) });
  const floorMs = await cpuMsOf(() => readPackage(made));
  const ms = await cpuMsOf(async () => expect(await send(made, foreign)).toMatchObject({ errorCode: 361 }));
  expect(ms).toBeLessThan(floorMs / 3);
});

test('a plan of three hundred nodes is published', async () => {
  const id = await make('三百');
  await save(id, graph => ({
    ...graph,
    flows: graph.flows.map(flow => ({
      ...flow,
      nodes:
        flow.id !== graph.rootFlow
          ? flow.nodes
          : [
              ...flow.nodes.filter(node => node.id !== 'opening'),
              ...Array.from({ length: 299 }, (_, n) => ({
                kind: 'speak' as const,
                id: n === 0 ? 'opening' : `n${n}`,
                name: `第 ${n} 步`,
                sentences: [`您好，这是第 ${n} 个问题，您觉得可以吗？`],
                interruption: { when: 'onMeaning' as const },
                routers: [
                  { on: 'yes' as const, to: n === 298 ? 'goodbye' : `n${n + 1}` },
                  { on: 'other' as const, to: 'goodbye' },
                ],
              })),
            ],
    })),
  }));
  expect(await publish(id)).toMatchObject({ errorCode: 0 });
});
