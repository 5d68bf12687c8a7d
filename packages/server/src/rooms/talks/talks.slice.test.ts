import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestConversationOnWire, talkEndpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openBench } from '../../platform/bench.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { benchFor } from '../../platform/http/bench-for.ts';
import { jsonBytes } from '../../platform/json-bytes.ts';
import { draftOf, insertDraft, keptOf, publishedPlan, saveDraft } from '../plans/index.ts';
import { exportTests, importTests, readTests, runPlanTests, trialPlan } from './index.ts';

const slot = (name: string): string => `\${${name}}`;
const plan: Plan = {
  name: '试听课',
  variables: [
    { name: 'child', label: '孩子', fallback: '孩子', spoken: 'asWritten' },
    { name: 'grade', label: '年级', fallback: '', spoken: 'asWritten' },
  ],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'open',
      nodes: [
        {
          kind: 'speak',
          id: 'open',
          name: '开场白',
          sentences: [`您好，请问是${slot('child')}的家长吗？`],
          interruption: { when: 'always' },
          routers: [
            { on: 'yes', to: 'grade' },
            { on: 'no', to: 'bye' },
          ],
        },
        {
          kind: 'collect',
          id: 'grade',
          name: '核对年级',
          sentences: ['请问孩子现在上几年级？'],
          interruption: { when: 'always' },
          variable: 'grade',
          accepts: { type: 'choice', options: [{ value: '三年级', words: ['三年级', '三'] }] },
          routers: [{ on: 'collected', to: 'hook' }],
        },
        {
          kind: 'webhook',
          id: 'hook',
          name: '查名额',
          url: 'https://example.com/seats',
          method: 'GET',
          sends: ['grade'],
          keeps: [],
          timeoutMs: 3_000,
          done: 'bye',
          failed: 'bye',
        },
        { kind: 'hangup', id: 'bye', name: '结束语', sentences: ['好的，再见。'] },
      ],
    },
  ],
  intents: [
    { id: 'yes', name: '是的', priority: 1, means: 'yes', words: ['是的', '对'] },
    { id: 'no', name: '不是', priority: 2, means: 'no', words: ['打错了'] },
  ],
  knowledge: [],
  levelRules: [
    { level: 'A', name: '说了年级', when: [{ fact: 'answered', variable: 'grade' }] },
    { level: 'D', name: '其余', when: [] },
  ],
  defaults: {
    silence: { ms: 4_000, sentences: ['喂？'] },
    notUnderstood: { sentences: ['没听清，请再说一遍。'] },
    longestMs: 60_000,
    mostTurns: 12,
    announcement: '',
  },
};

let house: TestHouse;
let token = '';
let stranger = '';
let planId = '';
/** Whoever says yes is let go at once. */
const withYesToBye = (flow: Plan['flows'][number]): Plan['flows'][number] => ({
  ...flow,
  nodes: flow.nodes.map(node =>
    node.kind === 'speak'
      ? { ...node, routers: node.routers.map(router => (router.on === 'yes' ? { ...router, to: 'bye' } : router)) }
      : node,
  ),
});
const by = { employeeId: null, at: new Date('2026-11-21T06:00:00Z') };
const db = () => merchantDb(house.database.db, house.merchants[0].id);
const heavy = openBench();
afterAll(() => heavy.close());
const context = () => ({
  db: db(),
  bench: benchFor(heavy, 'm'),
  at: by.at,
});
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  planId = await insertDraft(db(), keptOf(plan), by);
});
afterAll(() => house.close());

const said = (...texts: string[]) => texts.map(text => ({ does: 'say' as const, text }));

test('a test talk answers every line, why it was understood, the way it took and what it waits for', async () => {
  const moves = said('是的', '三年级');
  const talk = await house.ask(talkEndpoints.run, { planId, moves, variables: { child: '小雨' } }, token);
  expect(talk.lines.map(({ by: who, text, move }) => [move, who, text]).slice(0, 4)).toEqual([
    [-1, 'robot', '您好，请问是小雨的家长吗？'],
    [0, 'callee', '是的'],
    [0, 'robot', '请问孩子现在上几年级？'],
    [1, 'callee', '三年级'],
  ]);
  expect(talk.lines[0]?.sentence).toEqual({
    text: `您好，请问是${slot('child')}的家长吗？`,
    values: { child: '小雨' },
  });
  expect(talk.lines[1]).toMatchObject({
    understood: { meaning: 'intent:yes', name: '是的', by: 'words', matched: '是的' },
    leftBy: 'yes',
    leftName: '',
  });
  expect(talk.lines[3]?.kept).toEqual([{ variable: 'grade', label: '年级', value: '三年级' }]);
  expect(talk.steps.map(({ node, by: left }) => [node, left])).toEqual([
    ['open', 'yes'],
    ['grade', 'collected'],
    ['hook', ''],
  ]);
  expect(talk.at).toBe('hook');
  expect(talk).toMatchObject({ awaits: 'world', ask: { type: 'webhook', node: 'hook' }, level: 'A', ended: false });
});

