import { callEndpoints, configEndpoints, homeEndpoints, type InputOf, levelEndpoints } from '@lianxian/contract';
import type { CallFacts, Plan } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openPages } from '../../../test/page-socket.ts';
import { peopleOf } from '../../../test/people.ts';
import { addNumbers, layTaskGround, makeTask } from '../../../test/tasks.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { insertLine } from '../lines/index.ts';
import { draftOf, insertPlan } from '../plans/index.ts';
import { foldJob } from '../sums/index.ts';
import { backTestJob } from './index.ts';

/** Levels by hand, facts of calls, back-tests over HTTP and by their job; two merchants always. */
let house: TestHouse;
let token: string;
let stranger: string;
let plans: readonly { readonly merchantId: string; readonly planId: string; readonly lineId: string }[];
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;

type Rules = InputOf<typeof levelEndpoints.backTest>['rules'];
const rules: Rules = [
  { level: 'A', name: '约到试听', when: [{ fact: 'answered', variable: 'when' }] },
  { level: 'C', name: '说了 30 秒', when: [{ fact: 'talkMs', atLeast: 30_000 }] },
  { level: 'F', name: '其余', when: [] },
];

const plan: Plan = {
  name: '试听课',
  variables: [{ name: 'when', label: '试听时间', fallback: '', spoken: 'asWritten' }],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'bye',
      nodes: [{ kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见'] }],
    },
  ],
  intents: [],
  knowledge: [],
  levelRules: [{ level: 'F', name: '其余', when: [] }],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
  },
};

const facts = (part: Partial<CallFacts>): CallFacts => ({
  talkMs: 0,
  turns: 0,
  positives: 0,
  negatives: 0,
  refusals: 0,
  notUnderstood: 0,
  silences: 0,
  interruptions: 0,
  questions: 0,
  transferred: false,
  met: {},
  passed: [],
  answers: {},
  hungUpBy: 'callee',
  ...part,
});

interface Made {
  readonly of?: number;
  readonly at: string;
  readonly level: string | null;
  readonly talkMs: number;
  /** Null: a call of an earlier release. */
  readonly facts: CallFacts | null;
  readonly answers?: readonly object[];
  readonly state?: string;
  /** Its words are kept no longer. */
  readonly purged?: boolean;
  /** Whose call it is; left out: nobody's. */
  readonly owner?: string;
  readonly byHand?: true;
}
/** The words of a call of an earlier release. */
const words = JSON.stringify([
  {
    line: 1,
    speaker: 'robot',
    text: '您好。',
    node: 'opening',
    understood: null,
    atMs: 0,
    endMs: null,
    interruptedAfterMs: null,
  },
]);
let dialled = { task: '', callee: '' };
let attempts = 0;
const call = async (made: Made): Promise<string> => {
  const {
    of = 0,
    at,
    level,
    talkMs,
    facts,
    answers = [],
    state = 'answered',
    purged = false,
    owner = null,
    byHand,
  } = made;
  const { merchantId, planId, lineId } = plans[of]!;
  const [{ id }] = await sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because, fault,
       may_retry, hung_up_by, level, level_rule, talk_ms, placed_at, ended_at, owner_id, task_id, callee_id, attempt)
     values ($1, $2, 1, '话术', $3, '线路', '13800138000', 'ended', $4, 'answered', 'nobody', false, 'callee', $5, '其余', $6, $7, $7, $8,
       $9, $10, $11)
     returning id`,
    merchantId,
    planId,
    lineId,
    state,
    level,
    talkMs,
    new Date(`${at}+08:00`),
    owner,
    ...(of === 0 && !byHand ? [dialled.task, dialled.callee, ++attempts] : [null, null, null]),
  );
  await sql(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers, facts) values ($1, $2, $5, '[]', $3, $4)`,
    merchantId,
    id,
    JSON.stringify(answers),
    facts && JSON.stringify(facts),
    purged ? '[]' : words,
  );
  return id;
};

