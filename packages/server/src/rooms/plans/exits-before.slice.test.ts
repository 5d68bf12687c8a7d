import { callEndpoints, levelEndpoints, nodeStatEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { up } from '../../../migrations/0044_exits.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { merchantDb, sqlOver } from '../../platform/db/index.ts';
import { insertLine } from '../lines/index.ts';
import { draftOf, insertPlan, planVersion } from './index.ts';

/** An installation of before ids: exits and meanings are called by their words, a merchant's things by their names. */
let house: TestHouse;
let merchantId: string;
let planId: string;
let lineId: string;
beforeAll(async () => {
  house = await startTestHouse();
  merchantId = house.merchants[0].id;
  const db = merchantDb(house.database.db, merchantId);
  lineId = await insertLine(db, { name: '线路', address: '', username: '', callerNumber: '4008' }, true);
  planId = await insertPlan(db, graph(now) as never, new Date('2026-11-01T00:00:00Z'));
  await fill();
});
afterAll(() => house.close());

const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;

interface Written {
  readonly yes: string;
  readonly silence: string;
  /** Of the opening, in the level rule. */
  readonly by: string;
  readonly intent: string;
}
const now: Written = { yes: 'yes', silence: 'silence', by: 'intent:later', intent: '晚点' };
const before: Written = { yes: '肯定', silence: '无应答', by: '晚点', intent: '晚点' };

const graph = ({ yes, silence, by, intent }: Written) => ({
  name: '旧话术',
  variables: [],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'opening',
      nodes: [
        {
          kind: 'speak',
          id: 'opening',
          name: '开场白',
          sentences: ['您好，要来试听吗？'],
          interruption: { when: 'always' },
          routers: [
            { on: yes, to: 'bye' },
            { on: { intent: 'later' }, to: 'bye' },
            { on: silence, to: 'bye' },
          ],
        },
        { kind: 'hangup', id: 'bye', name: '结束语', sentences: ['再见。'] },
      ],
    },
  ],
  intents: [
    { id: 'agree', name: '愿意', priority: 5, means: yes, words: ['可以'] },
    { id: 'later', name: intent, priority: 1, words: ['晚点'] },
  ],
  knowledge: [],
  levelRules: [
    { level: 'B', name: '晚点再打', when: [{ fact: 'leftNode', node: 'opening', by }] },
    { level: 'F', name: '其余', when: [] },
  ],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
  },
});

const fill = async () => {
  await sql('update plan_version set graph = $2 where plan_id = $1', planId, JSON.stringify(graph(before)));
  // Renamed since it was published: what calls were told knows the intent by its name of then.
  const renamed = graph({ ...before, by: '改天再说', intent: '改天再说' });
  await sql('update plan set draft = $2 where id = $1', planId, JSON.stringify(renamed));
  const expects = { understood: [{ move: 0, meaning: '改天再说' }] };
  const kept = { variables: {}, minuteOfDay: 600, moves: [{ does: 'say', text: '晚点' }], world: 'fails', expects };
  await sql(
    `insert into plan_test (merchant_id, plan_id, name, test) values ($1, $2, '晚点', $3)`,
    merchantId,
    planId,
    JSON.stringify(kept),
  );
  const owner = house.merchants[0].owner.id;
  await sql(
    `insert into back_test (merchant_id, plan_id, rules, since, until, first_day, last_day, state, created_by)
     values ($1, $2, $3, now(), now(), '2026-11-14', '2026-11-20', 'done', $4)`,
    ...[merchantId, planId, JSON.stringify(renamed.levelRules), owner],
  );
  for (const [node, by, n] of [
    ['opening', '愿意', 3],
    ['opening', '肯定', 4],
    ['opening', '晚点', 2],
    ['bye', '机器人挂断', 9],
  ] as const)
    await sql(
      `insert into node_hour (merchant_id, plan_id, plan_version, hour, owner_id, node, what, by, next, n)
       values ($1, $2, 1, '2026-11-15T02:00:00Z', 0, $3, 'left', $4, $5, $6)`,
      ...[merchantId, planId, node, by, node === 'opening' ? 'bye' : '', n],
    );
};

