import { nodeStatEndpoints } from '@lianxian/contract';
import { sql as rawSql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf } from '../../../test/people.ts';
import { twiceEnded } from '../../../test/twice-ended.ts';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { fileEnding } from '../dialler/filing.store.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';
import { foldNodesJob } from './index.ts';
import { shortPlan } from './short-plan.test-data.ts';

/** Heat map and sentences not understood over HTTP; calls are written as rows, two merchants always. */
let house: TestHouse;
let token: string;
let stranger: string;
let plans: readonly { readonly merchantId: string; readonly planId: string; readonly lineId: string }[];
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;

interface Made {
  readonly of?: number;
  /** Wall clock of Shanghai. */
  readonly at: string;
  readonly path: readonly string[];
  readonly ended: readonly [node: string, how: string, ms?: number];
  readonly missed?: readonly string[];
  readonly understood?: readonly string[];
  readonly name?: string;
  /** Whose call it is; left out: nobody's. */
  readonly owner?: string;
  readonly byHand?: true;
}

/** `path`: `node↳left by`, knowledge with a star before it, one every 10 s. */
const call = async ({
  of = 0,
  at,
  path,
  ended,
  missed = [],
  understood = [],
  name = '',
  owner,
  byHand,
}: Made): Promise<string> => {
  const { merchantId, planId, lineId } = plans[of]!;
  const [{ id }] = await sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, stage, state, because,
       fault, may_retry, hung_up_by, level, talk_ms, turns, placed_at, ended_at, ended_node, ended_how, ended_ms, owner_id, direction)
     values ($1, $2, 1, '话术', $3, '线路', '13800138000', $4, 'ended', 'answered', 'answered', 'nobody', false, 'callee', 'D', 30000,
       3, $5, $5, $6, $7, $8, $9, $10) returning id`,
    merchantId,
    planId,
    lineId,
    name,
    new Date(`${at}+08:00`),
    ended[0],
    ended[1],
    ended[2] ?? null,
    owner ?? null,
    byHand ? 'out' : 'in',
  );
  const steps = path.map((text, n) => {
    const [node = '', leftBy = ''] = text.split('↳');
    return { node: node.replace('*', ''), name: node, knowledge: node.startsWith('*'), atMs: n * 10_000, leftBy };
  });
  const said = [
    ...understood.map(text => ({ text, understood: {} })),
    ...missed.map(text => ({ text, understood: null })),
  ];
  const lines = [
    { line: 1, speaker: 'robot', text: '您好，要来试听吗？', node: 'opening', understood: null, atMs: 0 },
    ...said.map((one, n) => ({ line: n + 2, speaker: 'callee', node: 'opening', atMs: 1_000 * n, ...one })),
  ];
  await sql(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, $3, $4, '[]')`,
    merchantId,
    id,
    JSON.stringify(lines),
    JSON.stringify(steps),
  );
  for (const [n, text] of missed.entries())
    await sql(
      `insert into missed_line select $1, $2, $3, $4, 1, 'opening', $5, 4000, listed_at from call where merchant_id = $1 and id = $2`,
      merchantId,
      id,
      n + 100,
      planId,
      text,
    );
  return id;
};

const ids: string[] = [];
const days = { from: '2026-11-14', to: '2026-11-20' };
const ask = () => ({ planId: plans[0]!.planId, ...days });

beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  plans = await Promise.all(
    house.merchants.map(async ({ id: merchantId }) => {
      const db = merchantDb(house.database.db, merchantId);
      const lineId = await insertLine(db, { name: '线路', address: '', username: '', callerNumber: '4008' }, true);
      return { merchantId, planId: await insertPlan(db, shortPlan, new Date('2026-11-01T00:00:00Z')), lineId };
    }),
  );
  const yes = ['opening↳yes', 'bye↳robotHungUp'];
  for (const made of [
    { at: '2026-11-13T23:59:59', path: yes, ended: ['bye', 'planned'] },
    { at: '2026-11-14T00:00:00', path: yes, ended: ['bye', 'planned'], understood: ['可以啊', '可以，多少钱'] },
    {
      at: '2026-11-14T09:10:00',
      path: ['opening↳yes', '*price↳askedAgain', 'bye↳calleeHungUp'],
      ended: ['bye', 'midSentence', 900],
    },
    {
      at: '2026-11-15T10:00:00',
      path: ['opening↳calleeHungUp'],
      ended: ['opening', 'midSentence', 3_800],
      missed: ['费用怎么算啊'],
    },
    {
      at: '2026-11-15T10:20:00',
      path: ['opening↳calleeHungUp'],
      ended: ['opening', 'afterHearing'],
      missed: ['费用怎么算呢'],
    },
    {
      at: '2026-11-16T10:20:00',
      path: ['opening↳notUnderstood'],
      ended: ['opening', 'notUnderstood'],
      missed: ['费用怎么算', '我叫陈小雨电话13812345678'],
      name: '陈小雨',
    },
    { at: '2026-11-20T23:59:59', path: ['opening↳yes', 'opening↳yes', 'bye↳robotHungUp'], ended: ['bye', 'planned'] },
    { at: '2026-11-21T00:00:00', path: yes, ended: ['bye', 'planned'] },
    { of: 1, at: '2026-11-15T10:00:00', path: yes, ended: ['bye', 'planned'], missed: ['别家的话'] },
  ] satisfies readonly Made[])
    ids.push(await call(made as Made));
});
afterAll(() => house.close());

const expectHeat = async () => {
  const heat = await house.ask(nodeStatEndpoints.heat, ask(), token);
  expect(heat.versions).toEqual([{ version: 1, calls: 6 }]);
  expect(heat.nodes).toEqual([
    {
      node: 'opening',
      calls: 6,
      lost: 3,
      left: expect.arrayContaining([
        { by: 'yes', next: 'bye', n: 3 },
        { by: 'yes', next: 'opening', n: 1 },
        { by: 'calleeHungUp', next: '', n: 2 },
        { by: 'notUnderstood', next: '', n: 1 },
      ]),
      ended: expect.arrayContaining([
        { how: 'midSentence', n: 1 },
        { how: 'afterHearing', n: 1 },
        { how: 'notUnderstood', n: 1 },
      ]),
    },
    {
      node: 'bye',
      calls: 3,
      lost: 1,
      left: [
        { by: 'robotHungUp', next: '', n: 2 },
        { by: 'calleeHungUp', next: '', n: 1 },
      ],
      ended: [
        { how: 'planned', n: 2 },
        { how: 'midSentence', n: 1 },
      ],
    },
    { node: 'price', calls: 1, lost: 0, left: [{ by: 'askedAgain', next: '', n: 1 }], ended: [] },
  ]);
};

const fold = (db: UnscopedDb = house.database.db) => foldNodesJob(db).foldNodes!({}, new AbortController().signal);

/** Counted by plain SQL over the stored paths, of the merchant's days. */
const plainCounts = () =>
  sql(
    `select step->>'node' as node, step->>'leftBy' as by, count(*)::int as steps, count(distinct call.id)::int as calls
     from call join call_transcript said on said.merchant_id = call.merchant_id and said.call_id = call.id,
       jsonb_array_elements(said.path) step
     where call.merchant_id = $1 and plan_id = $2 and (listed_at at time zone 'Asia/Shanghai')::date between $3 and $4
     group by 1, 2 order by 1, 2`,
    plans[0]!.merchantId,
    plans[0]!.planId,
    days.from,
    days.to,
  );

