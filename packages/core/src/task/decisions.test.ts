import { expect, test } from 'vitest';
import { decisionBecauses, decisionCode, decisionKinds, decisionOf, decisionWord, ruleOf } from './decisions.ts';

test('each code is of one word alone, and read back as that word; what is not known is nothing, or was not dialled', () => {
  expect(decisionKinds.map(kind => decisionWord.kind(decisionCode.kind(kind)))).toEqual(decisionKinds);
  expect(decisionBecauses.map(because => decisionWord.because(decisionCode.because(because)))).toEqual(
    decisionBecauses,
  );
  expect([decisionWord.kind(99), decisionWord.because(9_999), decisionWord.rule(99)]).toEqual([null, null, null]);
  expect(decisionCode.because('aFaultNobodyNamed')).toBe(13);
});

/** They are stored: a code that changes its meaning changes what was said for years. */
test.each([
  ['answered', 1],
  ['blacklisted', 9],
  ['cappedDay', 11],
  ['takenOut', 15],
  ['cappedElsewhere', 21],
  ['duplicate', 119],
  ['withdrawn', 201],
  ['noAnswer', 303],
  ['firstTry', 401],
  ['appointed', 27],
  ['appointmentMissed', 28],
  ['appointmentDue', 403],
  ['secondNumber', 405],
  ['thirdNumber', 406],
] as const)('%s is %i for ever', (because, code) => {
  expect(decisionCode.because(because)).toBe(code);
});

test('a rule is the one that said no, and else what the reason is a word of', () => {
  expect(ruleOf('putOff', 'cappedDay', { level: 'platform', version: 4 })).toBe('platform');
  expect(ruleOf('putOff', 'hours', { level: 'task', version: null })).toBe('task');
  expect(ruleOf('leftOut', 'blacklisted', { level: 'list', version: null })).toBe('lists');
  expect(ruleOf('leftOut', 'forbidden', { level: 'house', version: null })).toBe('never');
  expect(ruleOf('redial', 'busy')).toBe('retries');
  expect(ruleOf('redial', 'appointed')).toBe('');
  expect(ruleOf('refused', 'notDigits')).toBe('sheet');
  expect(ruleOf('settled', 'answered')).toBe('');
});

const verdict = (state: 'busy' | 'answered' | 'cancelled', because: string) =>
  ({ state, fault: 'nobody', retryable: true, because }) as never;

test.each([
  [
    'its last call came to an answer',
    'ended',
    verdict('answered', 'calleeHungUp'),
    { state: 'settled', because: 'answered' },
    'settled answered',
  ],
  ['it was busy and comes again', 'ended', verdict('busy', 'busy'), { state: 'retry', because: '' }, 'redial busy'],
  [
    'we took its call back',
    'ended',
    verdict('cancelled', 'shutDown'),
    { state: 'retry', because: 'givenBack' },
    'redial givenBack',
  ],
  [
    'its call did not leave',
    'notDialled',
    verdict('cancelled', 'outsideHoursNow'),
    { state: 'fresh', because: '' },
    'notDialled outsideHoursNow',
  ],
  [
    'its call did not leave for the fifth time',
    'notDialled',
    verdict('cancelled', 'speechFailed'),
    { state: 'settled', because: 'notDialled' },
    'settled notDialled',
  ],
  [
    'nobody is there, and the person has another number',
    'ended',
    verdict('busy', 'busy'),
    { state: 'retry', because: 'nextNumber' },
    'passedOn nextNumber',
  ],
] as const)('of a number it is decided by the end of its call: %s', (_, event, of, callee, decided) => {
  const { kind, because } = decisionOf(event, of, callee);
  expect(`${kind} ${because}`).toBe(decided);
});