const job = () => backTestJob({ db: house.database.db, log: openLog('silent', 'test') }).backTest!;
const run = (id: string, signal = new AbortController().signal) =>
  job()({ merchantId: plans[0]!.merchantId, id }, signal);

const ids: string[] = [];
let trial = '';
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  plans = await Promise.all(
    house.merchants.map(async ({ id: merchantId }) => {
      const db = merchantDb(house.database.db, merchantId);
      const lineId = await insertLine(db, { name: '线路', address: '', username: '', callerNumber: '4008' }, false);
      return { merchantId, planId: await insertPlan(db, plan, new Date('2026-10-01T00:00:00Z')), lineId };
    }),
  );
  const ground = await layTaskGround(house, house.merchants[0].id);
  const task = await makeTask(house, token, ground);
  const [callee = ''] = await addNumbers(house, ground.merchantId, task, ['13800138000']);
  dialled = { task, callee };
  // A trial counts apart: no rules are weighed on it.
  trial = await call({
    at: '2026-11-02T11:00:00',
    level: 'F',
    talkMs: 50_000,
    facts: facts({ talkMs: 50_000 }),
    byHand: true,
  });
  const said = [{ label: '试听时间', value: '周六', atMs: 1 }];
  for (const made of [
    { at: '2026-10-31T23:59:59', level: 'F', talkMs: 90_000, facts: facts({ talkMs: 90_000 }) },
    { at: '2026-11-01T00:00:00', level: 'F', talkMs: 40_000, facts: facts({ talkMs: 40_000 }) },
    {
      at: '2026-11-02T10:00:00',
      level: 'F',
      talkMs: 50_000,
      facts: facts({ talkMs: 50_000, answers: { when: '周六' } }),
    },
    { at: '2026-11-03T10:00:00', level: 'F', talkMs: 5_000, facts: null, answers: said },
    { at: '2026-11-04T10:00:00', level: 'F', talkMs: 5_000, facts: facts({ talkMs: 5_000 }) },
    { at: '2026-11-05T10:00:00', level: null, talkMs: 0, facts: null, state: 'busy' },
    { at: '2026-11-06T10:00:00', level: 'F', talkMs: 5_000, facts: null, answers: said, purged: true },
    { of: 1, at: '2026-11-04T10:00:00', level: 'F', talkMs: 90_000, facts: facts({ talkMs: 90_000 }) },
  ] satisfies readonly Made[])
    ids.push(await call(made));
});
afterAll(() => house.close());

const detail = (id: string) => house.ask(callEndpoints.detail, { id }, token);
/** As who has just looked at it. */
const correct = async (id: string, level: 'A' | 'B' | 'C' | 'F', why = '听了录音') =>
  house.ask(levelEndpoints.correct, { id, level, was: (await detail(id)).level ?? 'none', why }, token);

test('a level that a person sets counts in lists, filters and figures; what the rules said stays with who, when and why', async () => {
  const id = ids[1]!;
  expect(await detail(id)).toMatchObject({ level: 'F', corrected: false, correction: null });
  await correct(id, 'B', '问了价格');
  await correct(id, 'C', '其实只是听听');
  expect(await detail(id)).toMatchObject({
    level: 'C',
    corrected: true,
    correction: { ruledLevel: 'F', level: 'C', why: '其实只是听听', by: '测试' },
  });
  const found = async (level: 'C' | 'F') =>
    (await house.ask(callEndpoints.list, { levels: [level], planId: plans[0]!.planId }, token)).list.map(row => row.id);
  expect(await found('C')).toEqual([id]);
  expect(await found('F')).not.toContain(id);
  const [audit] = await sql(
    `select before, after from audit where action = 'call.correctLevel' order by id desc limit 1`,
  );
  expect(audit).toEqual({ before: { level: 'B' }, after: { level: 'C', reason: '其实只是听听' } });
});

