import { expect, test } from 'vitest';
import {
  type CalleeEvent,
  freshCallee,
  type RetryTime,
  retryAfter,
  retryableStates,
  stepAttempt,
  usualRetries,
} from './index.ts';

test('what a new task tries again may be tried again, and never an interrupted call', () => {
  expect(Object.keys(usualRetries).filter(state => !retryableStates.some(known => known === state))).toEqual([]);
  expect(usualRetries.interrupted).toBeUndefined();
  for (const never of ['answered', 'emptyNumber', 'blacklisted', 'cancelled'])
    expect(retryableStates).not.toContain(never);
});

const hours = (from: number, to: number): RetryTime => ({ from: from * 60, to: to * 60 });

/** A call that failed, the rule, and when the next is due: by the clock, `+` a day later. Written by hand. */
test.each([
  ['10:00', 30, undefined, '10:30'],
  ['10:00', 30, 'otherPart', '12:00'],
  ['10:00', 150, 'otherPart', '12:30'],
  ['13:45', 120, 'otherPart', '18:00'],
  ['17:30', 60, 'otherPart', '18:30'],
  ['19:00', 120, 'otherPart', '+00:00'],
  ['19:00', 900, 'otherPart', '+10:00'],
  ['10:00', 1_440, 'otherPart', '+12:00'],
  ['10:00', 30, hours(18, 20), '18:00'],
  ['18:10', 30, hours(18, 20), '18:40'],
  ['19:50', 30, hours(18, 20), '+18:00'],
  ['10:00', 1_440, hours(9, 11), '+10:00'],
] as const)('failed at %s, again after %i min, %o: due at %s', (failed, afterMinutes, at, due) => {
  const minutes = (clock: string) => Number(clock.slice(-5, -3)) * 60 + Number(clock.slice(-2));
  const from = minutes(failed);
  const expected = minutes(due) + (due.startsWith('+') ? 1_440 : 0) - from;
  expect(retryAfter({ afterMinutes, ...(at && { at }) }, from)).toBe(expected);
});

test('a number remembers which outcome brings it back, through what is no outcome, until the next one', () => {
  const rules = { noAnswer: { times: 2, afterMinutes: 30 }, busy: { times: 1, afterMinutes: 5, at: hours(18, 20) } };
  const ended = (state: string): CalleeEvent => ({
    ...{ type: 'ended', verdict: { state } as never, level: null, hungUpBy: 'nobody', minute: 600 },
  });
  const claimed: CalleeEvent = { type: 'claimed' };
  const after = (...events: readonly CalleeEvent[]) =>
    events.reduce((callee, event) => {
      const step = stepAttempt(callee, event, rules);
      return step.kind === 'moved' ? step.state : callee;
    }, freshCallee);
  const tried = [claimed, ended('noAnswer')];
  expect(after(...tried)).toMatchObject({ retryOf: 'noAnswer', dueInMinutes: 30 });
  expect(after(...tried, claimed)).toMatchObject({ retryOf: 'noAnswer' });
  expect(after(...tried, claimed, { type: 'notDialled', held: true })).toMatchObject({ retryOf: 'noAnswer' });
  expect(after(...tried, claimed, ended('cancelled'))).toMatchObject({ retryOf: 'noAnswer', because: 'givenBack' });
  expect(after(...tried, { type: 'putOff', because: 'hours', afterMinutes: 60 })).toMatchObject({
    retryOf: 'noAnswer',
  });
  expect(after(...tried, claimed, ended('busy'))).toMatchObject({ retryOf: 'busy', dueInMinutes: 480 });
  expect(after(...tried, { type: 'appointed', inMinutes: 10 })).toMatchObject({ retryOf: null });
});