test('the world is answered by choice, and the talk goes on to its end', async () => {
  const moves = [...said('是的', '三年级'), { does: 'answer' as const, answer: { type: 'kept' as const, values: {} } }];
  const talk = await house.ask(talkEndpoints.run, { planId, moves }, token);
  expect(talk).toMatchObject({ awaits: 'nothing', ended: true, endedBy: 'robot', level: 'A', levelRule: '说了年级' });
  // What level rules may ask of it, for rules that are still being written.
  expect(talk.facts).toMatchObject({ turns: 2, positives: 1, answers: { grade: '三年级' }, hungUpBy: 'robot' });
  expect(talk.facts?.passed.map(({ node }) => node)).toEqual(['open', 'grade', 'hook', 'bye']);
});

test('what is kept as a test holds, and breaks by name when the plan is changed', async () => {
  const moves = [
    ...said('是的', '三年级'),
    { does: 'answer' as const, answer: { type: 'failed' as const, because: '' } },
  ];
  const { test: made } = await house.ask(talkEndpoints.draftTest, { planId, moves }, token);
  expect(made.expects).toMatchObject({
    path: ['open', 'grade', 'hook', 'bye'],
    level: 'A',
    answers: { grade: '三年级' },
  });
  const { testId } = await house.ask(talkEndpoints.saveTest, { planId, name: '说了年级', test: made }, token);
  const ran = await house.ask(talkEndpoints.runTests, { planId }, token);
  expect(ran).toMatchObject({ results: [{ testId, broken: [] }], coverage: { allNodes: 4 } });
  expect(ran.coverage.missedWays).toContainEqual({ from: 'open', by: 'no', to: 'bye' });

  const draft = (await draftOf(db(), planId))!;
  const changed = { ...draft.graph, flows: draft.graph.flows.map(withYesToBye) };
  const gate = await runPlanTests(context(), planId, { json: jsonBytes(changed) });
  expect(gate).toMatchObject({
    passed: 0,
    failed: [{ name: '说了年级', broken: [{ what: 'path' }, { what: 'level' }, { what: 'answers' }] }],
  });
  expect(await runPlanTests(context(), planId, { json: jsonBytes(draft.graph) })).toEqual({ passed: 1, failed: [] });
});

test('what came of a test is accepted as it was seen: not of a draft that is another by now', async () => {
  const of = await insertDraft(db(), keptOf({ ...plan, name: '接受' }), by);
  const kept: TestConversationOnWire = {
    ...{ variables: {}, minuteOfDay: 600, moves: said('是的', '三年级'), world: 'succeeds' },
    expects: { path: ['open', 'bye'], level: 'D', answers: { grade: '四年级' } },
  };
  const { testId } = await house.ask(talkEndpoints.saveTest, { planId: of, name: '三年级', test: kept }, token);
  const { rev, results } = await house.ask(talkEndpoints.runTests, { planId: of }, token);
  expect(results[0]?.broken).toEqual([
    { what: 'level', expected: 'D', was: 'A', move: null },
    { what: 'answers', expected: '年级 = 四年级', was: '年级 = 三年级', move: null },
  ]);
  const accept = (of: string, rev: number, as = token) =>
    house.post('talk/acceptTest', { planId: of, testId, rev: String(rev), token: as });
  expect(await accept(of, rev + 1)).toMatchObject({ errorCode: 379 });
  expect(await accept(of, rev, stranger)).toMatchObject({ errorCode: 105 });
  expect(await accept(of, rev, await house.signInWith(['plan'], []))).not.toMatchObject({ errorCode: 0 });
  expect(await exportTests(db(), of)).toMatchObject([{ test: kept }]);
  expect(await accept(of, rev)).toMatchObject({ errorCode: 0 });
  const expects = { path: ['open', 'bye'], level: 'A', answers: { grade: '三年级' } };
  expect(await exportTests(db(), of)).toEqual([{ name: '三年级', test: { ...kept, expects } }]);
  expect((await house.ask(talkEndpoints.runTests, { planId: of }, token)).results).toEqual([{ testId, broken: [] }]);
});

