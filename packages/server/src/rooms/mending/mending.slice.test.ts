import { mendEndpoints, planEndpoints, speechEndpoints, talkEndpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';

/** A line of a record that was heard wrong goes into the draft and a test in one step, and back; two merchants always. */
let house: TestHouse;
let token: string;
let planId: string;
let callId: string;

const [flow] = shortPlan.flows;
/** Who is busy is asked again. */
const nodes = flow!.nodes.map(node =>
  node.kind === 'speak' && node.id === flow!.rootNode
    ? { ...node, routers: [...node.routers, { on: { intent: 'busy' }, to: node.id }] }
    : node,
);
const plan: Plan = {
  ...shortPlan,
  flows: [{ ...flow!, nodes }],
  intents: [
    ...shortPlan.intents,
    { id: 'report', name: '要报告', priority: 5, words: ['报告'] },
    { id: 'busy', name: '在忙', priority: 9, words: ['没时间'] },
  ],
  knowledge: [
    {
      id: 'price',
      name: '问价格',
      priority: 3,
      words: ['多少钱'],
      answers: ['第一节免费。'],
      interruption: { when: 'always' },
      next: { resume: 'repeat' },
      limit: 2,
    },
  ],
};

const lines = [
  { line: 1, speaker: 'robot', text: '您好，要来试听吗？', atMs: 0 },
  { line: 2, speaker: 'callee', text: '孩子没时间概念，要改改', atMs: 3_000 },
  { line: 3, speaker: 'robot', text: '您好，要来试听吗？', atMs: 6_000 },
  { line: 4, speaker: 'callee', text: '我要抱告，打13812345678', atMs: 9_000 },
].map(line => ({ node: plan.flows[0]!.rootNode, endMs: null, understood: null, interruptedAfterMs: null, ...line }));

beforeAll(async () => {
  house = await startTestHouse();
  const [merchant] = house.merchants;
  token = await house.signIn(merchant);
  const db = merchantDb(house.database.db, merchant.id);
  const lineId = await insertLine(db, { name: '线路', address: '', username: '', callerNumber: '4008' }, true);
  planId = await insertPlan(db, plan, new Date('2026-11-01T00:00:00Z'));
  const { rows } = await house.database.pool.query<{ id: string }>(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, stage, state, because,
       fault, may_retry, hung_up_by, talk_ms, turns, placed_at, ended_at)
     values ($1, $2, 1, '话术', $3, '线路', '13800138000', '陈小雨', 'ended', 'answered', 'answered', 'nobody', false, 'callee', 30000,
       3, now(), now()) returning id`,
    [merchant.id, planId, lineId],
  );
  callId = rows[0]!.id;
  await house.database.pool.query(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, $3, '[]', '[]')`,
    [merchant.id, callId, JSON.stringify(lines)],
  );
});
afterAll(() => house.close());

const graphNow = async (): Promise<Plan> => {
  const { graph } = await house.ask(planEndpoints.draft, { id: planId }, token);
  return graph as unknown as Plan;
};
const intentNow = async (id: string) => (await graphNow()).intents.find(one => one.id === id);

test('right words, wrong meaning: what the draft would make of each mend is told, the one that holds is kept with a test, and undone', async () => {
  const meant = { meaning: 'intent:yes', value: '' };
  const told = await house.ask(mendEndpoints.ways, { callId, line: '2', meant }, token);
  expect(told).toMatchObject({ planId, now: { meaning: 'intent:busy', name: '在忙' }, hotWord: null });
  expect(told.intents.map(({ id, leadsOn }) => [id, leadsOn]).slice(0, 1)).toEqual([['yes', true]]);
  expect(told.mends.map(({ kind, holds }) => [kind, holds])).toEqual([
    ['sentence', false],
    ['sentenceExcept', true],
  ]);
  const mend = told.mends.at(-1)!;
  const kept = await house.ask(mendEndpoints.keep, { callId, line: '2', meant, lessons: mend.lessons }, token);
  expect(await intentNow('yes')).toMatchObject({ likes: ['孩子没时间概念，要改改'] });
  expect(await intentNow('busy')).toMatchObject({ except: ['孩子没时间概念，要改改'] });
  const { list } = await house.ask(talkEndpoints.tests, { planId }, token);
  expect(list.map(({ id, callId: of, test: { moves, expects } }) => [id, of, moves.length, expects])).toEqual([
    [kept.testId, callId, 1, { understood: [{ move: 0, meaning: 'intent:yes' }] }],
  ]);
  const { results } = await house.ask(talkEndpoints.runTests, { planId }, token);
  expect(results).toEqual([{ testId: kept.testId, broken: [] }]);
  const undone = { planId, lessons: kept.lessons, testId: kept.testId! };
  const { rev } = await house.ask(mendEndpoints.undo, undone, token);
  expect(rev).toBe(kept.rev + 1);
  expect((await graphNow()).intents).toEqual(plan.intents);
  expect((await house.ask(talkEndpoints.tests, { planId }, token)).total).toBe(0);
});

