import { becauseKeys } from '@lianxian/core';
import { expect, test } from 'vitest';
import { becauseText, languages } from '../index.ts';

/** Endings that the server finds, not core's verdicts. */
const ofTheServer = [
  'userHungUp',
  'shutDown',
  'speechFailed',
  'workerDied',
  'processDied',
  'diedDialling',
  'conversationDefect',
  'callDefect',
  'lineGone',
  'lineOff',
  'notRegistered',
  'withdrawn',
  'merchantOff',
  'lineRemoved',
  'lineHoursNow',
  'blacklistedNow',
  'outsideHoursNow',
  'cappedNow',
  'databaseAway',
  'placedTooLongAgo',
  'numberForbidden',
];

test('every verdict has a sentence in every language', () => {
  for (const key of [...becauseKeys, ...ofTheServer]) {
    for (const language of languages) expect(becauseText(key, language)).not.toBe(key);
  }
});

test('a key of a later release shows as it is', () => {
  expect(becauseText('ofALaterRelease', 'zh-CN')).toBe('ofALaterRelease');
});
