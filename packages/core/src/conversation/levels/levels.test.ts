import { expect, test } from 'vitest';
import type { CallFacts } from '../events/events.ts';
import type { LevelCondition } from '../plan/plan.ts';
import { factHolds, levelOf } from './levels.ts';

const facts: CallFacts = {
  talkMs: 20_000,
  turns: 3,
  positives: 1,
  negatives: 0,
  refusals: 0,
  notUnderstood: 0,
  silences: 0,
  interruptions: 0,
  questions: 0,
  passed: [{ node: 'opening', by: 'yes' }],
  met: { busy: 1 },
  answers: { city: '北京' },
  hungUpBy: 'callee',
  transferred: false,
};

test.each<[LevelCondition, boolean]>([
  [{ fact: 'turns', atLeast: 3 }, true],
  [{ fact: 'turns', atLeast: 3, not: true }, false],
  [{ fact: 'passedNode', node: 'price', not: true }, true],
  [{ fact: 'answered', variable: 'city' }, true],
  [{ fact: 'answered', variable: 'city', value: '上海' }, false],
  [{ fact: 'answered', variable: 'constructor' }, false],
  [{ fact: 'answered', variable: '__proto__', not: true }, true],
  [{ fact: 'metIntent', intent: 'busy' }, true],
  [{ fact: 'metIntent', intent: 'toString' }, false],
])('%j of a call is %s', (condition, holds) => expect(factHolds(condition, facts)).toBe(holds));

test('the first rule that holds decides; without any it is an F', () => {
  const rule = (level: 'A' | 'B', when: readonly LevelCondition[], match: 'all' | 'any') =>
    ({ level, name: level, when, match }) as const;
  const both: readonly LevelCondition[] = [
    { fact: 'turns', atLeast: 9 },
    { fact: 'positives', atLeast: 1 },
  ];
  expect(levelOf([rule('A', both, 'all'), rule('B', both, 'any')], facts).level).toBe('B');
  expect(levelOf([rule('A', both, 'all')], facts).level).toBe('F');
});