test('wrong words: the word of the plan that was said is heard by its sound, and told to a service that takes words', async () => {
  const input = { callId, line: '4', said: '我要报告，打13812345678' };
  const before = await house.ask(mendEndpoints.ways, input, token);
  expect(before).toMatchObject({ now: null, meant: { meaning: 'intent:report' }, hotWord: null });
  const sound = before.mends.find(({ kind }) => kind === 'sound')!;
  expect(sound).toMatchObject({ text: '报告', holds: true });
  const settings = { url: 'ws://127.0.0.1:9/asr' };
  await house.database.pool.query(
    `insert into speech_service (merchant_id, purpose, kind, name, settings, chosen)
     values ($1, 'recogniser', 'funasr', '我的识别', $2, true)`,
    [house.merchants[0].id, JSON.stringify(settings)],
  );
  const after = await house.ask(mendEndpoints.ways, input, token);
  expect(after.hotWord).toEqual({ word: '报告', service: '我的识别' });
  const keeps = { callId, line: '4', meant: { meaning: 'intent:report', value: '' }, lessons: sound.lessons };
  const kept = await house.ask(mendEndpoints.keep, { ...keeps, hotWord: '报告' }, token);
  expect(kept).toMatchObject({ hotWord: '报告', testId: expect.any(String) });
  const hotWords = async () => (await house.ask(speechEndpoints.list, {}, token)).list[0]?.settings.hotwords;
  expect([await hotWords(), (await intentNow('report'))?.sounds]).toEqual([['报告'], ['报告']]);
  const masked = await house.signInWith(['plan', 'callLog'], ['plan:edit']);
  const { list } = await house.ask(talkEndpoints.tests, { planId }, masked);
  expect(list[0]?.test.moves.at(-1)).toEqual({ does: 'say', text: '我要抱告，打138****5678' });
  const { lessons, testId } = kept;
  await house.ask(mendEndpoints.undo, { planId, lessons, testId: testId!, hotWord: '报告' }, token);
  expect([await hotWords(), (await intentNow('report'))?.sounds]).toEqual([[], undefined]);
});

test('no number of a line goes into a plan, whoever mends it', async () => {
  const meant = { meaning: 'knowledge:price', value: '' };
  const { mends } = await house.ask(mendEndpoints.ways, { callId, line: '4', meant }, token);
  expect(mends.find(({ kind }) => kind === 'sentence')?.lessons[0]?.likes).toEqual(['我要抱告，打138****5678']);
});

test('a line of a test talk is mended without any record', async () => {
  const noRecords = await house.signInWith(['plan'], ['plan:edit']);
  const said = { planId, node: plan.flows[0]!.rootNode, text: '学费的数目字' };
  const meant = { meaning: 'knowledge:price', value: '' };
  const { mends } = await house.ask(mendEndpoints.ways, { ...said, meant }, noRecords);
  const mend = mends.find(({ holds }) => holds)!;
  const moves = [{ does: 'say', text: said.text }] as const;
  const keeps = { ...said, meant, lessons: mend.lessons, moves: [...moves] };
  const kept = await house.ask(mendEndpoints.keep, keeps, noRecords);
  expect(kept.testId).not.toBeNull();
  expect((await house.ask(talkEndpoints.runTests, { planId }, token)).results[0]?.broken).toEqual([]);
  await house.ask(mendEndpoints.undo, { planId, lessons: kept.lessons, testId: kept.testId! }, noRecords);
});

