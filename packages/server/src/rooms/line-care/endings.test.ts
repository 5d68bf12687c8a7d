import { interrupted, notDialled, type Verdict, verdictOf } from '@lianxian/core';
import { expect, test } from 'vitest';
import { bothOf, toldBy } from './endings.ts';

const answered = { calls: 1, busy: 0, unanswered: 0, anyAnswered: true };
const busy = { ...answered, busy: 1 };
const unanswered = { calls: 1, busy: 0, unanswered: 1, anyAnswered: false };

test.each<[string, Verdict, boolean, object | null]>([
  ['was answered', verdictOf({ how: 'byThem', code: null }), true, answered],
  ['was busy', verdictOf({ how: 'refused', code: 486 }), true, answered],
  ['met a carrier that was full', verdictOf({ how: 'refused', code: 503 }), true, busy],
  ['met one that was called too often', verdictOf({ how: 'refused', code: 429 }), true, busy],
  ['got no reply', verdictOf({ how: 'noReply', code: null }), true, unanswered],
  ['found nobody listening', verdictOf({ how: 'transportError', code: null }), false, unanswered],
  ['was taken back before it left', notDialled('withdrawn'), false, null],
  ['died with our own worker', interrupted('workerDied'), true, null],
])('a call that %s tells of its line', (_what, verdict, mayHaveRung, told) => {
  expect(toldBy({ verdict, mayHaveRung })).toEqual(told);
});

test('calls of a second are told in one: unanswered ones in a row are those after the last that was answered', () => {
  const sum = [unanswered, unanswered, busy, unanswered, unanswered].reduce(bothOf);
  expect(sum).toEqual({ calls: 5, busy: 1, unanswered: 2, anyAnswered: true });
  expect([unanswered, unanswered, unanswered].reduce(bothOf)).toEqual({
    calls: 3,
    busy: 0,
    unanswered: 3,
    anyAnswered: false,
  });
});