test('whoever watches calls is told of a corrected level, of a call by hand too', async () => {
  const socket = new WebSocket(`${house.origin.replace('http', 'ws')}/frontWsServer?token=${token}`);
  try {
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const told = new Promise<unknown>(resolve => {
      socket.on('message', data => {
        const message = JSON.parse(String(data)) as { readonly type: unknown };
        if (message.type === 'pong') void correct(ids[1]!, 'A', '又约了周六');
        if (message.type === 'callFiled') resolve(message);
      });
    });
    socket.send(JSON.stringify({ type: 'subscribe', topic: 'calls' }));
    socket.send(JSON.stringify({ type: 'ping' }));
    expect(await told).toEqual({ type: 'callFiled', topic: 'calls', id: ids[1], level: 'A' });
    await correct(ids[1]!, 'C', '其实只是听听');
  } finally {
    socket.terminate();
  }
});

test('a level that was given is told to who sees the call, its id alone to the others', async () => {
  const id = ids[1]!;
  const people = peopleOf(house, house.merchants[0]);
  const [place, apart] = [await people.department('一部'), await people.department('二部')];
  const wish = { rights: ['callLog'], scope: 'department' } as const;
  const [near, far] = [
    await people.person('同部门', { ...wish, departmentId: place }),
    await people.person('别部门', { ...wish, departmentId: apart }),
  ];
  const before = await sql('select owner_id from call where id = $1', id);
  await sql('update call set owner_id = $1 where id = $2', near.id, id);
  const pages = openPages();
  try {
    const watching = await Promise.all(
      [token, near.token, far.token].map(async one => {
        const page = pages.connect(house.origin, one);
        await page.ready;
        for (const said of [{ type: 'subscribe', topic: 'calls' }, { type: 'ping' }]) page.say(said);
        expect(await page.next()).toEqual({ type: 'pong' });
        return page;
      }),
    );
    await correct(id, 'A');
    const told = await Promise.all(watching.map(page => page.next()));
    const filed = { type: 'callFiled', topic: 'calls', id };
    expect(told).toEqual([{ ...filed, level: 'A' }, { ...filed, level: 'A' }, filed]);
  } finally {
    pages.closeAll();
    await correct(id, 'C');
    await sql('update call set owner_id = $1 where id = $2', before[0].owner_id, id);
  }
});

test('a corrected level moves in the figures of the home page, whether its hour waits or is folded', async () => {
  // What was read a moment ago still serves: each look asks for a span of its own.
  let days = 1;
  const levels = async () => {
    days += 1;
    return (await house.ask(homeEndpoints.index, { date: '2026-11-04', days }, token)).calls?.days.at(-1)?.levels;
  };
  for (const folds of [false, true]) {
    if (folds) await foldJob(house.database.db).fold!({}, new AbortController().signal);
    await correct(ids[4]!, 'A', '约到了');
    expect(await levels()).toMatchObject({ F: 0, A: 1 });
    await correct(ids[4]!, 'F', '看错了');
    expect(await levels()).toMatchObject({ F: 1, A: 0 });
  }
});

test('a level needs no reason unless the merchant wants one; of two who correct one call the second is told', async () => {
  const id = ids[2]!;
  const asked = (level: string, was: string, why = '') =>
    house.post('call/correctLevel', { token, id, level, was, why });
  expect(await asked('A', 'F')).toMatchObject({ errorCode: 0, data: { correction: { ruledLevel: 'F', why: '' } } });
  expect(await asked('C', 'F')).toMatchObject({ errorCode: 455, errorMsg: '这通电话的等级刚改成了 A，看过再改' });
  expect((await detail(id)).level).toBe('A');
  // Both mean the same: nobody was overtaken.
  expect(await asked('A', 'F')).toMatchObject({ errorCode: 0 });
  await house.ask(configEndpoints.save, { levelNeedsWhy: '1' }, token);
  expect(await asked('F', 'A')).toMatchObject({ errorCode: 456, errorMsg: '改等级要写原因' });
  expect(await asked('F', 'A', '没说要来')).toMatchObject({ errorCode: 0 });
  await house.ask(configEndpoints.save, { levelNeedsWhy: '0' }, token);
  await sql('delete from call_correction where call_id = $1', id);
});

