import { expect, test } from 'vitest';
import type { CallFacts } from '../conversation/index.ts';
import { type AfterCallCondition, type AfterCallRule, actionsFor, type EndedCall } from './after-call.ts';

const facts: CallFacts = {
  talkMs: 42_000,
  turns: 6,
  positives: 2,
  negatives: 0,
  refusals: 1,
  notUnderstood: 0,
  silences: 0,
  interruptions: 0,
  questions: 3,
  transferred: false,
  met: {},
  passed: [],
  answers: { city: '北京' },
  hungUpBy: 'callee',
};
const talked: EndedCall = { state: 'answered', level: 'A', tags: ['要价格'], facts };
const missed: EndedCall = { state: 'noAnswer', level: null, tags: [], facts: null };

const rule = (name: string, when: readonly AfterCallCondition[], does: AfterCallRule['does']): AfterCallRule => ({
  name,
  when,
  does,
});
const tell = { do: 'notice', people: [] } as const;

test.each<readonly [AfterCallCondition, talked: boolean, missed: boolean]>([
  [{ fact: 'level', in: ['A', 'B'] }, true, false],
  [{ fact: 'level', in: ['B'] }, false, false],
  [{ fact: 'level', in: ['A'], not: true }, false, true],
  [{ fact: 'state', in: ['noAnswer', 'busy'] }, false, true],
  [{ fact: 'tag', tag: '要价格' }, true, false],
  [{ fact: 'tag', tag: '要价格', not: true }, false, true],
  [{ fact: 'talkMs', atLeast: 30_000 }, true, false],
  [{ fact: 'talkMs', atLeast: 30_000, not: true }, false, true],
  [{ fact: 'turns', atMost: 5 }, false, true],
  [{ fact: 'refusals', atLeast: 1, atMost: 1 }, true, false],
  [{ fact: 'questions', atLeast: 4 }, false, false],
  [{ fact: 'answered', variable: 'city' }, true, false],
  [{ fact: 'answered', variable: 'city', value: '上海' }, false, false],
  [{ fact: 'answered', variable: 'city', value: '上海', not: true }, true, true],
  [{ fact: 'hungUpBy', by: 'callee' }, true, false],
  [{ fact: 'hungUpBy', by: 'robot' }, false, false],
  [{ fact: 'transferred', not: true }, true, true],
])('a rule with %j holds of a talk: %s, of a call nobody answered: %s', (condition, ofTalk, ofMissed) => {
  const rules = [rule('r', [condition], [tell])];
  expect([actionsFor(talked, rules).length, actionsFor(missed, rules).length]).toEqual([+ofTalk, +ofMissed]);
});

test('all conditions must hold, or one of them where the rule says so; a rule without any holds always', () => {
  const when: readonly AfterCallCondition[] = [
    { fact: 'level', in: ['A'] },
    { fact: 'talkMs', atLeast: 60_000 },
  ];
  const both = rule('both', when, [tell]);
  const rules = [
    both,
    { ...both, name: 'one', match: 'any' as const, does: [{ do: 'blacklist', reason: 'x' } as const] },
  ];
  expect(actionsFor(talked, rules).map(wanted => wanted.rule)).toEqual(['one']);
  expect(actionsFor(missed, [rule('always', [], [tell])]).map(wanted => wanted.rule)).toEqual(['always']);
});

test('every rule that holds acts, in order; what can be done once is done as the first says, and nothing goes twice to one place', () => {
  const rules: readonly AfterCallRule[] = [
    rule(
      'first',
      [],
      [
        { do: 'webhook', endpoint: '1' },
        { do: 'customerType', type: 2 },
      ],
    ),
    rule('no', [{ fact: 'level', in: ['F'] }], [{ do: 'blacklist', reason: 'F' }]),
    rule(
      'second',
      [],
      [
        { do: 'webhook', endpoint: '1' },
        { do: 'webhook', endpoint: '2' },
        { do: 'customerType', type: 9 },
        { do: 'notice', people: ['5', '6'] },
      ],
    ),
    rule(
      'third',
      [],
      [
        { do: 'notice', people: ['5', '6'] },
        { do: 'notice', people: [] },
      ],
    ),
  ];
  expect(actionsFor(talked, rules)).toEqual([
    { rule: 'first', action: { do: 'webhook', endpoint: '1' } },
    { rule: 'first', action: { do: 'customerType', type: 2 } },
    { rule: 'second', action: { do: 'webhook', endpoint: '2' } },
    { rule: 'second', action: { do: 'notice', people: ['5', '6'] } },
    { rule: 'third', action: { do: 'notice', people: [] } },
  ]);
});
