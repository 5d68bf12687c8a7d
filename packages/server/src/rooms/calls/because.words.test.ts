import { becauseKeys } from '@lianxian/core';
import { expect, test } from 'vitest';
import { becauseText } from './because.words.ts';

test('every verdict has a sentence in Chinese', () => {
  const ours = [
    'userHungUp',
    'shutDown',
    'speechFailed',
    'workerDied',
    'processDied',
    'diedDialling',
    'conversationDefect',
    'callDefect',
    'lineGone',
  ];
  for (const because of [...becauseKeys, ...ours]) expect(becauseText(because), because).toMatch(/[\u4e00-\u9fff]/);
});