test('what is longer than a test may hold is not expected: it is kept, and can be read', async () => {
  const rules: Plan['levelRules'] = [{ level: 'A', name: '都', when: [], tags: ['长'.repeat(60)] }];
  const of = await insertDraft(db(), keptOf({ ...plan, name: '长标签', levelRules: rules }), by);
  const wish = { planId: of, moves: said('是的', '三年级'), minuteOfDay: 600 };
  const { test: made } = await house.ask(talkEndpoints.draftTest, wish, token);
  const kept: TestConversationOnWire = { ...made, expects: { level: 'D', tags: ['短'] } };
  const { testId } = await house.ask(talkEndpoints.saveTest, { planId: of, name: '长', test: kept }, token);
  const { rev } = await house.ask(talkEndpoints.runTests, { planId: of }, token);
  await house.ask(talkEndpoints.acceptTest, { planId: of, testId, rev }, token);
  const { list } = await house.ask(talkEndpoints.tests, { planId: of }, token);
  expect([made.expects.tags, list[0]?.test.expects]).toEqual([undefined, { level: 'A' }]);
});

test('tests go with a plan file; what is no test conversation is left out', async () => {
  const other = await insertDraft(db(), keptOf({ ...plan, name: '另一个' }), by);
  const tests = await exportTests(db(), planId);
  expect(await importTests(db(), other, readTests([...tests, { name: '坏的' }, 7]), by)).toBe(tests.length);
  expect(await importTests(db(), other, readTests('nonsense'), by)).toBe(0);
  expect((await exportTests(db(), other)).map(({ name }) => name)).toEqual(tests.map(({ name }) => name));
});

test('the numbers of a test are whole for who sees numbers; who does not changes it without them', async () => {
  const of = await insertDraft(db(), keptOf({ ...plan, name: '带号码' }), by);
  const kept: TestConversationOnWire = {
    variables: { child: '小明' },
    minuteOfDay: 600,
    moves: said('是的', '一三九八七六五四三二一'),
    world: 'succeeds',
    expects: { answers: { grade: '13987654321' } },
  };
  const { testId } = await house.ask(talkEndpoints.saveTest, { planId: of, name: '号码', test: kept }, token);
  const masked = await house.signInWith(['plan'], ['plan:edit']);
  const seen = async (as: string) => (await house.ask(talkEndpoints.tests, { planId: of }, as)).list[0]?.test;
  const shown = await seen(masked);
  expect(shown).toMatchObject({
    moves: [{ text: '是的' }, { text: '一三九****四三二一' }],
    expects: { answers: { grade: '139****4321' } },
  });
  const { results } = await house.ask(talkEndpoints.runTests, { planId: of }, masked);
  expect(results[0]?.broken[0]).toMatchObject({ what: 'answers', expected: expect.stringContaining('139****4321') });
  const changed = { planId: of, testId, name: '号码', test: { ...shown!, minuteOfDay: 700 } };
  await house.ask(talkEndpoints.saveTest, changed, masked);
  expect(await seen(token)).toEqual({ ...kept, minuteOfDay: 700 });
});

/** Of a kind that took 12 s and 650 MB of the process that answers everybody. */
const hostile = (draft: Plan): Plan => ({
  ...draft,
  intents: [
    ...draft.intents,
    ...Array.from({ length: 500 }, (_, n) => ({
      id: `x${n}`,
      name: `意图${n}`,
      priority: 1,
      words: [],
      patterns: Array.from({ length: 60 }, (_, at) => `a*b*c*d*e${n}f${at}`),
    })),
  ],
});

test('a plan that would become too much is refused where it is tried, and another merchant is answered meanwhile', async () => {
  const draft = (await draftOf(db(), planId))!;
  const large = await insertDraft(db(), keptOf(hostile(draft.graph)), by);
  const neighbour = merchantDb(house.database.db, house.merchants[1].id);
  const other = await house.signIn(house.merchants[1]);
  const theirs = await insertDraft(neighbour, keptOf(draft.graph), by);
  let waits = true;
  const refused = Promise.all(
    ['talk/run', 'talk/runTests', 'talk/run'].map(path => house.post(path, { planId: large, token })),
  ).finally(() => (waits = false));
  const talk = await house.ask(talkEndpoints.run, { planId: theirs, moves: said('是的') }, other);
  expect(talk.lines[1]).toMatchObject({ understood: { by: 'words' } });
  expect(waits).toBe(true);
  expect((await refused).map(({ errorCode }) => errorCode)).toEqual([420, 420, 420]);
});

