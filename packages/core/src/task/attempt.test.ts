import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CallState, notDialled, type Verdict, verdictOf } from '../call/index.ts';
import {
  type CalleeBecause,
  type CalleeEvent,
  type CalleeProgress,
  type CalleeStateWord,
  calleeStates,
  freshCallee,
  GIVEN_BACK_MINUTES,
  MOST_GIVEN_BACK,
  MOST_NOT_DIALLED,
  type RetryRules,
  stepAttempt,
} from './index.ts';

const rules: RetryRules = { busy: { times: 2, afterMinutes: 15 }, noAnswer: { times: 1, afterMinutes: 120 } };
const verdict = (state: CallState): Verdict => ({ ...verdictOf({ how: 'byThem', code: null }), state });
const ended = (state: CallState, hungUpBy: 'callee' | 'user' | 'nobody' = 'nobody'): CalleeEvent => ({
  type: 'ended',
  verdict: verdict(state),
  level: state === 'answered' ? 'B' : null,
  hungUpBy,
  minute: 600,
});
const claimed: CalleeEvent = { type: 'claimed' };

const run = (events: readonly CalleeEvent[], by: RetryRules = rules): CalleeProgress =>
  events.reduce((callee, event) => {
    const step = stepAttempt(callee, event, by);
    return step.kind === 'moved' ? step.state : callee;
  }, freshCallee);

const events: Readonly<Record<string, CalleeEvent>> = {
  claimed,
  'ended, busy': ended('busy'),
  'ended, answered': ended('answered'),
  'not dialled, task held': { type: 'notDialled', held: true },
  'not dialled by a fault': { type: 'notDialled', held: false },
  'left out': { type: 'leftOut', because: 'blacklisted' },
  'put off': { type: 'putOff', because: 'cappedDay', afterMinutes: 300 },
  'taken out': { type: 'takenOut' },
};
const wayTo: Readonly<Record<CalleeStateWord, readonly CalleeEvent[]>> = {
  fresh: [],
  calling: [claimed],
  retry: [claimed, ended('busy')],
  settled: [claimed, ended('answered')],
};
/** What each event makes of each state: `-` is ignored, `!` a defect. Written by hand. */
const matrix: Readonly<Record<string, readonly (CalleeStateWord | '-' | '!')[]>> = {
  //                          fresh      calling    retry      settled
  claimed: ['calling', '!', 'calling', '!'],
  'ended, busy': ['-', 'retry', '-', '-'],
  'ended, answered': ['-', 'settled', '-', '-'],
  'not dialled, task held': ['-', 'fresh', '-', '-'],
  'not dialled by a fault': ['-', 'retry', '-', '-'],
  'left out': ['settled', '-', 'settled', '-'],
  'put off': ['retry', '-', 'retry', '-'],
  'taken out': ['settled', 'calling', 'settled', '-'],
};
const signs = { ignored: '-', impossible: '!' } as const;

test.each(
  calleeStates.flatMap((state, index) =>
    Object.keys(matrix).map(name => [state, name, matrix[name]![index]!] as const),
  ),
)('a number that is %s, on %s: %s', (state, name, becomes) => {
  const callee = run(wayTo[state]);
  expect(callee.state).toBe(state);
  const step = stepAttempt(callee, events[name]!, rules);
  expect(step.kind === 'moved' ? step.state.state : signs[step.kind]).toBe(becomes);
});

/** Of a first attempt, without a rule for anything. */
const withoutRules: readonly (readonly [CallState, CalleeBecause])[] = [
  ['answered', 'answered'],
  ['voicemail', 'notRetried'],
  ['noAnswer', 'notRetried'],
  ['busy', 'notRetried'],
  ['rejected', 'notRetried'],
  ['unreachable', 'notRetried'],
  ['emptyNumber', 'notRetried'],
  ['interrupted', 'interrupted'],
];
test.each(withoutRules)('without a rule a number that came out %s is settled: %s', (state, because) => {
  expect(run([claimed, ended(state)], {})).toMatchObject({ state: 'settled', because, lastState: state, attempts: 1 });
});

test('a busy number is tried twice more, fifteen minutes apart, and then given up', () => {
  const tried = (times: number) => run(Array.from({ length: times }, () => [claimed, ended('busy')]).flat());
  expect(tried(1)).toMatchObject({ state: 'retry', dueInMinutes: 15, attempts: 1, tried: { busy: 1 } });
  expect(tried(2)).toMatchObject({ state: 'retry', dueInMinutes: 15, attempts: 2, tried: { busy: 2 } });
  expect(tried(3)).toMatchObject({ state: 'settled', because: 'triesUsed', dueInMinutes: null, attempts: 3 });
});

