import { expect, test } from 'vitest';
import { becauseKeys, type CallState, type LegEnding, type Verdict, verdictOf } from './index.ts';

/** By hand from docs/calls.md#outcomes and RFC 3261 §21. */
const table: readonly (readonly [LegEnding['how'], number | null, CallState, Verdict['fault'], boolean, string])[] = [
  ['byThem', null, 'answered', 'nobody', false, 'calleeHungUp'],
  ['byUs', null, 'answered', 'nobody', false, 'robotHungUp'],
  ['cancelled', 487, 'cancelled', 'nobody', true, 'cancelledByUser'],
  ['ringTimeout', null, 'noAnswer', 'callee', true, 'ringTimeout'],
  ['noReply', null, 'lineFault', 'carrier', true, 'noReply'],
  ['unresolved', null, 'lineFault', 'us', false, 'unresolved'],
  ['notAllowed', null, 'lineFault', 'us', false, 'addressNotAllowed'],
  ['notOpen', null, 'lineFault', 'us', true, 'sipPortShut'],
  ['transportError', null, 'lineFault', 'carrier', true, 'transportError'],
  ['keysInClear', null, 'lineFault', 'us', false, 'keysInClear'],
  ['noCommonCodec', 488, 'lineFault', 'carrier', false, 'noCommonCodec'],
  ['mediaFailed', null, 'interrupted', 'us', true, 'mediaFailed'],
  ['defect', null, 'interrupted', 'us', true, 'callDefect'],
  ['silent', null, 'answered', 'carrier', false, 'lineSilent'],
  ['sessionExpired', null, 'answered', 'carrier', false, 'sessionExpired'],
  ['ackMissing', 200, 'lineFault', 'carrier', true, 'ackMissing'],
  ['credentialsRefused', 401, 'lineFault', 'us', false, 'credentialsRefused'],
  ['weakChallenge', 401, 'lineFault', 'us', false, 'weakChallenge'],
  ['refused', 301, 'numberChanged', 'callee', false, 'numberChanged'],
  ['refused', 302, 'lineFault', 'carrier', false, 'refused'],
  ['refused', 400, 'lineFault', 'carrier', false, 'refused'],
  ['refused', 401, 'lineFault', 'us', false, 'credentialsRefused'],
  ['refused', 403, 'lineFault', 'carrier', false, 'forbidden'],
  ['refused', 404, 'emptyNumber', 'callee', false, 'emptyNumber'],
  ['refused', 407, 'lineFault', 'us', false, 'credentialsRefused'],
  ['refused', 408, 'noAnswer', 'callee', true, 'noAnswer'],
  ['refused', 410, 'numberChanged', 'callee', false, 'numberChanged'],
  ['refused', 429, 'limited', 'carrier', true, 'limited'],
  ['refused', 480, 'unreachable', 'unknown', true, 'unavailable'],
  ['refused', 486, 'busy', 'callee', true, 'busy'],
  ['refused', 487, 'noAnswer', 'callee', true, 'noAnswer'],
  ['refused', 488, 'lineFault', 'carrier', false, 'noCommonCodec'],
  ['refused', 500, 'lineFault', 'carrier', true, 'serverError'],
  ['refused', 503, 'lineFault', 'carrier', true, 'serverBusy'],
  ['refused', 504, 'lineFault', 'carrier', true, 'serverError'],
  ['refused', 600, 'busy', 'callee', true, 'busy'],
  ['refused', 603, 'rejected', 'callee', false, 'declined'],
  ['refused', 604, 'emptyNumber', 'callee', false, 'emptyNumber'],
  ['refused', 607, 'rejected', 'callee', false, 'rejected'],
  ['refused', 699, 'rejected', 'callee', false, 'rejected'],
  ['refused', null, 'lineFault', 'carrier', false, 'refused'],
];

test.each(table)('an ending %s with SIP %s is %s, by the fault of %s (again: %s) because %s', (how, code, ...row) => {
  const [state, fault, mayRetry, because] = row;
  expect(verdictOf({ how, code })).toEqual({ state, fault, mayRetry, because, sipCode: code });
  expect(becauseKeys).toContain(because);
});

