import { expect, test } from 'vitest';
import { compilePlan, type Interruption } from '../conversation/index.ts';
import { smallPlan } from '../conversation/plan/small-plan.test-data.ts';
import { judgeInterruption } from './interruptions.ts';

const plan = (() => {
  const result = compilePlan(smallPlan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.compiled;
})();

const always: Interruption = { when: 'always' };
const never: Interruption = { when: 'never' };
const after2s: Interruption = { when: 'after', ms: 2_000 };
const onRefusal: Interruption = { when: 'onIntents', intents: ['refusal'] };
const onMeaning: Interruption = { when: 'onMeaning' };

/** A line of six seconds; somebody speaks over it from `fromMs`, and this is what was recognised at `atMs`. */
const over = (fromMs: number, text: string | null, atMs = fromMs + 700) => ({
  node: 'ask',
  robotText: '您好，我是启航教育的课程顾问，想和您说说试听课的安排。',
  robotMs: 6_000,
  voices: [{ fromMs, toMs: atMs }],
  sentences: text === null ? [] : [{ atMs, text }],
});

/** By hand: what a listener would say of each. */
test.each([
  ['a cough stops a robot that anything stops', over(1_000, null, 1_200), always, 'false'],
  ['a cough leaves a robot talking that nothing stops', over(1_000, null, 1_200), never, 'right'],
  ['a cough before the two seconds leaves it talking', over(1_000, null, 1_200), after2s, 'right'],
  ['a cough after them stops it', over(3_000, null, 3_200), after2s, 'false'],
  ['a refusal must be heard', over(1_000, '不需要'), never, 'missed'],
  ['a refusal stops it', over(1_000, '不需要'), always, 'right'],
  ['a refusal by its meaning stops it', over(1_000, '不需要'), onRefusal, 'right'],
  ['a question that is not of those intents goes unheard', over(1_000, '多少钱'), onRefusal, 'missed'],
  ['any meaning stops it', over(1_000, '多少钱'), onMeaning, 'right'],
  ['a 嗯 is no reason to stop', over(1_000, '嗯嗯'), onMeaning, 'right'],
  ['a 嗯 is no reason to go unheard', over(1_000, '嗯嗯'), never, 'right'],
  ['talk to somebody else in the room', over(1_000, '你把门关上'), always, 'false'],
  ['the same left it talking', over(1_000, '你把门关上'), onMeaning, 'right'],
  ['a refusal into the last half second is heard anyway', over(4_600, '不需要', 5_500), never, 'right'],
] as const)('%s', (_, moment, interruption, verdict) => {
  expect(judgeInterruption(plan, moment, { interruption }).verdict).toBe(verdict);
});

test('as the plan says: the opening may always be stopped', () => {
  expect(judgeInterruption(plan, over(1_000, null, 1_200), { interruption: null })).toMatchObject({ verdict: 'false' });
});