test('each outcome has tries of its own', () => {
  const way = [claimed, ended('busy'), claimed, ended('noAnswer'), claimed, ended('busy')];
  expect(run(way)).toMatchObject({ state: 'retry', dueInMinutes: 15, tried: { busy: 2, noAnswer: 1 } });
  expect(run([...way, claimed, ended('noAnswer')])).toMatchObject({ state: 'settled', because: 'triesUsed' });
});

test('an interrupted attempt is repeated only where the merchant asked for it', () => {
  expect(run([claimed, ended('interrupted')]).state).toBe('settled');
  const asked = run([claimed, ended('interrupted')], { interrupted: { times: 1, afterMinutes: 5 } });
  expect(asked).toMatchObject({ state: 'retry', dueInMinutes: 5 });
});

test('an answered number is not called again, whatever the rules say, and whoever hung up', () => {
  const generous: RetryRules = { answered: { times: 9, afterMinutes: 0 } };
  expect(run([claimed, ended('answered', 'user')], generous)).toMatchObject({ state: 'settled', because: 'answered' });
});

test('a call that we take back before an answer uses up no try; the third one is the number’s last', () => {
  const cancelled = ended('cancelled', 'user');
  const tried = (times: number) => run(Array.from({ length: times }, () => [claimed, cancelled]).flat(), {});
  expect([MOST_GIVEN_BACK, GIVEN_BACK_MINUTES]).toEqual([3, 5]);
  expect(tried(1)).toMatchObject({
    state: 'retry',
    because: 'givenBack',
    dueInMinutes: 5,
    tried: { givenBack: 1 },
    lastState: 'cancelled',
  });
  expect(tried(2)).toMatchObject({ state: 'retry', because: 'givenBack' });
  expect(tried(3)).toMatchObject({ state: 'settled', because: 'hungUpByUser', attempts: 3 });
  // Its outcomes have all their tries still.
  const way = [claimed, cancelled, claimed, ended('busy'), claimed, ended('busy')];
  expect(run(way)).toMatchObject({ state: 'retry', dueInMinutes: 15, tried: { busy: 2, givenBack: 1 } });
});

test.each(['lineFault', 'limited'] as const)('%s is of the line: without a rule it comes twice more', state => {
  const tried = (times: number) => run(Array.from({ length: times }, () => [claimed, ended(state)]).flat(), {});
  expect(tried(1)).toMatchObject({ state: 'retry', dueInMinutes: 10, lastState: state });
  expect(tried(2)).toMatchObject({ state: 'retry', dueInMinutes: 10 });
  expect(tried(3)).toMatchObject({ state: 'settled', because: 'lineFaults', attempts: 3 });
  const rule: RetryRules = { [state]: { times: 1, afterMinutes: 3 } };
  expect(run([claimed, ended(state)], rule)).toMatchObject({ state: 'retry', dueInMinutes: 3 });
  expect(run([claimed, ended(state), claimed, ended(state)], rule)).toMatchObject({ because: 'lineFaults' });
});

test('a fault that is the number’s own ends it; of another outcome that says nothing', () => {
  const alone = (state: CallState): CalleeEvent => ({ ...ended(state), isAlone: true }) as CalleeEvent;
  expect(run([claimed, alone('lineFault')])).toMatchObject({ state: 'settled', because: 'faultAlone' });
  expect(run([claimed, alone('busy')])).toMatchObject({ state: 'retry', tried: { busy: 1 } });
});

test('a number whose task was paused before it was dialled is as before, however often', () => {
  const held: CalleeEvent = { type: 'notDialled', held: true };
  const often = Array.from({ length: 50 }, () => [claimed, held]).flat();
  expect(run(often)).toMatchObject({ state: 'fresh', attempts: 50, tried: {}, dueInMinutes: null });
  expect(run([claimed, ended('busy'), ...often])).toMatchObject({
    state: 'retry',
    dueInMinutes: 0,
    tried: { busy: 1 },
  });
});

test('a number that cannot be dialled is given up after five times, a minute apart', () => {
  const failed: CalleeEvent = { type: 'notDialled', held: false };
  const tried = (times: number) => run(Array.from({ length: times }, () => [claimed, failed]).flat());
  expect(MOST_NOT_DIALLED).toBe(5);
  expect(tried(4)).toMatchObject({ state: 'retry', dueInMinutes: 1, lastState: null });
  expect(tried(5)).toMatchObject({ state: 'settled', because: 'notDialled', lastState: null });
});