test('only a talk that was answered is called answered, whatever the SIP code', () => {
  for (let code = 300; code < 700; code++) expect(verdictOf({ how: 'refused', code }).state).not.toBe('answered');
});

/** Every way a call to us can end; what is not named ends as a call of ours does. */
const tableOfTheirs: readonly (readonly [LegEnding['how'], number | null, CallState, Verdict['fault'], string])[] = [
  ['byThem', null, 'answered', 'nobody', 'calleeHungUp'],
  ['byUs', null, 'answered', 'nobody', 'robotHungUp'],
  ['cancelled', 487, 'abandoned', 'nobody', 'callerGaveUp'],
  ['refused', 480, 'rejected', 'us', 'notTaken'],
  ['ringTimeout', 480, 'interrupted', 'us', 'answeredTooLate'],
  ['noCommonCodec', 488, 'lineFault', 'carrier', 'noCommonCodec'],
  ['mediaFailed', 500, 'interrupted', 'us', 'mediaFailed'],
  ['transportError', null, 'lineFault', 'carrier', 'transportError'],
  ['keysInClear', null, 'lineFault', 'us', 'keysInClear'],
  ['ackMissing', null, 'lineFault', 'carrier', 'ackMissing'],
  ['defect', 500, 'interrupted', 'us', 'callDefect'],
  ['silent', null, 'answered', 'carrier', 'lineSilent'],
  ['sessionExpired', null, 'answered', 'carrier', 'sessionExpired'],
  ['noReply', null, 'lineFault', 'carrier', 'noReply'],
  ['unresolved', null, 'lineFault', 'us', 'unresolved'],
  ['notAllowed', null, 'lineFault', 'us', 'addressNotAllowed'],
  ['notOpen', null, 'lineFault', 'us', 'sipPortShut'],
  ['credentialsRefused', 401, 'lineFault', 'us', 'credentialsRefused'],
  ['weakChallenge', 407, 'lineFault', 'us', 'weakChallenge'],
];

test.each(tableOfTheirs)(
  'a call to us that ends %s (SIP %s) is %s, by the fault of %s, because %s',
  (how, code, ...row) => {
    const [state, fault, because] = row;
    expect(verdictOf({ how, code }, 'in')).toMatchObject({ state, fault, because, sipCode: code });
    expect(becauseKeys).toContain(because);
  },
);

test('no way to end is left out of either table', () => {
  const ways: Readonly<Record<LegEnding['how'], true>> = {
    byUs: true,
    byThem: true,
    cancelled: true,
    refused: true,
    credentialsRefused: true,
    weakChallenge: true,
    noReply: true,
    ringTimeout: true,
    unresolved: true,
    notAllowed: true,
    notOpen: true,
    transportError: true,
    noCommonCodec: true,
    keysInClear: true,
    mediaFailed: true,
    ackMissing: true,
    silent: true,
    sessionExpired: true,
    defect: true,
  };
  for (const rows of [table, tableOfTheirs]) {
    expect(new Set(rows.map(([how]) => how))).toEqual(new Set(Object.keys(ways)));
  }
});

/** The telephone network's cause decides where the SIP answer says nothing (ITU-T Q.850); busy stays busy. */
test.each([
  [480, 1, 'emptyNumber', 'emptyNumber', false],
  [503, 17, 'busy', 'busy', true],
  [480, 18, 'noAnswer', 'noAnswer', true],
  [500, 19, 'noAnswer', 'noAnswer', true],
  [480, 20, 'poweredOff', 'unavailable', true],
  [480, 21, 'rejected', 'declined', false],
  [502, 22, 'numberChanged', 'numberChanged', false],
  [480, 27, 'outOfService', 'outOfService', false],
  [503, 28, 'emptyNumber', 'emptyNumber', false],
  [503, 34, 'lineFault', 'serverBusy', true],
  [480, 31, 'unreachable', 'unavailable', true],
  [486, 1, 'busy', 'busy', true],
  [404, 17, 'emptyNumber', 'emptyNumber', false],
] as const)('SIP %i with cause %i is %s, because %s (again: %s)', (code, q850, state, because, mayRetry) => {
  expect(verdictOf({ how: 'refused', code, q850 })).toMatchObject({ state, because, mayRetry, sipCode: code });
  expect(becauseKeys).toContain(because);
});
