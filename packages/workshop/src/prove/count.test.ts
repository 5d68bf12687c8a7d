import { expect, test } from 'vitest';
import { type AttemptRow, countNumbers } from './count.ts';
import type { SeenCall } from './relay-words.ts';

const phone = '15400000101';
const attempt = (state: string, dialled = true, stage = 'ended'): AttemptRow => ({
  id: '7',
  phone,
  stage,
  state,
  dialled,
});
const call = (seen: Partial<SeenCall> = {}): SeenCall => ({
  callId: 'x',
  phone,
  invitedAt: 1,
  heldAt: null,
  ringingAt: null,
  answeredAt: null,
  confirmedAt: null,
  hungUpAt: null,
  hungUpBy: null,
  refusedWith: 486,
  ...seen,
});

/** Attempts, calls on the network, and what is said of them. Written by hand. */
test.each<[string, readonly AttemptRow[], readonly SeenCall[], readonly string[]]>([
  ['one attempt, one call', [attempt('busy')], [call()], []],
  [
    'three attempts, three calls',
    [attempt('busy'), attempt('busy'), attempt('answered')],
    [call(), call(), call()],
    [],
  ],
  ['interrupted, and it rang', [attempt('interrupted')], [call()], []],
  ['interrupted before the INVITE', [attempt('interrupted', false)], [], []],
  ['not dialled, then dialled', [attempt('cancelled', false), attempt('busy')], [call()], []],
  ['called twice in one attempt', [attempt('busy')], [call(), call()], ['…0101 was called 2 times in 1 attempts']],
  [
    'called twice in an interrupted attempt',
    [attempt('interrupted')],
    [call(), call()],
    ['…0101 was called 2 times in 1 attempts'],
  ],
  [
    'called in an attempt that says it was not dialled',
    [attempt('cancelled', false)],
    [call()],
    ['…0101 was called 1 times in 0 attempts'],
  ],
  ['a record without a call', [attempt('busy')], [], ['…0101: 1 attempts, 0 interrupted, but 0 calls on the wire']],
  ['a call without a record', [], [call()], ['…0101 was called 1 times without a record']],
  ['a call that never ends', [attempt('busy', true, 'talking')], [call()], ['call 7 never ended (talking)']],
  [
    'a telephone that nobody hung up',
    [attempt('interrupted')],
    [call({ answeredAt: 5, refusedWith: null })],
    ['…0101 answered and was never hung up'],
  ],
])('%s', (_, attempts, calls, violations) => {
  expect(countNumbers(attempts, calls).violations).toEqual(violations);
});