test('a call that was not answered has no level to set, and a call out of sight does not exist', async () => {
  const body = { level: 'A', was: 'none', why: '试试' };
  expect((await house.post('call/correctLevel', { token, id: ids[5]!, ...body })).errorCode).toBe(450);
  expect((await house.post('call/correctLevel', { token: stranger, id: ids[1]!, ...body })).errorCode).toBe(105);
  const people = peopleOf(house, house.merchants[0]);
  const seat = await people.person('seat', { rights: ['callLog'], scope: 'own' });
  expect((await house.post('call/correctLevel', { token: seat.token, id: ids[1]!, ...body })).errorCode).toBe(105);
});

test('the tester gets the facts of a call, of an old one read from its words, of one whose words are gone a sentence', async () => {
  expect(await house.ask(levelEndpoints.facts, { callId: ids[2]! }, token)).toMatchObject({
    derived: false,
    ruledLevel: 'F',
    facts: { talkMs: 50_000, answers: { when: '周六' } },
  });
  expect(await house.ask(levelEndpoints.facts, { callId: ids[3]! }, token)).toMatchObject({
    derived: true,
    facts: { talkMs: 5_000, answers: { when: '周六' } },
  });
  expect((await house.post('level/facts', { token, callId: ids[6]! })).errorCode).toBe(454);
  const { list } = await house.ask(levelEndpoints.recent, { planId: plans[0]!.planId }, token);
  expect(list.map(({ id }) => id)).toEqual([ids[4], ids[3], trial, ids[2], ids[1], ids[0]]);
});

const start = (more: Partial<InputOf<typeof levelEndpoints.backTest>> = {}) =>
  house.ask(
    levelEndpoints.backTest,
    { planId: plans[0]!.planId, rules, from: '2026-11-01', to: '2026-11-30', ...more },
    token,
  );

test('a back-test says who would change, from what to what, and how right either rules are where a person has spoken', async () => {
  const { id } = await start();
  const again = { planId: plans[0]!.planId, rules: JSON.stringify(rules), from: '2026-11-01', to: '2026-11-30' };
  expect((await house.post('level/backTest', { token, ...again })).errorCode).toBe(452);
  await run(id);
  const test = await house.ask(levelEndpoints.backTestState, { id }, token);
  expect(test).toMatchObject({ state: 'done', done: 4, total: 4, changed: 3, from: '2026-11-01', to: '2026-11-30' });
  expect(test.moves).toEqual([
    { from: 'F', to: 'A', n: 2 },
    { from: 'F', to: 'C', n: 1 },
    { from: 'F', to: 'F', n: 1 },
  ]);
  // The rules had said F twice: a person says C and F. These say C and F.
  expect(test.before).toEqual([
    { from: 'F', to: 'C', n: 1 },
    { from: 'F', to: 'F', n: 1 },
  ]);
  expect(test.after).toEqual([
    { from: 'C', to: 'C', n: 1 },
    { from: 'F', to: 'F', n: 1 },
  ]);
  const first = await house.ask(levelEndpoints.backTestChanges, { id, limit: 2 }, token);
  expect(first.list.map(row => [row.id, row.was, row.becomes, row.rule])).toEqual([
    [ids[3], 'F', 'A', '约到试听'],
    [ids[2], 'F', 'A', '约到试听'],
  ]);
  const next = await house.ask(levelEndpoints.backTestChanges, { id, limit: 2, after: first.after! }, token);
  expect([next.list.map(row => row.id), next.after]).toEqual([[ids[1]], null]);
  // Counted by plain SQL over what is stored.
  const plain = await sql(
    `select case when facts->'answers' ? 'when' or said.answers @> '[{"label": "试听时间"}]' then 'A'
         when talk_ms >= 30000 then 'C' else 'F' end as becomes, count(*)::int as n
     from call join call_transcript said on said.merchant_id = call.merchant_id and said.call_id = call.id
     where call.merchant_id = $1 and call.id <> $2 and task_id is not null and state = 'answered' and (listed_at at time zone 'Asia/Shanghai')::date between '2026-11-01' and '2026-11-30'
     group by 1 order by 1`,
    plans[0]!.merchantId,
    ids[6],
  );
  expect(plain).toEqual(test.moves.map(({ to, n }) => ({ becomes: to, n })));
  expect((await house.post('level/backTestState', { token: stranger, id })).errorCode).toBe(105);
});

