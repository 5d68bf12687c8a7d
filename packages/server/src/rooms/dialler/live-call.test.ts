import { instant, noTalk } from '@lianxian/core';
import { expect, test } from 'vitest';
import { claimOf } from '../../../test/claimed.ts';
import { endingOf } from './live-call.ts';

const outcome = {
  verdict: { state: 'answered', fault: 'nobody', mayRetry: false, sipCode: null, because: 'calleeHungUp' },
  hungUpBy: 'callee',
  dialledAt: instant(0),
  ringingAt: instant(100),
  answeredAt: instant(1_000),
  endedAt: instant(9_000),
  talkMs: 8_000,
  summary: null,
  recording: null,
  media: null,
  reason: '',
  legs: [],
} as const;

test('what the callee asked for and spoke of goes with the ending of the call, also of a talk that broke off', () => {
  const endingWith = (heard: Partial<typeof noTalk>) =>
    endingOf(
      claimOf('7'),
      { talk: { ...noTalk, ...heard }, ladder: null, isHeard: true, uses: [] },
      outcome,
      at => new Date(Number(at)),
    );
  expect(endingWith({})).toMatchObject({ wantsNoMoreCalls: false, namesAuthority: false });
  expect(endingWith({ namesAuthority: true })).toMatchObject({ wantsNoMoreCalls: false, namesAuthority: true });
  expect(endingWith({ wantsNoMoreCalls: true })).toMatchObject({ wantsNoMoreCalls: true, namesAuthority: false });
});