test('O-382: passes, leavings and losses of each node agree with plain SQL, before, at and after the fold', async () => {
  const agrees = async () => {
    await expectHeat();
    const { nodes } = await house.ask(nodeStatEndpoints.heat, ask(), token);
    const ours = nodes
      .flatMap(({ node, left }) =>
        [...Map.groupBy(left, ({ by }) => by)].map(([by, of]) => ({
          node,
          by,
          steps: of.reduce((sum, { n }) => sum + n, 0),
        })),
      )
      .toSorted((a, b) => (a.node + a.by < b.node + b.by ? -1 : 1));
    const plain = (await plainCounts()).map(({ node, by, steps }) => ({ node, by, steps }));
    expect(ours).toEqual(plain.toSorted((a, b) => (a.node + a.by < b.node + b.by ? -1 : 1)));
  };
  await agrees();
  // The process ends within a run: all of it is undone, and whoever asks meanwhile sees the sums of before.
  await expect(
    house.database.db.transaction().execute(async tx => {
      await fold(tx);
      await agrees();
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await sql('select 1 from node_hour')).toEqual([]);
  await agrees();
  await fold();
  expect(await sql('select 1 from call_uncounted')).toEqual([]);
  await agrees();
  await fold();
  await agrees();
  const others = await house.post('nodeStat/heat', { token: stranger, ...ask() });
  expect(others.errorCode).toBe(105);
});

test('late, replaced and erased endings: the sums stay those of the paths, and a run reads what is new alone', async () => {
  const span = { planId: plans[0]!.planId, from: '2026-11-24', to: '2026-11-25' };
  /** What the heat map says beside what the stored paths say; the second is the truth. */
  const both = async () => {
    const { nodes } = await house.ask(nodeStatEndpoints.heat, span, token);
    const stored = await sql(
      `select step->>'node' as node, count(distinct call.id)::int as calls, count(*)::int as steps,
         count(distinct call.id) filter (where ended_node = step->>'node')::int as ended
       from call join call_transcript said on said.merchant_id = call.merchant_id and said.call_id = call.id,
         jsonb_array_elements(said.path) step
       where call.merchant_id = $1 and plan_id = $2 and stage = 'ended'
         and (listed_at at time zone 'Asia/Shanghai')::date between $3 and $4 group by 1 order by 1`,
      plans[0]!.merchantId,
      span.planId,
      span.from,
      span.to,
    );
    const sum = (of: readonly { readonly n: number }[]) => of.reduce((all, { n }) => all + n, 0);
    const shown = nodes.map(({ node, calls, left, ended }) => ({ node, calls, steps: sum(left), ended: sum(ended) }));
    return { shown: shown.toSorted((a, b) => (a.node < b.node ? -1 : 1)), stored };
  };
  const expectEqual = async (nodes: number) => {
    const { shown, stored } = await both();
    expect(stored).toHaveLength(nodes);
    expect(shown).toEqual(stored);
  };
  const made = { at: '2026-11-24T10:00:00', path: ['opening↳calleeHungUp'], ended: ['opening', 'hungUp'] } as const;
  await call(made);
  await fold();
  await call({ ...made, at: '2026-11-24T10:30:00' });
  await expectEqual(1);

  // A run reads the one call that waits, of all there are: counted by PostgreSQL itself.
  await sql('analyze call, call_transcript');
  const read = await house.database.db.transaction().execute(async tx => {
    await rawSql`set local enable_seqscan = off`.execute(tx);
    const reads = async () => {
      const { rows } = await rawSql<{ n: number }>`
        select sum(seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables
        where relname ~ '^call(_transcript)?_(before|[0-9])' group by relname ~ 'transcript' order by relname ~ 'transcript'`.execute(
        tx,
      );
      return rows.map(({ n }) => n);
    };
    const before = await reads();
    await fold(tx);
    const after = await reads();
    return after.map((n, at) => n - before[at]!);
  });
  expect(read).toEqual([1, 1]);
  await expectEqual(1);

  for (const foldsBetween of [false, true]) {
    const { id, interrupted, truth } = await twiceEnded(house.database.pool, plans[0]!);
    expect(await fileEnding(house.database.db, interrupted)).not.toBeNull();
    if (foldsBetween) await fold();
    await sql(`update call set fence = 2 where id = $1`, id);
    expect(await fileEnding(house.database.db, truth)).toMatchObject({ replaced: { state: 'interrupted' } });
    expect(await fileEnding(house.database.db, truth)).toBeNull();
    await expectEqual(2);
    await fold();
    await expectEqual(2);
  }
  // Words go after their days, the sums stay.
  const { shown } = await both();
  await sql(
    `update call_transcript set lines = '[]', facts = null where call_id in (select id from call where listed_at > $1)`,
    new Date('2026-11-24T00:00:00+08:00'),
  );
  await fold();
  expect((await both()).shown).toEqual(shown);
});

test('trials count apart: in the heat map, among the calls that ended and in what was not understood', async () => {
  const span = { planId: plans[0]!.planId, from: '2026-12-01', to: '2026-12-01' };
  const made = { at: '2026-12-01T10:00:00', path: ['opening↳calleeHungUp'], ended: ['opening', 'hungUp'] } as const;
  const [id] = [await call(made), await call({ ...made, missed: ['喂喂'], byHand: true })];
  const seen = async (byHand: '0' | '1') => {
    const asked = { ...span, byHand };
    const [heat, ended, missed] = await Promise.all([
      house.ask(nodeStatEndpoints.heat, asked, token),
      house.ask(nodeStatEndpoints.ended, { ...asked, node: 'opening' }, token),
      house.ask(nodeStatEndpoints.missed, asked, token),
    ]);
    return [heat.calls, ended.list.length, ended.list[0]?.id === id, missed.lines];
  };
  for (const folds of [false, true]) {
    if (folds) await fold();
    expect(await seen('0')).toEqual([1, 1, true, 0]);
    expect(await seen('1')).toEqual([1, 1, false, 1]);
  }
});

test('the heat map is of the calls that one may see, as the list is: folded hours and those since', async () => {
  const looker = await peopleOf(house, house.merchants[0]).person('looker', {
    rights: ['plan', 'callLog'],
    scope: 'own',
  });
  const path = ['opening↳calleeHungUp'];
  const made = { path, ended: ['opening', 'afterHearing'], missed: ['多少呀'] } as const;
  await call({ ...made, at: '2026-11-10T10:00:00', owner: looker.id });
  await fold();
  const [late] = await Promise.all([
    call({ ...made, at: '2026-11-12T10:00:00', owner: looker.id }),
    call({ ...made, at: '2026-11-12T11:00:00', owner: house.merchants[0].owner.id }),
    call({ ...made, at: '2026-11-12T11:30:00' }),
  ]);
  const span = { planId: plans[0]!.planId, from: '2026-11-09', to: '2026-11-12' };
  const callsOf = async (as: string) => (await house.ask(nodeStatEndpoints.heat, span, as)).calls;
  expect([await callsOf(token), await callsOf(looker.token)]).toEqual([4, 2]);
  await fold();
  expect([await callsOf(token), await callsOf(looker.token)]).toEqual([4, 2]);
  const ended = await house.ask(nodeStatEndpoints.ended, { ...span, node: 'opening' }, looker.token);
  expect([ended.list[0]?.id, ended.list.length]).toEqual([late, 2]);
  expect((await house.ask(nodeStatEndpoints.missed, span, looker.token)).lines).toBe(2);
});

test('the calls that ended at a node come newest first with the second where the node began, and where callees hang up', async () => {
  const first = await house.ask(nodeStatEndpoints.ended, { ...ask(), node: 'bye', limit: 2 }, token);
  expect(first.list.map(({ id, how, atMs }) => [id, how, atMs])).toEqual([
    [ids[6], 'planned', 20_000],
    [ids[2], 'midSentence', 20_000],
  ]);
  const masked = await house.signInWith(['plan', 'callLog'], []);
  const seen = await house.ask(nodeStatEndpoints.ended, { ...ask(), node: 'bye' }, masked);
  expect(seen.list.every(({ phone }) => phone === '138****8000')).toBe(true);
  const next = await house.ask(
    nodeStatEndpoints.ended,
    { ...ask(), node: 'bye', limit: 2, after: first.after! },
    token,
  );
  expect([next.list.map(({ id }) => id), next.after]).toEqual([[ids[1]], null]);
  const lost = await house.ask(nodeStatEndpoints.ended, { ...ask(), node: 'bye', how: 'midSentence' }, token);
  expect(lost.list.map(({ id }) => id)).toEqual([ids[2]]);
});

test('what was not understood is grouped by likeness, masked, and left out when nobody wants it', async () => {
  const { lines, list } = await house.ask(nodeStatEndpoints.missed, ask(), token);
  expect(lines).toBe(4);
  expect(list.map(({ text, n, calls, lost, levels }) => ({ text, n, calls, lost, levels }))).toEqual([
    { text: '费用怎么算', n: 3, calls: 3, lost: 3, levels: { D: 3 } },
    { text: '我叫＊＊电话138****5678', n: 1, calls: 1, lost: 1, levels: { D: 1 } },
  ]);
  const noise = { planId: plans[0]!.planId, sayings: [list[1]!.text] };
  await house.ask(nodeStatEndpoints.ignore, { ...noise, ignored: '1' }, token);
  expect((await house.ask(nodeStatEndpoints.missed, ask(), token)).list).toHaveLength(1);
  const all = await house.ask(nodeStatEndpoints.missed, { ...ask(), withIgnored: '1' }, token);
  expect(all.list.map(({ ignored }) => ignored)).toEqual([false, true]);
  await house.ask(nodeStatEndpoints.ignore, { ...noise, ignored: '0' }, token);
  expect((await house.ask(nodeStatEndpoints.missed, ask(), token)).list).toHaveLength(2);
});

test('a number that was told in three sentences nobody understood is read by nobody', async () => {
  const id = await call({
    at: '2026-10-01T10:00:00',
    path: ['opening'],
    ended: ['opening', 'planned'],
    missed: ['打我一三八', '零零一三', '八零零零吧'],
  });
  const day = { planId: plans[0]!.planId, from: '2026-10-01', to: '2026-10-01' };
  const { list } = await house.ask(nodeStatEndpoints.missed, day, token);
  expect(list.map(({ text, examples }) => [text, examples[0]?.callId]).toSorted()).toEqual([
    ['****', id],
    ['八零零零吧', id],
    ['打我一三八', id],
  ]);
});

test('a lesson is weighed on the sentences of those days before it changes the draft, and after it they are understood', async () => {
  const { list } = await house.ask(nodeStatEndpoints.missed, ask(), token);
  const sayings = list[0]!.texts.map(({ text }) => text);
  const lesson = { to: 'knowledge' as const, id: 'price', words: ['费用怎么算'], likes: [] };
  expect(await house.ask(nodeStatEndpoints.gain, { ...ask(), lesson, sayings }, token)).toMatchObject({
    group: { n: 3, understood: 3 },
    missed: { n: 4, understood: 3 },
    known: { n: 2, changed: 0 },
  });
  const greedy = { to: 'intent' as const, id: 'yes', words: ['多少钱'], likes: [] };
  expect(await house.ask(nodeStatEndpoints.gain, { ...ask(), lesson: greedy, sayings }, token)).toMatchObject({
    missed: { n: 4, understood: 0 },
    known: { n: 2, changed: 0 },
  });
  await house.ask(nodeStatEndpoints.learn, { planId: plans[0]!.planId, lesson }, token);
  const after = await house.ask(nodeStatEndpoints.missed, ask(), token);
  expect(after.list[0]?.understoodAs).toBe('问价格');
});

test('more days than a quarter, or backwards, are refused with a sentence', async () => {
  for (const [from, to] of [
    ['2026-08-01', '2026-11-20'],
    ['2026-11-20', '2026-11-14'],
  ])
    expect(await house.post('nodeStat/heat', { token, planId: plans[0]!.planId, from: from!, to: to! })).toMatchObject({
      errorCode: 451,
    });
});
