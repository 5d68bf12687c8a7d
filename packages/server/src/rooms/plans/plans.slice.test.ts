import { nodeRouterEndpoints, planEndpoints, planNodeEndpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { jsonOfBytes, merchantDb } from '../../platform/db/index.ts';
import { ofJsonBytes } from '../../platform/json-bytes.ts';
import { draftJson, insertPlan, keptOf, packGraph, saveDraft } from './index.ts';

let house: TestHouse;
let token = '';
let foreign = '';
/** Published before there were drafts. */
let old = '';

beforeAll(async () => {
  house = await startTestHouse();
  [token, foreign] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  old = await insertPlan(merchantDb(house.database.db, house.merchants[0].id), shortPlan, house.now());
});
afterAll(() => house.close());

const draftOf = (id: string) => house.ask(planEndpoints.draft, { id }, token);
const save = async (id: string, rev: number, graph: Plan, by = token) =>
  house.post('plan/saveDraft', { id, rev: String(rev), graph: await packGraph(graph), token: by });
const make = (name: string) => house.ask(planEndpoints.create, { name }, token);

test('a plan of before drafts has its newest version as draft, and is published', async () => {
  expect(await draftOf(old)).toMatchObject({
    rev: 0,
    state: 'published',
    version: 1,
    basedOn: 1,
    name: shortPlan.name,
  });
});

test('O-002: a plan is made, saved, named and listed with its state', async () => {
  const { id } = await make('回访');
  const { graph, rev } = await draftOf(id);
  expect(rev).toBe(1);
  expect((await save(id, rev, { ...graph, name: '到店回访' })).errorCode).toBe(0);
  expect(await draftOf(id)).toMatchObject({ rev: 2, name: '到店回访', state: 'draft', version: null });
  await house.ask(planEndpoints.rename, { id, name: '到店邀约' }, token);
  const { list } = await house.ask(planEndpoints.mine, { search: '邀约' }, token);
  expect(list).toMatchObject([{ id, name: '到店邀约', state: 'draft', nodes: 14, runningTasks: 0 }]);
  expect((await house.ask(planEndpoints.mine, { state: 'published' }, token)).list.map(one => one.id)).toEqual([old]);
});

test('of two who save from the same draft the second is told by whom, and nothing is overwritten', async () => {
  const { id } = await make('两个人');
  const { graph } = await draftOf(id);
  await save(id, 1, { ...graph, name: '第一个人的' });
  const second = await save(id, 1, { ...graph, name: '第二个人的' });
  expect(second).toMatchObject({ errorCode: 360 });
  expect(second.errorMsg).toMatch(/^\S+ 在 \d\d-\d\d \d\d:\d\d:\d\d 保存了新的修改/);
  expect(await draftOf(id)).toMatchObject({ rev: 2, name: '第一个人的' });
});

test('two who save at the same instant: one is kept, one is told', async () => {
  const { id } = await make('同时');
  const { graph } = await draftOf(id);
  const codes = (await Promise.all([save(id, 1, graph), save(id, 1, graph)])).map(({ errorCode }) => errorCode);
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 360]);
});

/** Some 700 kB of JSON: looked through in a thread. */
const manySentences = (graph: Plan): Plan => ({
  ...graph,
  intents: Array.from({ length: 600 }, (_, n) => ({
    id: `many-${n}`,
    name: `意图${n}`,
    priority: 1,
    words: Array.from({ length: 60 }, (_word, at) => `说法${n}之${at}`),
  })),
});

test('a large draft is kept like a small one, and what is wrong in it is named', async () => {
  const { id } = await make('很大的话术');
  const large = manySentences((await draftOf(id)).graph);
  expect((await save(id, 1, large)).errorCode).toBe(0);
  expect((await draftOf(id)).graph.intents).toEqual(large.intents);
  const [first, ...others] = large.intents;
  const broken = { ...large, intents: [{ ...first!, priority: '高' }, ...others] } as unknown as Plan;
  expect(await save(id, 2, broken)).toMatchObject({
    errorCode: 361,
    errorMsg: '话术内容不正确：意图 › 第 1 项 › 优先级',
  });
  const unstorable = { ...large, intents: [{ ...first!, name: '\0' }, ...others] };
  expect(await save(id, 2, unstorable)).toMatchObject({ errorCode: 361, errorMsg: '话术内容不正确：\\0' });
});