test('a number put off waits with its reason, and loses it when it is called', () => {
  const off = run([{ type: 'putOff', because: 'cappedWeek', afterMinutes: 90 }]);
  expect(off).toMatchObject({ state: 'retry', because: 'cappedWeek', dueInMinutes: 90, attempts: 0 });
  expect(stepAttempt(off, claimed, rules)).toMatchObject({ state: { because: '', dueInMinutes: null, attempts: 1 } });
});

test('in every order of events a number is settled once and for good, and due only while it waits', () => {
  const all = [...Object.values(events), ended('noAnswer'), ended('interrupted'), ended('cancelled', 'user')];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...all), { maxLength: 60 }), happened => {
      let callee = freshCallee;
      let claims = 0;
      for (const event of happened) {
        const step = stepAttempt(callee, event, rules);
        if (step.kind === 'impossible') {
          expect(event.type).toBe('claimed');
          continue;
        }
        if (callee.state === 'settled') expect(step.kind).toBe('ignored');
        if (step.kind === 'moved' && event.type === 'claimed') claims += 1;
        callee = step.state;
        expect(callee.dueInMinutes !== null).toBe(callee.state === 'retry');
        expect(callee.attempts).toBe(claims);
        expect(callee.tried.busy ?? 0).toBeLessThanOrEqual(3);
        expect(callee.tried.givenBack ?? 0).toBeLessThanOrEqual(3);
      }
    }),
    { seed: 11 },
  );
});

test('a call that ended before the INVITE is no outcome of its number', () => {
  expect(notDialled('lineGone').state).toBe('cancelled');
  expect(run([claimed, { type: 'notDialled', held: false }]).lastState).toBeNull();
});

/** How the first of two numbers comes out, and what becomes of the person then. */
const gaveWay: readonly (readonly [CallState, 'next' | 'settled'])[] = [
  ['noAnswer', 'next'],
  ['busy', 'next'],
  ['unreachable', 'next'],
  ['poweredOff', 'next'],
  ['outOfService', 'next'],
  ['emptyNumber', 'next'],
  ['numberChanged', 'next'],
  ['voicemail', 'next'],
  ['answered', 'settled'],
  ['rejected', 'settled'],
  ['interrupted', 'settled'],
];
test.each(gaveWay)('of a person with two numbers whose first came out %s, without a rule for it: %s', (state, then) => {
  const two = { ...freshCallee, further: 1 };
  const after = [claimed, ended(state)].reduce((callee, event) => {
    const step = stepAttempt(callee, event, {});
    return step.kind === 'moved' ? step.state : callee;
  }, two);
  if (then === 'settled') return expect(after).toMatchObject({ state: 'settled', further: 1 });
  expect(after).toMatchObject({ state: 'retry', because: 'nextNumber', dueInMinutes: 0, tried: {}, further: 0 });
});

test('the next number comes once the retries of the one before are used, with retries of its own, and is the last', () => {
  const from = (callee: CalleeProgress, event: CalleeEvent) => {
    const step = stepAttempt(callee, event, rules);
    return step.kind === 'moved' ? step.state : callee;
  };
  const states = [...Array.from({ length: 4 }, () => [claimed, ended('noAnswer')]).flat()]
    .reduce<CalleeProgress[]>((seen, event) => [...seen, from(seen.at(-1)!, event)], [{ ...freshCallee, further: 1 }])
    .filter(({ state }) => state !== 'calling')
    .map(({ state, because, attempts, further }) => [state, because, attempts, further]);
  expect(states).toEqual([
    ['fresh', '', 0, 1],
    ['retry', '', 1, 1],
    ['retry', 'nextNumber', 2, 0],
    ['retry', '', 3, 0],
    ['settled', 'triesUsed', 4, 0],
  ]);
});

test('who was taken off the list while called is not called at another number', () => {
  const out = [claimed, { type: 'takenOut' } as const, ended('emptyNumber')].reduce(
    (callee, event) => {
      const step = stepAttempt(callee, event, {});
      return step.kind === 'moved' ? step.state : callee;
    },
    { ...freshCallee, further: 2 },
  );
  expect(out).toMatchObject({ state: 'settled', because: 'notRetried', further: 2 });
});
