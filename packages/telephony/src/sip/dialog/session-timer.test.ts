import { instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import {
  agreedTimer,
  answerTimer,
  askHeaders,
  isTooShort,
  nextOf,
  readMinSeconds,
  readSessionExpires,
  type SessionTimer,
  type SessionTimerEvent,
  stepSessionTimer,
} from './session-timer.ts';

const at = instant(1_000_000);
const ours = { seconds: 1_800, isRefresher: true };
const theirs = { seconds: 1_800, isRefresher: false };

/** Half of 1,800 s, and 32 s before its end. */
const REFRESH = 900_000;
const EXPIRY = 1_768_000;

describe('the session timer', () => {
  const states: Readonly<Record<string, SessionTimer>> = {
    off: { is: 'off' },
    'running, we refresh': { is: 'running', ...ours, refreshAt: at, expiresAt: instant(at + 1_000) },
    'running, nothing due': { is: 'running', ...ours, refreshAt: instant(at + 1), expiresAt: instant(at + 1_000) },
    'running, they refresh': { is: 'running', ...theirs, refreshAt: null, expiresAt: instant(at + 1_000) },
    'running out': { is: 'running', ...theirs, refreshAt: null, expiresAt: at },
    refreshing: { is: 'refreshing', ...ours, expiresAt: instant(at + 1_000) },
    'refreshing too long': { is: 'refreshing', ...ours, expiresAt: at },
  };
  const events: Readonly<Record<string, SessionTimerEvent>> = {
    'agreed, we refresh': { type: 'agreed', terms: ours },
    'agreed, they refresh': { type: 'agreed', terms: theirs },
    'agreed without': { type: 'agreed', terms: null },
    timer: { type: 'timer' },
    'refused for now': { type: 'refreshFailed', againInMs: 10_000 },
    'refused for good': { type: 'refreshFailed', againInMs: null },
  };
  const agreed = {
    'agreed, we refresh': `running ${at + REFRESH} ${at + EXPIRY}`,
    'agreed, they refresh': `running null ${at + EXPIRY}`,
    'agreed without': 'off',
  };
  /** What is not listed is ignored. */
  const TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    off: agreed,
    'running, we refresh': { ...agreed, timer: 'refreshing refresh' },
    'running, nothing due': agreed,
    'running, they refresh': agreed,
    'running out': { ...agreed, timer: 'off expired' },
    refreshing: {
      ...agreed,
      'refused for now': `running ${at + 10_000} ${at + 1_000}`,
      'refused for good': `running null ${at + 1_000}`,
    },
    'refreshing too long': {
      ...agreed,
      timer: 'off expired',
      'refused for now': `running ${at + 10_000} ${at}`,
      'refused for good': `running null ${at}`,
    },
  };
  describe.each(Object.entries(states))('%s', (name, state) => {
    test.each(Object.entries(events))('on %s', (key, event) => {
      const step = stepSessionTimer(state, event, at);
      if (step.kind !== 'moved') return expect(TABLE[name]![key]).toBeUndefined();
      const times = step.state.is === 'running' ? [step.state.refreshAt, step.state.expiresAt].map(String) : [];
      expect([step.state.is, ...times, ...step.effects.map(({ type }) => type)].join(' ')).toBe(TABLE[name]![key]);
    });
  });

  test('of the shortest interval ends a third before its end, not 32 s', () => {
    const step = stepSessionTimer({ is: 'off' }, { type: 'agreed', terms: { seconds: 90, isRefresher: false } }, at);
    expect(step).toMatchObject({ state: { expiresAt: at + 60_000 } });
  });

  test('wakes for what comes first', () => {
    expect(Object.entries(states).map(([name, state]) => [name, nextOf(state)])).toEqual([
      ['off', null],
      ['running, we refresh', at],
      ['running, nothing due', at + 1],
      ['running, they refresh', at + 1_000],
      ['running out', at],
      ['refreshing', at + 1_000],
      ['refreshing too long', at],
    ]);
  });
});

const headers = (...lines: readonly string[]) =>
  lines.map(line => {
    const [name = '', value = ''] = line.split(': ');
    return { name, value };
  });

test.each([
  ['1800;refresher=uac', { seconds: 1_800, refresher: 'uac' }],
  ['1800 ; refresher=UAS', { seconds: 1_800, refresher: 'uas' }],
  ['1800;refresher=nobody', { seconds: 1_800, refresher: null }],
  ['1800;lr;refresher=uas', { seconds: 1_800, refresher: 'uas' }],
  ['999999999', { seconds: 86_400, refresher: null }],
  ['soon', null],
  ['', null],
  ['-5', null],
])('Session-Expires "%s" is read', (value, wanted) => {
  expect(readSessionExpires(headers(`session-expires: ${value}`))).toEqual(wanted);
});

/** RFC 4028 §9, table 2: who asked, what they know, who refreshes. */
describe('our answer to a caller', () => {
  test.each([
    ['who knows no timer and asks for none', [], null, []],
    [
      'who knows timers and asks for none',
      ['supported: timer'],
      { seconds: 1_800, isRefresher: true },
      ['1800;refresher=uas'],
    ],
    [
      'who asks',
      ['supported: timer', 'session-expires: 600'],
      { seconds: 600, isRefresher: false },
      ['600;refresher=uac', 'timer'],
    ],
    [
      'who wants to refresh',
      ['supported: timer', 'session-expires: 600;refresher=uac'],
      { seconds: 600, isRefresher: false },
      ['600;refresher=uac', 'timer'],
    ],
    [
      'who wants us to refresh',
      ['supported: timer', 'session-expires: 600;refresher=uas'],
      { seconds: 600, isRefresher: true },
      ['600;refresher=uas'],
    ],
    ['whose proxy asks', ['session-expires: 600'], { seconds: 600, isRefresher: true }, ['600;refresher=uas']],
    ['whose proxy asks too much', ['session-expires: 30'], { seconds: 90, isRefresher: true }, ['90;refresher=uas']],
  ])('%s', (_who, lines, terms, said) => {
    const answer = answerTimer(headers(...lines));
    expect(answer.terms).toEqual(terms);
    expect(answer.headers.map(({ value }) => value)).toEqual(said);
  });

  test('whose interval is too short is a refusal only for who knows timers', () => {
    expect(isTooShort(headers('supported: timer', 'session-expires: 89'))).toBe(true);
    expect(isTooShort(headers('supported: timer', 'session-expires: 90'))).toBe(false);
    expect(isTooShort(headers('session-expires: 89'))).toBe(false);
    expect(isTooShort(headers('supported: timer'))).toBe(false);
  });
});

test.each([
  ['uac', true],
  ['uas', false],
])('an answer that names %s as refresher', (refresher, isRefresher) => {
  expect(agreedTimer(headers(`session-expires: 1800;refresher=${refresher}`))).toEqual({ seconds: 1_800, isRefresher });
});

test('an answer without a timer agrees to none; one of a second is taken for ninety', () => {
  expect(agreedTimer([])).toBeNull();
  expect(agreedTimer(headers('session-expires: 1;refresher=uac'))).toEqual({ seconds: 90, isRefresher: true });
});

test('what we ask for names the interval, the least, and who refreshes where that is settled', () => {
  expect(askHeaders(1_800, 90, null)).toEqual(headers('session-expires: 1800', 'min-se: 90'));
  expect(askHeaders(600, 300, 'uas')).toEqual(headers('session-expires: 600;refresher=uas', 'min-se: 300'));
  expect(readMinSeconds(headers('min-se: 300;lr'))).toBe(300);
});
