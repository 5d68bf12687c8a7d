import { interrupted, notDialled, type Verdict, verdictOf } from '@lianxian/core';
import { expect, test } from 'vitest';
import { bothOf, toldBy } from './endings.ts';

const answered = { calls: 1, busy: 0, unanswered: 0, anyAnswered: true, heard: false };
const heard = { ...answered, heard: true };
const busy = { ...answered, busy: 1 };
const unanswered = { calls: 1, busy: 0, unanswered: 1, anyAnswered: false, heard: false };

test.each<[string, Verdict, boolean, object | null]>([
  ['was busy', verdictOf({ how: 'refused', code: 486 }), true, heard],
  ['is not allowed', verdictOf({ how: 'refused', code: 403 }), true, heard],
  ['timed out beyond the far end', verdictOf({ how: 'refused', code: 408 }), true, answered],
  ['met a carrier that was full', verdictOf({ how: 'refused', code: 503 }), true, busy],
  ['met one that was called too often', verdictOf({ how: 'refused', code: 429 }), true, busy],
  ['got no reply', verdictOf({ how: 'noReply', code: null }), true, unanswered],
  ['found nobody listening', verdictOf({ how: 'transportError', code: null }), false, unanswered],
  ['was taken back before it left', notDialled('withdrawn'), false, null],
  ['died with our own worker', interrupted('workerDied'), true, null],
])('a call that %s tells of its line', (_what, verdict, mayHaveRung, told) => {
  expect(toldBy({ verdict, mayHaveRung, answeredAt: null })).toEqual(told);
});

test('the end of a talk tells that it was answered, and nothing of the line now', () => {
  const verdict = verdictOf({ how: 'byThem', code: 200 });
  expect(toldBy({ verdict, mayHaveRung: true, answeredAt: '2026-11-01T00:00:00.000Z' })).toEqual(answered);
});

test('calls of a second are told in one: unanswered ones in a row are those after the last that was answered', () => {
  const sum = [unanswered, unanswered, busy, unanswered, unanswered].reduce(bothOf);
  expect(sum).toEqual({ calls: 5, busy: 1, unanswered: 2, anyAnswered: true, heard: false });
  expect([unanswered, unanswered, unanswered].reduce(bothOf)).toEqual({
    calls: 3,
    busy: 0,
    unanswered: 3,
    anyAnswered: false,
    heard: false,
  });
  expect(bothOf(heard, busy)).toMatchObject({ heard: true });
});
