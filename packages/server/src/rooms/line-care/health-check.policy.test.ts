import { instant } from '@lianxian/core';
import { expect, test } from 'vitest';
import { ofBinding, ofProbe, ofRegistration } from './health-check.policy.ts';

const at = instant(1_000);
const alive = { type: 'alive' };
const missed = (because: string, certain: boolean) => ({ type: 'missed', because, certain });

test.each([
  [{ code: 200, because: null }, alive],
  [{ code: 403, because: null }, alive],
  [{ code: 404, because: null }, alive],
  [{ code: 405, because: null }, alive],
  [{ code: 407, because: null }, alive],
  [{ code: 500, because: null }, alive],
  [{ code: 408, because: null }, missed('noReply', false)],
  [{ code: 503, because: null }, missed('serverError', false)],
  [{ code: null, because: 'noReply' }, missed('noReply', false)],
  [{ code: null, because: 'unresolved' }, missed('unresolved', false)],
  [{ code: null, because: 'unreachable' }, missed('unreachable', true)],
  [{ code: null, because: 'certificate' }, missed('certificate', true)],
  [null, missed('unreachable', true)],
] as const)('a probe that came to %j says %j', (answer, says) => {
  expect(ofProbe(answer)).toEqual(says);
});

test.each([
  [null, null],
  [{ is: 'registering', because: '', until: null }, null],
  [{ is: 'registered', because: '', until: instant(5_000) }, alive],
  [{ is: 'refreshing', because: '', until: instant(5_000) }, alive],
  [{ is: 'registered', because: '', until: instant(999) }, null],
  [{ is: 'failed', because: 'noReply', until: instant(5_000) }, missed('noReply', false)],
  [{ is: 'failed', because: 'noReply', until: instant(999) }, missed('noReply', true)],
  [{ is: 'failed', because: 'credentialsRefused', until: null }, missed('credentialsRefused', true)],
  [{ is: 'unregistered', because: '', until: null }, null],
] as const)('a registration that is %j says %j', (state, says) => {
  expect(ofRegistration(state, at)).toEqual(says);
});

test('a gateway that is registered with us is alive, another is not', () => {
  expect([ofBinding(true), ofBinding(false)]).toEqual([alive, missed('notRegistered', true)]);
});