test('a draft a thread reads is the newest, saved here or elsewhere, under the name it has now', async () => {
  const db = merchantDb(house.database.db, house.merchants[0].id);
  const asRead = async (id: string) => {
    const { rev, name, json } = (await draftJson(db, id))!;
    return {
      rev,
      name,
      sentences: ofJsonBytes<Plan>(json).flows[0]!.nodes.map(node => 'sentences' in node && node.sentences),
    };
  };
  const { id } = await make('在线程里读');
  const saying = (text: string): Plan => {
    const [node] = shortPlan.flows[0]!.nodes;
    return {
      ...shortPlan,
      name: '',
      flows: [{ ...shortPlan.flows[0]!, nodes: [{ ...node, sentences: [text] } as never] }],
    };
  };
  await save(id, 1, saying('这里存的'));
  expect(await asRead(id)).toEqual({ rev: 2, name: '在线程里读', sentences: [['这里存的']] });
  await house.ask(planEndpoints.rename, { id, name: '改过名' }, token);
  expect(await asRead(id)).toEqual({ rev: 3, name: '改过名', sentences: [['这里存的']] });
  // By another process of the house.
  await saveDraft(db, { id, rev: 3, kept: keptOf(saying('别处存的')) }, { employeeId: null, at: house.now() });
  expect(await asRead(id)).toEqual({ rev: 4, name: '改过名', sentences: [['别处存的']] });
  // A database put back from a copy has had another draft by that rev.
  await save(id, 4, saying('放回之前'));
  const { json } = keptOf(saying('放回来的'));
  await db
    .updateTable('plan')
    .set({ draft: jsonOfBytes(json), draftAt: new Date(house.now().getTime() - 60_000) })
    .where('plan.id', '=', id)
    .execute();
  expect(await asRead(id)).toMatchObject({ rev: 5, sentences: [['放回来的']] });
  expect((await save(id, 3, saying('晚了'))).errorCode).toBe(360);
  expect(await asRead(id)).toMatchObject({ rev: 5, sentences: [['放回来的']] });
});

test.each([
  ['no gzip', 'AAAA', 361],
  ['a bomb', '', 362],
  ['a graph of nothing', '', 361],
])('a packed graph that is %s is refused with a sentence', async (what, packed, code) => {
  const { gzipSync } = await import('node:zlib');
  const made = { 'a bomb': Buffer.alloc(5_000_000), 'a graph of nothing': Buffer.from('{"name":"x"}') }[what];
  const graph = made === undefined ? packed : gzipSync(made).toString('base64url');
  expect(await house.post('plan/saveDraft', { id: old, rev: '0', graph, token })).toMatchObject({ errorCode: code });
});

test('ten thousand nodes are refused, two thousand are kept', async () => {
  const { id } = await make('很大');
  const { graph } = await draftOf(id);
  const nodes = (count: number): Plan => ({
    ...graph,
    flows: [
      {
        id: 'main',
        name: '主流程',
        rootNode: 'n0',
        nodes: Array.from({ length: count }, (_, n) => ({
          kind: 'hangup' as const,
          id: `n${n}`,
          name: `节点${n}`,
          at: { x: n, y: n },
          sentences: [`这是第 ${n} 句话，说完就挂断，请不要担心。`],
        })),
      },
    ],
  });
  expect(await save(id, 1, nodes(10_000))).toMatchObject({ errorCode: 362 });
  expect(await save(id, 1, nodes(2_000))).toMatchObject({ errorCode: 0 });
});

test('script in a sentence is text like any other', async () => {
  const { id } = await make('<img src=x onerror=alert(1)>');
  expect((await draftOf(id)).name).toBe('<img src=x onerror=alert(1)>');
});

test('another merchant’s plan does not exist: not to read, not to save, not to watch', async () => {
  const { graph } = await draftOf(old);
  expect(await house.post('plan/draft', { id: old, token: foreign })).toMatchObject({ errorCode: 105 });
  expect(await save(old, 0, graph, foreign)).toMatchObject({ errorCode: 105 });
  expect(await house.post('plan/here', { id: old, page: 'page-0001', token: foreign })).toMatchObject({
    errorCode: 105,
  });
  expect((await house.ask(planEndpoints.mine, {}, foreign)).total).toBe(0);
});