test('practice callees talk to a plan, and the same seed gives the same talks', async () => {
  const call = (seed: number) => house.ask(talkEndpoints.town, { planId, each: 2, seed }, token);
  const { tookMs: _, ...run } = await call(3);
  expect(run.tempers.map(({ temper, talks }) => [temper, talks])).toEqual(
    ['willing', 'asking', 'refusing', 'correcting', 'misheard'].map(temper => [temper, 2]),
  );
  const said = run.cells.reduce((sum, { count }) => sum + count, 0);
  expect(said).toBeGreaterThan(0);
  expect(run.hearing.right + run.hearing.missed + run.hearing.wrong).toBe(said);
  const { tookMs: __, ...again } = await call(3);
  expect(again).toEqual(run);
  expect((await call(4)).worst).not.toEqual(run.worst);
});

test('a draft is called with under a version nobody sees', async () => {
  const before = await publishedPlan(db(), planId);
  const trial = await trialPlan(context(), planId);
  expect(trial.version).toBeLessThan(0);
  expect(await publishedPlan(db(), planId)).toEqual(before);
  const draft = (await draftOf(db(), planId))!;
  await saveDraft(db(), { id: planId, rev: draft.rev, kept: keptOf({ ...draft.graph, rootFlow: 'nowhere' }) }, by);
  await expect(trialPlan(context(), planId)).rejects.toThrow();
  await saveDraft(db(), { id: planId, rev: draft.rev + 1, kept: keptOf(draft.graph) }, by);
});

/** A WAV of one channel of 8 bits: so many samples a second, of a tone. */
const spoken = (hertz: number, seconds: number): Uint8Array => {
  const bytes = Buffer.alloc(44 + hertz * seconds);
  bytes.write('RIFF');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  for (const [at, value] of [16, 0x0001_0001, hertz, hertz, 0x0008_0001].entries())
    bytes.writeUInt32LE(value, 16 + at * 4);
  bytes.write('data', 36);
  bytes.writeUInt32LE(hertz * seconds, 40);
  for (let n = 0; n < hertz * seconds; n += 1) bytes[44 + n] = 128 + Math.round(60 * Math.sin(n / 2));
  return bytes;
};
const hear = async (bytes: Uint8Array): Promise<{ errorCode: number; errorMsg: string }> => {
  const form = new FormData();
  form.set('token', token);
  form.set('file', new File([new Uint8Array(bytes)], 'spoken.wav'));
  const answer = await fetch(`${house.origin}/api/front/talk/hear`, { method: 'POST', body: form });
  return (await answer.json()) as { errorCode: number; errorMsg: string };
};

test('what is spoken into a test talk is 20 s at most, however small the file; nothing of it stays', async () => {
  expect(await hear(spoken(1_000, 1_800))).toMatchObject({ errorCode: 426, errorMsg: '一次最多说 20 秒，请分几句说' });
  expect(await hear(spoken(8_000, 21))).toMatchObject({ errorCode: 426 });
  expect(await hear(Buffer.from('no sound'))).toMatchObject({ errorCode: 422 });
  expect(await hear(spoken(8_000, 2))).toMatchObject({ errorCode: 421 });
  const left = await readdir(join(house.dataDir, 'uploads'), { recursive: true, withFileTypes: true });
  expect(left.filter(entry => entry.isFile())).toEqual([]);
});

test('another merchant finds neither plan nor test', async () => {
  const test: TestConversationOnWire = {
    variables: {},
    minuteOfDay: 600,
    moves: said('喂'),
    world: 'fails',
    expects: {},
  };
  for (const path of ['talk/run', 'talk/town', 'talk/tests', 'talk/runTests', 'talk/recordings'])
    expect(await house.post(path, { planId, token: stranger })).toMatchObject({ errorCode: 105 });
  const body = { planId, name: '别人的', test: JSON.stringify(test), token: stranger };
  expect(await house.post('talk/saveTest', body)).toMatchObject({ errorCode: 105 });
});
