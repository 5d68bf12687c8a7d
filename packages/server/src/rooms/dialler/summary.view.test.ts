import { type ConversationSummary, type EndedBy, type Exit, instant, talkOf } from '@lianxian/core';
import { expect, test } from 'vitest';
import { summedOf } from './summary.view.ts';
import { transcriptOf } from './transcript.view.ts';

/** How a talk of one node that was left by this stands on the heat map. */
const howEnded = (endedBy: EndedBy, leftBy: Exit, facts: Partial<ConversationSummary['facts']> = {}) => {
  const at = instant(1_000);
  const talk = talkOf([
    { type: 'node.entered', at, node: 'opening', name: '开场白', knowledge: false },
    { type: 'node.left', at, node: 'opening', by: leftBy, name: '' },
  ]);
  const summary = { endedBy, facts: { transferred: false, ...facts } } as ConversationSummary;
  return summedOf(summary, transcriptOf(talk, at)).stand?.how;
};

test('who was let go with an apology has an ending of its own; what leads nowhere is another', () => {
  expect([
    howEnded('robot', 'noMoreCalls'),
    howEnded('robot', 'circling'),
    howEnded('robot', 'robotHungUp'),
    howEnded('robot', 'tooManyTurns'),
    howEnded('callee', 'calleeHungUp'),
    howEnded('robot', 'noMoreCalls', { transferred: true }),
  ]).toEqual(['noMoreCalls', 'gaveUp', 'planned', 'tooLong', 'afterHearing', 'transferred']);
});