test('a plan that answers calls to a line is not removed; one that nobody uses is gone', async () => {
  const { pool } = house.database;
  const merchant = house.merchants[0].id;
  const { rows } = await pool.query(
    `insert into line (merchant_id, name, address) values ($1, '总机', '192.0.2.1:5060') returning id`,
    [merchant],
  );
  const number = `insert into line_number (merchant_id, line_id, number, plan_id) values ($1, $2, '02160000009', $3)`;
  await pool.query(number, [merchant, rows[0].id, old]);
  expect(await house.post('plan/remove', { id: old, token })).toMatchObject({
    errorCode: 367,
    errorMsg: '线路「总机」的来电用这个话术接听，换一个后再删除',
  });
  const { id } = await make('不要了');
  await house.ask(planEndpoints.remove, { id }, token);
  expect(await house.post('plan/draft', { id, token })).toMatchObject({ errorCode: 105 });
});

test('O-380, O-381: nodes and ways of a draft one at a time', async () => {
  const { id: planId } = await make('逐个');
  const node = { kind: 'hangup', id: 'later', name: '改天再说', sentences: ['好的，改天再打给您。'] } as const;
  await house.ask(
    planNodeEndpoints.save,
    { planId, flowId: 'main', node: { ...node, sentences: [...node.sentences] } },
    token,
  );
  const way = { planId, fromNode: 'opening', branch: '拒绝', toNode: 'later' };
  await house.ask(nodeRouterEndpoints.save, way, token);
  const { list } = await house.ask(nodeRouterEndpoints.list, { planId, fromNode: 'opening' }, token);
  expect(list.map(({ branch, toNode }) => [branch, toNode])).toEqual([
    ['肯定', 'goodbye'],
    ['默认', 'goodbye'],
    ['拒绝', 'later'],
    ['无应答', 'goodbye'],
    ['未识别', 'goodbye'],
  ]);
  await house.ask(planNodeEndpoints.remove, { planId, nodeId: 'goodbye' }, token);
  await house.ask(nodeRouterEndpoints.remove, { planId, fromNode: 'opening', branch: '默认' }, token);
  const nodes = await house.ask(planNodeEndpoints.list, { planId }, token);
  const ofMain = nodes.list.filter(({ flowId }) => flowId === 'main');
  expect(ofMain.map(({ id, nodeId, type, isStart }) => [id, nodeId, type, isStart])).toEqual([
    [`${planId}/opening`, 'opening', 'speak', true],
    [`${planId}/later`, 'later', 'hangup', false],
  ]);
  expect(nodes.rev).toBe(5);
  expect(await house.post('nodeRouter/save', { ...way, fromNode: 'nobody', token })).toMatchObject({ errorCode: 105 });
});

test('what another program has kept by the words of an earlier release is taken, and kept by ids', async () => {
  const { id: planId } = await make('旧程序');
  const { graph } = await draftOf(planId);
  const leftBy = (by: string) => [
    { level: 'B', name: '同意', when: [{ fact: 'leftNode', node: 'opening', by }] },
    ...graph.levelRules,
  ];
  const words = JSON.stringify({ ...graph, levelRules: leftBy('肯定') })
    .replaceAll('"on":"yes"', '"on":"肯定"')
    .replaceAll('"means":"yes"', '"means":"肯定"');
  expect(words).toContain('"on":"肯定"');
  expect(await save(planId, 1, JSON.parse(words))).toMatchObject({ errorCode: 0 });
  expect((await draftOf(planId)).graph).toEqual({ ...graph, levelRules: leftBy('yes') });

  const node = graph.flows[0]?.nodes.find(({ id }) => id === 'opening');
  const sent = { planId, flowId: 'main', node: JSON.stringify(node).replace('"on":"yes"', '"on":"肯定"'), token };
  expect(await house.post('planNode/save', sent)).toMatchObject({ errorCode: 0 });
  expect((await draftOf(planId)).graph.flows[0]?.nodes).toContainEqual(node);
});

test('a draft that grows node by node is refused where a whole one would be', async () => {
  const { id: planId } = await make('长大');
  const long = (n: number) => ({
    ...{ kind: 'hangup' as const, id: `n${n}`, name: '很长' },
    sentences: Array.from({ length: 50 }, () => '长'.repeat(2_000)),
  });
  const { graph } = await draftOf(planId);
  const nodes = Array.from({ length: 13 }, (_, n) => long(n));
  expect(await save(planId, 1, { ...graph, flows: [{ ...graph.flows[0]!, nodes }] })).toMatchObject({ errorCode: 0 });
  const more = { planId, flowId: 'main', node: JSON.stringify(long(13)), token };
  expect(await house.post('planNode/save', more)).toMatchObject({ errorCode: 362 });
  expect((await draftOf(planId)).rev).toBe(2);
});
