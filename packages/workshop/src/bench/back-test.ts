import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import type { LevelRule } from '@lianxian/core';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { type DirectDatabase, openDirect } from '../prove/database.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';

/** Level rules tried on a hundred thousand calls, through the whole house: the job's own time from its row to its end. */
interface BackTestFigure {
  readonly calls: number;
  readonly seconds: number;
  readonly changed: number;
  /** How often its progress had moved when it was looked at. */
  readonly steps: number;
  readonly stolenSeconds: number;
}

const CALLS = 100_000;
const LOOK_MS = 250;
const LIMIT_MS = 300_000;
const DAYS = 30;

/**
 * Calls of the last month with the facts of a talk of twelve nodes: written by the database itself. Every fifth of them
 * has a level of a person.
 */
const fillFacts = async (direct: DirectDatabase, calls: number): Promise<void> => {
  await direct.rows(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, placed_at,
       ended_at, stage, state, fault, because, may_retry, hung_up_by, talk_ms, turns, level, level_rule)
     select merchant.id, plan_id, version, '话术', line.id, line.name, true, (13800000000 + n)::text, at, at, 'ended', 'answered',
       'nobody', 'answered', false, 'callee', n % 90 * 1000, n % 9, 'F', '其余'
     from merchant
       join lateral (select * from line where line.merchant_id = merchant.id limit 1) line on true
       join lateral (select * from plan_version where plan_version.merchant_id = merchant.id limit 1) plan on true,
       lateral (select n, now() - n * interval '${(DAYS - 1) * 86_400} s' / ${calls} as at from generate_series(1, ${calls}) n) made
     where merchant.number = '100268'`,
  );
  await direct.rows(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers, facts)
     select merchant_id, id, '[]', '[]', '[]', jsonb_build_object('talkMs', talk_ms, 'turns', turns, 'positives', id % 4,
       'negatives', id % 3, 'refusals', id % 5, 'notUnderstood', id % 2, 'silences', 0, 'interruptions', id % 3, 'questions', id % 2,
       'transferred', false, 'met', jsonb_build_object('yes', id % 4), 'answers', '{}'::jsonb, 'hungUpBy', 'callee',
       'passed', (select jsonb_agg(jsonb_build_object('node', 'node-' || step, 'by', 'yes')) from generate_series(1, 12) step))
     from call where level_rule = '其余'`,
  );
  await direct.rows(
    `insert into call_correction (merchant_id, call_id, ruled_level, level, why, corrected_by)
     select merchant_id, id, 'F', 'C', '听了录音', (select min(employee.id) from employee where employee.merchant_id = call.merchant_id)
     from call where level_rule = '其余' and id % 5 = 0`,
  );
  await direct.rows('analyze');
};

const rules: readonly LevelRule[] = [
  {
    level: 'A',
    name: '聊得久又肯定',
    when: [
      { fact: 'talkMs', atLeast: 60_000 },
      { fact: 'positives', atLeast: 2 },
    ],
  },
  {
    level: 'B',
    name: '走到后面',
    match: 'any',
    when: [
      { fact: 'passedNode', node: 'node-99' },
      { fact: 'metIntent', intent: 'yes', atLeast: 3 },
    ],
  },
  {
    level: 'C',
    name: '说了半分钟',
    when: [
      { fact: 'talkMs', atLeast: 30_000 },
      { fact: 'refusals', atMost: 0 },
    ],
  },
  { level: 'D', name: '拒绝', when: [{ fact: 'refusals', atLeast: 1 }] },
  { level: 'F', name: '都不是', when: [] },
];

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const runOnce = async (api: Api, direct: DirectDatabase): Promise<BackTestFigure> => {
  const [plan] = await direct.rows<{ plan_id: string }>(`select plan_id from call where level_rule = '其余' limit 1`);
  const stolen = stolenSeconds();
  const begun = performance.now();
  const { id } = await api.call(endpoints.level.backTest, {
    planId: plan!.plan_id,
    rules: structuredClone(rules) as never,
    from: dayAgo(DAYS + 1),
    to: dayAgo(0),
  });
  const seen = new Set<number>();
  for (;;) {
    await delay(LOOK_MS);
    const test = await api.call(endpoints.level.backTestState, { id });
    seen.add(test.done);
    if (performance.now() - begun > LIMIT_MS || test.state === 'failed') throw new Error('the back-test does not end');
    if (test.state === 'running') continue;
    const [row] = await direct.rows<{ seconds: number }>(
      'select extract(epoch from ended_at - created_at)::float8 as seconds from back_test where id = $1',
      [id],
    );
    return {
      calls: test.done,
      seconds: row!.seconds,
      changed: test.changed,
      steps: seen.size,
      stolenSeconds: stolenSeconds() - stolen,
    };
  }
};

/** In a house of its own. */
export const measureBackTest = async (rounds: number, calls = CALLS): Promise<readonly BackTestFigure[]> => {
  const house: House = await startHouse({ LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  try {
    const api = await signIn(house);
    await fillFacts(direct, calls);
    const all: BackTestFigure[] = [];
    for (let round = 1; round <= rounds; round += 1) all.push(await runOnce(api, direct));
    return all;
  } finally {
    await direct.close();
    await house.stop();
  }
};

export const backTestSamples = (all: readonly BackTestFigure[]): Sample[] => [
  {
    zh: '等级规则回测 100,000 通（至多 30）',
    en: 'back-test of level rules over 100,000 calls (at most 30)',
    unit: 's',
    digits: 1,
    values: all.map(({ seconds }) => seconds),
  },
];