test('a back-test tells everybody of the calls that they may see: totals as well as the list', async () => {
  const seat = await peopleOf(house, house.merchants[0]).person('tester', {
    rights: ['plan', 'callLog'],
    buttons: ['plan:edit'],
    scope: 'own',
  });
  const made = { at: '2026-12-01T10:00:00', level: 'F', talkMs: 50_000, facts: facts({ talkMs: 50_000 }) } as const;
  const own = await call({ ...made, owner: seat.id });
  await sql(
    `insert into call_correction values ($1, $2, 'F', 'C', '听了录音', $3)`,
    plans[0]!.merchantId,
    own,
    house.merchants[0].owner.id,
  );
  await call({ ...made, owner: house.merchants[0].owner.id });
  await call(made);
  const days = { from: '2026-12-01', to: '2026-12-01' };
  const { id } = await start(days);
  await run(id);
  const state = (as: string) => house.ask(levelEndpoints.backTestState, { id }, as);
  expect(await state(token)).toMatchObject({ done: 3, total: 3, changed: 3, moves: [{ from: 'F', to: 'C', n: 3 }] });
  const seen = { done: 1, total: 1, changed: 1, moves: [{ from: 'F', to: 'C', n: 1 }] };
  const hits = { before: [{ from: 'F', to: 'C', n: 1 }], after: [{ from: 'C', to: 'C', n: 1 }] };
  expect(await state(seat.token)).toMatchObject({ ...seen, ...hits });
  const { list } = await house.ask(levelEndpoints.backTests, { planId: plans[0]!.planId }, seat.token);
  expect(list[0]).toMatchObject({ id, ...seen });
  expect(list[1]).toMatchObject({ done: 0, total: 0, changed: 0, moves: [] });
  const changed = await house.ask(levelEndpoints.backTestChanges, { id }, seat.token);
  expect(changed.list.map(row => row.id)).toEqual([own]);
});

test('accepted rules are the draft’s', async () => {
  const { list } = await house.ask(levelEndpoints.backTests, { planId: plans[0]!.planId }, token);
  await house.ask(levelEndpoints.accept, { id: list[0]!.id }, token);
  const db = merchantDb(house.database.db, plans[0]!.merchantId);
  expect((await draftOf(db, plans[0]!.planId))?.graph.levelRules).toEqual(rules);
});

test('a back-test whose process ends goes on where its last chunk ended, and one that is not wanted stops', async () => {
  const { id } = await start();
  const ending = new AbortController();
  ending.abort();
  await run(id, ending.signal);
  expect(await house.ask(levelEndpoints.backTestState, { id }, token)).toMatchObject({ state: 'running', done: 0 });
  // As if two calls had been done before.
  await sql(
    `with counted as (
       insert into back_test_count values ($1, $3, 0, 'move', 'F', 'F', 1), ($1, $3, 0, 'move', 'F', 'A', 1))
     update back_test set changed = 1, after =
       (select (extract(epoch from listed_at) * 1000000)::bigint || '-' || id from call where merchant_id = $1 and id = $2)
     where merchant_id = $1 and id = $3`,
    plans[0]!.merchantId,
    ids[3],
    id,
  );
  await run(id);
  expect(await house.ask(levelEndpoints.backTestState, { id }, token)).toMatchObject({
    state: 'done',
    done: 4,
    changed: 3,
  });
  const stopped = await start();
  await house.ask(levelEndpoints.stopBackTest, { id: stopped.id }, token);
  await run(stopped.id);
  expect(await house.ask(levelEndpoints.backTestState, { id: stopped.id }, token)).toMatchObject({
    state: 'cancelled',
    done: 0,
  });
});