test('what was said in these days is read again by the draft, with what would change, for who reads plans and records', async () => {
  const missed = { missed: true, understood: null };
  const busy = { understood: { meaning: 'intent:busy', name: '在忙', by: 'words', matched: '没时间' } };
  const yes = { understood: { meaning: 'intent:yes', name: '同意', by: 'words', matched: '方便' } };
  const further = [
    { ...lines[2]!, line: 5, atMs: 12_000 },
    { ...lines[3]!, line: 6, atMs: 15_000, text: '好呀，方便', ...yes },
  ];
  // Who is asked the same again was likely misheard.
  const kept = [
    ...lines.map(line => ({ ...line, ...(line.line === 2 ? busy : line.line === 4 ? missed : {}) })),
    ...further,
  ];
  const db = house.database.pool;
  await db.query('update call_transcript set lines = $2 where call_id = $1', [callId, JSON.stringify(kept)]);
  await db.query(`update call set placed_at = $2, ended_at = $2, direction = 'in' where id = $1`, [
    callId,
    '2026-11-20T02:00:00Z',
  ]);
  const days = { planId, from: '2026-11-20', to: '2026-11-20' };
  const read = async (as = token) => house.ask(mendEndpoints.reread, days, as);
  expect(await read()).toMatchObject({ calls: 1, read: 1, lines: 3, same: 3, better: 0, worse: 0, after: null });
  const lessons = [
    { to: 'intent' as const, id: 'busy', words: [], likes: [], except: ['没时间概念'] },
    { to: 'intent' as const, id: 'report', words: [], likes: [], sounds: ['报告'] },
    { to: 'intent' as const, id: 'yes', words: [], likes: [], except: ['好呀'] },
  ];
  const meant = { meaning: 'intent:report', value: '' };
  await house.ask(mendEndpoints.keep, { callId, line: '4', meant, lessons, withTest: '0' }, token);
  const { changes, ...sums } = await read();
  expect(sums).toMatchObject({ lines: 3, same: 0, better: 2, worse: 1 });
  expect(changes.map(({ line, text, was, becomes, is }) => [line, text, was?.name, becomes?.name, is])).toEqual([
    [2, '孩子没时间概念，要改改', '在忙', undefined, 'better'],
    [4, '我要抱告，打138****5678', undefined, '要报告', 'better'],
    [6, '好呀，方便', '同意', undefined, 'worse'],
  ]);
  await house.ask(mendEndpoints.undo, { planId, lessons }, token);
  const noRecords = await house.signInWith(['plan'], ['plan:edit']);
  const stranger = await house.signIn(house.merchants[1]);
  expect((await house.post('mend/reread', { token: noRecords, ...days })).errorCode).not.toBe(0);
  expect((await house.post('mend/reread', { token: stranger, ...days })).errorCode).not.toBe(0);
});

test('明天 of a line is that of its call, in the test and whenever it is run again; a test talk gives its own day', async () => {
  const db = house.database.pool;
  // Late on the 20th in Shanghai, answered on the 21st.
  await db.query('update call set placed_at = $2, answered_at = $3, ended_at = $3 where id = $1', [
    callId,
    '2026-11-20T15:59:50Z',
    '2026-11-20T16:05:00Z',
  ]);
  const meant = { meaning: 'knowledge:price', value: '' };
  const { mends } = await house.ask(mendEndpoints.ways, { callId, line: '2', meant }, token);
  const { lessons } = mends.find(({ holds }) => holds)!;
  const kept = await house.ask(mendEndpoints.keep, { callId, line: '2', meant, lessons }, token);
  const { planId: of, test: whole } = await house.ask(talkEndpoints.testFromCall, { callId }, token);
  expect([of, whole.date, whole.minuteOfDay]).toEqual([planId, '2026-11-21', 5]);
  const talked = {
    planId,
    node: plan.flows[0]!.rootNode,
    text: '学费的数目字',
    date: '2026-12-01',
    minuteOfDay: '900',
  };
  const ways = await house.ask(mendEndpoints.ways, { ...talked, meant }, token);
  const learnt = ways.mends.find(({ holds }) => holds)!.lessons;
  const moves = [{ does: 'say' as const, text: talked.text }];
  const also = await house.ask(mendEndpoints.keep, { ...talked, meant, lessons: learnt, moves }, token);
  const { list } = await house.ask(talkEndpoints.tests, { planId }, token);
  expect(list.map(({ id, test: { date, minuteOfDay } }) => [id, date, minuteOfDay])).toEqual([
    [kept.testId, '2026-11-21', 5],
    [also.testId, '2026-12-01', 900],
  ]);
  const { results } = await house.ask(talkEndpoints.runTests, { planId }, token);
  expect(results.map(({ broken }) => broken)).toEqual([[], []]);
  for (const one of [also, kept])
    await house.ask(mendEndpoints.undo, { planId, lessons: one.lessons, testId: one.testId! }, token);
});