const call = async (facts: object | null): Promise<string> => {
  const [{ id }] = await sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because, fault,
       may_retry, hung_up_by, level, talk_ms, turns, placed_at, ended_at)
     values ($1, $2, 1, '旧话术', $3, '线路', '13800138000', 'ended', 'answered', 'answered', 'nobody', false, 'callee', 'B', 30000, 1,
       '2026-11-16T02:00:00Z', '2026-11-16T02:00:00Z') returning id`,
    ...[merchantId, planId, lineId],
  );
  const line = { line: 1, atMs: 900, endMs: 1_400, node: 'opening', interruptedAfterMs: null };
  const understood = { meaning: '晚点', by: 'words', matched: '晚点' };
  const step = { knowledge: false, atMs: 0 };
  await sql(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers, facts) values ($1, $2, $3, $4, '[]', $5)`,
    ...[merchantId, id, JSON.stringify([{ ...line, speaker: 'callee', text: '晚点再说', understood }])],
    JSON.stringify([
      { ...step, node: 'opening', name: '开场白', leftBy: '晚点' },
      { ...step, node: 'bye', name: '结束语', leftBy: '客户挂断' },
    ]),
    facts && JSON.stringify(facts),
  );
  return id;
};

test('on the way to this release all that was kept by words is kept by ids, and reads as before', async () => {
  const passed = [
    { node: 'opening', by: '晚点' },
    { node: 'bye', by: '客户挂断' },
  ];
  const counts = { talkMs: 30_000, turns: 1, positives: 0, negatives: 0, refusals: 0, notUnderstood: 0, silences: 0 };
  const facts = { ...counts, interruptions: 0, questions: 0, transferred: false, met: { later: 1 }, answers: {} };
  const withFacts = await call({ ...facts, passed, hungUpBy: 'callee' });
  const without = await call(null);
  // A graph that is not whole stops nobody's upgrade.
  const other = await insertPlan(merchantDb(house.database.db, merchantId), graph(now) as never, new Date());
  await sql(`update plan_version set graph = '{"flows": 1}' where plan_id = $1`, other);

  await up(sqlOver(house.database.pool));

  const db = merchantDb(house.database.db, merchantId);
  expect((await planVersion(db, planId, 1))?.graph).toEqual(graph(now));
  const named = { ...now, intent: '改天再说' };
  expect((await draftOf(db, planId))?.graph).toMatchObject({ ...graph(named), name: expect.any(String) });
  expect(await sql('select test from plan_test where plan_id = $1', planId)).toMatchObject([
    { test: { expects: { understood: [{ move: 0, meaning: 'intent:later' }] } } },
  ]);
  expect(await sql('select rules from back_test where plan_id = $1', planId)).toEqual([
    { rules: graph(named).levelRules },
  ]);

  const token = await house.signIn(house.merchants[0]);
  for (const id of [withFacts, without]) {
    const detail = await house.ask(callEndpoints.detail, { id }, token);
    expect(detail.path.map(({ leftBy, leftName }) => [leftBy, leftName])).toEqual([
      ['intent:later', '晚点'],
      ['calleeHungUp', ''],
    ]);
    expect(detail.transcript[0]?.understood).toEqual({
      ...{ meaning: 'intent:later', name: '晚点', by: 'words', matched: '晚点' },
    });
    const { facts: read, derived } = await house.ask(levelEndpoints.facts, { callId: id }, token);
    expect(derived).toBe(id === without);
    expect(read).toMatchObject({
      met: { later: 1 },
      passed: [{ node: 'opening', by: 'intent:later' }, { node: 'bye' }],
    });
  }
  const { nodes } = await house.ask(nodeStatEndpoints.heat, { planId, from: '2026-11-15', to: '2026-11-15' }, token);
  const left = nodes.flatMap(({ node, left }) => left.map(({ by, next, n }) => `${node} ${by} ${next} ${n}`));
  expect(left.toSorted()).toEqual(['bye robotHungUp  9', 'opening intent:later bye 2', 'opening yes bye 7']);
});
