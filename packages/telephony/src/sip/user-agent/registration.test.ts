import { type Instant, instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import {
  KEEP_ALIVE_MS,
  nextDue,
  type Registering,
  type RegisteringEffect,
  type RegisteringEvent,
  type RegisterOutcome,
  startRegistering,
  stepRegistering,
} from './registration.ts';

type Answer = Partial<Extract<RegisterOutcome, { type: 'answered' }>>;
const answered = (status: number, more: Answer = {}): RegisteringEvent => ({
  type: 'outcome',
  chance: 0,
  outcome: {
    type: 'answered',
    status,
    grantedS: null,
    minExpiresS: null,
    retryAfterS: null,
    isWeakened: false,
    roundTripMs: 20,
    seenAs: null,
    ...more,
  },
});
const granted = (grantedS: number, more: Answer = {}) => answered(200, { grantedS, ...more });
const silent: RegisteringEvent = { type: 'outcome', chance: 0, outcome: { type: 'unanswered', because: 'noReply' } };

/** Feeds events one after the other; gives the last state and all effects. */
const run = (...events: readonly (readonly [RegisteringEvent, number?])[]) => {
  let state = startRegistering(3_600);
  const effects: RegisteringEffect[] = [];
  for (const [event, at = 0] of events) {
    const step = stepRegistering(state, event, instant(at));
    if (step.kind === 'impossible') throw new Error(step.because);
    state = step.state;
    if (step.kind === 'moved') effects.push(...step.effects);
  }
  return { state, effects, asked: effects.flatMap(each => (each.type === 'ask' ? [each.expiresS] : [])) };
};
const start: RegisteringEvent = { type: 'start' };
const stop: RegisteringEvent = { type: 'stop' };
const due: RegisteringEvent = { type: 'due' };

describe('a registration', () => {
  test('is refreshed before it runs out, at an instant that dice move', () => {
    const { state } = run([start], [granted(60)]);
    expect(state).toMatchObject({ is: 'registered', until: 60_000, againAt: 42_000, because: '' });
    const late = run([start], [{ ...granted(60), chance: 0.999 } as RegisteringEvent]).state;
    expect(late.againAt).toBeGreaterThan(50_000);
    expect(late.againAt).toBeLessThan(51_001);
    expect(run([start], [granted(60)], [due, 42_000]).state.is).toBe('refreshing');
  });

  test('keeps what the registrar grants, not what was asked', () => {
    expect(run([start], [granted(300)]).state.until).toBe(300_000);
    expect(run([start], [granted(90_000)]).state.until, 'a day at most').toBe(86_400_000);
  });

  test('granted for nearly nothing is no flood', () => {
    expect(run([start], [granted(1)]).state.againAt).toBe(5_000);
  });

  test('keeps the way open between refreshes', () => {
    const { effects, state } = run([start], [granted(3_600)], [due, KEEP_ALIVE_MS]);
    expect(effects.at(-1)).toEqual({ type: 'keepAlive' });
    expect(nextDue(state)).toBe(2 * KEEP_ALIVE_MS);
  });

  test('that is too brief for the registrar is asked for once more, with its word', () => {
    const tooBrief = (minExpiresS: number) => answered(423, { minExpiresS });
    expect(run([start], [tooBrief(7_200)], [granted(7_200)])).toMatchObject({
      asked: [3_600, 7_200],
      state: { is: 'registered', until: 7_200_000 },
    });
    const greedy = run([start], [tooBrief(7_200)], [tooBrief(14_400)]);
    expect(greedy.asked).toEqual([3_600, 7_200]);
    expect(greedy.state).toMatchObject({ is: 'failed', because: 'refused', code: 423 });
    expect(run([start], [tooBrief(60)]).state.is, 'less than we asked makes no sense').toBe('failed');
  });

  test('that fails waits longer and longer: half a minute at first, five minutes at most', () => {
    let state: Registering = startRegistering(3_600);
    const waits: number[] = [];
    let at: Instant = instant(0);
    for (let i = 0; i < 6; i++) {
      const asked = stepRegistering(state, i === 0 ? start : due, at);
      const failed = stepRegistering((asked as { state: Registering }).state, silent, at);
      state = (failed as { state: Registering }).state;
      waits.push(state.againAt! - at);
      at = state.againAt!;
    }
    expect(waits).toEqual([30_000, 60_000, 120_000, 150_000, 150_000, 150_000]);
    const longest = run([start], [{ ...silent, chance: 0.999999 } as RegisteringEvent]).state.againAt;
    expect(longest).toBeGreaterThan(59_000);
  });

  test('that is asked for its password less safely than before fails as such, and tries again as after silence', () => {
    const { state } = run([start], [answered(401, { isWeakened: true })]);
    expect(state).toMatchObject({ is: 'failed', because: 'weakChallenge', code: 401, againAt: 30_000 });
  });

  test.each([401, 403, 407])('whose credentials are refused (%i) leaves the carrier alone for a long while', status => {
    const { state } = run([start], [answered(status)]);
    expect(state).toMatchObject({ is: 'failed', because: 'credentialsRefused', code: status, againAt: 900_000 });
  });

  test.each([
    [404, 'refused'],
    [500, 'serverError'],
    [503, 'serverError'],
    [603, 'refused'],
  ])('refused with %i is %s', (status, because) => {
    expect(run([start], [answered(status)]).state).toMatchObject({ is: 'failed', because, code: status });
  });

  test('stays away as long as it is asked to, an hour at most', () => {
    expect(run([start], [answered(503, { retryAfterS: 600 })]).state.againAt).toBe(600_000);
    expect(run([start], [answered(503, { retryAfterS: 1_000_000 })]).state.againAt).toBe(3_600_000);
  });

  test('that the registrar says it took, and does not list, did not work', () => {
    expect(run([start], [answered(200)]).state).toMatchObject({ is: 'failed', because: 'notRegistered', until: null });
  });

  test('whose refresh fails still stands until it runs out', () => {
    const { state } = run([start], [granted(600)], [due, 420_000], [silent, 452_000]);
    expect(state).toMatchObject({ is: 'failed', because: 'noReply', until: 600_000 });
    const later = run([start], [granted(600)], [due, 420_000], [silent, 452_000], [due, 700_000]);
    expect(later.state).toMatchObject({ is: 'registering', until: null });
  });

  test('asked for again does so at once, but never twice at a time', () => {
    const again: RegisteringEvent = { type: 'again' };
    expect(run([start], [again]).asked).toEqual([3_600]);
    expect(run([start], [answered(403)], [again, 1_000]).asked).toEqual([3_600, 3_600]);
    expect(run([start], [granted(600)], [again, 1_000]).state.is).toBe('refreshing');
  });

  test('that is stopped is taken back, also when its first answer is still out', () => {
    expect(run([start], [granted(600)], [stop]).asked).toEqual([3_600, 0]);
    const early = run([start], [stop], [granted(600)]);
    expect(early.asked).toEqual([3_600, 0]);
    expect(early.state.is).toBe('unregistering');
    const done = run([start], [stop], [granted(600)], [answered(200)]);
    expect(done.state).toMatchObject({ is: 'unregistered', until: null, againAt: null, keepAliveAt: null });
    expect(done.effects.at(-1)).toEqual({ type: 'stopped' });
    expect(run([start], [stop], [answered(403)]).effects.at(-1)).toEqual({ type: 'stopped' });
    expect(run([start], [stop], [silent]).asked, 'whether it was heard nobody knows').toEqual([3_600, 0]);
  });

  test('whose connection broke is made anew within seconds', () => {
    const { state, asked } = run([start], [granted(600)], [{ type: 'cut', chance: 0 }, 100_000], [due, 101_000]);
    expect(asked).toEqual([3_600, 3_600]);
    expect(state.is).toBe('refreshing');
  });

  test('that was refused leaves nothing to take back', () => {
    const { effects, asked } = run([start], [answered(403)], [stop]);
    expect(asked).toEqual([3_600]);
    expect(effects.at(-1)).toEqual({ type: 'stopped' });
  });
});

/** Every state against every event: what moves it, by hand. */
describe('the whole matrix', () => {
  const states: Readonly<Record<string, readonly (readonly [RegisteringEvent, number?])[]>> = {
    unregistered: [],
    registering: [[start]],
    registered: [[start], [granted(600)]],
    refreshing: [[start], [granted(600)], [due, 500_000]],
    failed: [[start], [silent]],
    unregistering: [[start], [granted(600)], [stop]],
    gone: [[start], [granted(600)], [stop], [answered(200)]],
  };
  const events: Readonly<Record<string, RegisteringEvent>> = {
    start,
    due,
    again: { type: 'again' },
    cut: { type: 'cut', chance: 0 },
    granted: granted(600),
    refused: answered(404),
    silent,
    stop,
  };
  const to: Readonly<Record<string, readonly (string | null)[]>> = {
    // start, due (the keep-alive alone, while a refresh is out), again, cut, granted, refused, silent, stop
    unregistered: ['registering', null, null, null, null, null, null, 'unregistered'],
    registering: [null, null, null, null, 'registered', 'failed', 'failed', 'registering'],
    registered: [null, 'refreshing', 'refreshing', 'registered', null, null, null, 'unregistering'],
    refreshing: [null, 'refreshing', null, null, 'registered', 'failed', 'failed', 'refreshing'],
    failed: [null, 'registering', 'registering', null, null, null, null, 'unregistered'],
    unregistering: [null, null, null, null, 'unregistered', 'unregistered', 'unregistered', null],
    gone: [null, null, null, null, null, null, null, null],
  };
  const cells = Object.keys(states).flatMap(name =>
    Object.keys(events).map((event, i) => [name, event, to[name]?.[i] ?? null] as const),
  );
  test.each(cells)('%s on %s → %s', (name, event, next) => {
    const { state } = run(...states[name]!);
    const step = stepRegistering(state, events[event]!, instant(500_000));
    if (next === null) expect(step.kind).toBe('ignored');
    else expect(step).toMatchObject({ kind: 'moved', state: { is: next } });
  });
});