test('a call that still runs: its lines are those its watcher was told, with the rights and masks of a record', async () => {
  const db = house.database.pool;
  const { rows } = await db.query<{ id: string }>(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, stage, owner, placed_at,
        answered_at)
      select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, 'talking', 'node', $2, $2
      from call where id = $1 returning id`,
    [callId, '2026-11-19T02:00:00Z'],
  );
  const running = rows[0]!.id;
  const told = lines.map(({ line, speaker, text, atMs, node }) => ({
    ...{ line, speaker: speaker as 'robot' | 'callee', text, atMs, node, interruptedAfterMs: null },
  }));
  told[3]!.text = '我是陈小雨，学费的数目字，打13812345678';
  const said = { callId: running, line: '4', lines: told };
  const meant = { meaning: 'knowledge:price', value: '' };
  const { mends, now } = await house.ask(mendEndpoints.ways, { ...said, meant }, token);
  expect(now).toBeNull();
  const mend = mends.find(({ holds }) => holds)!;
  expect(mend.lessons[0]?.likes).toEqual(['我是＊＊，学费的数目字，打138****5678']);
  const kept = await house.ask(mendEndpoints.keep, { ...said, meant, lessons: mend.lessons }, token);
  const { list } = await house.ask(talkEndpoints.tests, { planId }, token);
  expect(list).toMatchObject([{ id: kept.testId, callId: running, test: { date: '2026-11-19', minuteOfDay: 600 } }]);
  expect(list[0]?.test.moves.map(move => 'text' in move && move.text)).toEqual([told[1]!.text, told[3]!.text]);
  expect((await house.ask(talkEndpoints.runTests, { planId }, token)).results[0]?.broken).toEqual([]);
  await house.ask(mendEndpoints.undo, { planId, lessons: kept.lessons, testId: kept.testId! }, token);

  const refused = async (as: string, more: object = {}) =>
    (await house.post('mend/ways', { token: as, callId: running, line: '4', lines: JSON.stringify(told), ...more }))
      .errorCode;
  const noRecords = await house.signInWith(['plan'], ['plan:edit']);
  expect(await refused(noRecords)).toBe(104);
  const stranger = await refused(await house.signIn(house.merchants[1]));
  expect([stranger, await refused(token, { lines: '[]' })]).toEqual([stranger, stranger]);
  expect(stranger).not.toBe(0);
  expect(await refused(token, { line: '3' })).toBe(385);
  // Once it is filed its own transcript counts, whatever is told.
  await db.query(
    `update call set stage = 'ended', owner = null, state = 'answered', talk_ms = 1000, turns = 1, ended_at = now() where id = $1`,
    [running],
  );
  expect(await refused(token)).toBe(stranger);
  await db.query(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, $3, '[]', '[]')`,
    [house.merchants[0].id, running, JSON.stringify(lines.slice(0, 2))],
  );
  expect([await refused(token), await refused(token, { line: '2' })]).toEqual([385, 0]);
});

test('another merchant finds no line, and who may not change plans or read records may not mend', async () => {
  const stranger = await house.signIn(house.merchants[1]);
  const noRecords = await house.signInWith(['plan'], ['plan:edit']);
  const noEdits = await house.signInWith(['plan', 'callLog'], []);
  const meant = JSON.stringify({ meaning: 'intent:yes' });
  const asked = async (as: string, more: Readonly<Record<string, string>>) =>
    Promise.all(
      ['mend/ways', 'mend/keep'].map(async path => (await house.post(path, { token: as, ...more })).errorCode),
    );
  const [gone, noRight] = [
    await asked(stranger, { callId, line: '2', meant }),
    await asked(noRecords, { callId, line: '2', meant }),
  ];
  expect(new Set(gone).size).toBe(1);
  expect(gone).toEqual(await asked(stranger, { planId, node: 'opening', text: '好', meant }));
  expect(noRight).toEqual(await asked(noEdits, { callId, line: '2', meant }));
  expect(noRight).not.toEqual(gone);
  expect((await house.post('mend/undo', { token: stranger, planId, lessons: '[]' })).errorCode).toBe(gone[0]);
  expect((await house.post('mend/ways', { token, callId, line: '1', meant })).errorCode).toBe(385);
  expect((await graphNow()).intents).toEqual(plan.intents);
});
