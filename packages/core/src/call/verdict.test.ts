import { expect, test } from 'vitest';
import { becauseKeys, type CallState, type Verdict, verdictOf, type WireEnding } from './index.ts';

/** By hand from product.md §3 (a call's state) and RFC 3261 §21. */
const table: readonly (readonly [WireEnding['how'], number | null, CallState, Verdict['fault'], boolean, string])[] = [
  ['byThem', null, 'answered', 'nobody', false, 'calleeHungUp'],
  ['byUs', null, 'answered', 'nobody', false, 'robotHungUp'],
  ['cancelled', 487, 'cancelled', 'nobody', true, 'cancelledByUser'],
  ['ringTimeout', null, 'noAnswer', 'callee', true, 'ringTimeout'],
  ['noReply', null, 'lineFault', 'carrier', true, 'noReply'],
  ['unresolved', null, 'lineFault', 'us', false, 'unresolved'],
  ['transportError', null, 'lineFault', 'carrier', true, 'transportError'],
  ['noCommonCodec', 488, 'lineFault', 'carrier', false, 'noCommonCodec'],
  ['mediaFailed', null, 'interrupted', 'us', true, 'mediaFailed'],
  ['ackMissing', 200, 'lineFault', 'carrier', true, 'ackMissing'],
  ['credentialsRefused', 401, 'lineFault', 'us', false, 'credentialsRefused'],
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
