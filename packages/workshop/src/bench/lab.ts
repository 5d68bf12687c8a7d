import { coverageOf, type Move, runTest, type TestConversation } from '@lianxian/core/simulation';
import { planCalled } from '../talk-plans.ts';
import type { Sample } from './figures.ts';

/** What the regression lab costs: a thousand test conversations of the seeded plan, judged, with their coverage. */
interface LabFigure {
  readonly thousandTestsMs: number;
  /** Departures that were found; the same in every round. */
  readonly broken: number;
}

const TESTS = 1_000;

const say = (text: string): Move => ({ does: 'say', text });
const talks: readonly (readonly Move[])[] = [
  [say('方便'), say('三年级'), say('多少钱'), say('好的'), say('周六上午')],
  [say('不方便'), { does: 'silent', ms: 4_000 }, say('晚点再打')],
  [{ does: 'over', text: '不需要', afterMs: 1_000 }, say('别打了')],
  [say('你是谁'), say('方便'), say('初二'), { does: 'cough', afterMs: 1_000, ms: 300 }, say('再考虑一下')],
  [{ does: 'silent', ms: 4_000 }, { does: 'silent', ms: 4_000 }, { does: 'hangUp' }],
];

export const measureLab = (): LabFigure => {
  const plan = planCalled('course-follow-up');
  const tests = Array.from({ length: TESTS }, (_, n): TestConversation => {
    const moves = talks[n % talks.length] ?? [];
    return { variables: {}, minuteOfDay: 600, moves, world: 'fails', expects: { withinMs: 5_000, level: 'A' } };
  });
  const begun = performance.now();
  const runs = tests.map(test => runTest(plan, test));
  coverageOf(
    plan,
    runs.map(({ replay }) => replay.talk),
  );
  const thousandTestsMs = performance.now() - begun;
  return { thousandTestsMs, broken: runs.reduce((sum, { broken }) => sum + broken.length, 0) };
};

export const labSamples = (figures: readonly LabFigure[]): Sample[] => [
  {
    zh: `${TESTS} 段测试对话，连同覆盖，虚拟时间`,
    en: `${TESTS} test conversations with their coverage, in virtual time`,
    unit: 's',
    digits: 2,
    values: figures.map(({ thousandTestsMs }) => thousandTestsMs / 1_000),
  },
];
