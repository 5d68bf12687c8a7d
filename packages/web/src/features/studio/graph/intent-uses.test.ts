import type { Intent, LevelRule, Plan, SpeakNode } from '@lianxian/core';
import { expect, test } from 'vitest';
import { intentUses } from './intent-uses.ts';

const intent = (id: string, means?: Intent['means']): Intent => ({
  ...{ id, name: id, priority: 0, words: [id] },
  ...(means && { means }),
});
const node = (id: string, ...on: SpeakNode['routers'][number]['on'][]): SpeakNode => ({
  ...{ kind: 'speak', id, name: id, sentences: ['问'], interruption: { when: 'never' } },
  routers: on.map(each => ({ on: each, to: '' })),
});
const planOf = (nodes: readonly SpeakNode[], levelRules: readonly LevelRule[] = []): Plan => ({
  ...{ name: '', variables: [], rootFlow: 'f', flows: [{ id: 'f', name: '', rootNode: '', nodes }] },
  intents: [intent('sure', 'yes'), intent('never', 'refuse'), intent('busy')],
  ...{ knowledge: [], levelRules },
  defaults: {
    ...{ silence: { ms: 1, sentences: [] }, notUnderstood: { sentences: [] } },
    ...{ longestMs: 1, mostTurns: 1, announcement: '' },
  },
});
const uses = (...given: Parameters<typeof planOf>) => Object.fromEntries(intentUses(planOf(...given)));

test('an intent is in use where a branch is on it, and where one is on what it means', () => {
  expect(uses([node('a', 'yes', 'other'), node('b', { intent: 'busy' }, { intent: 'sure' }, 'yes')])).toEqual({
    ...{ sure: 2, busy: 1 },
  });
});

test('a refusal goes the way of a no where it has none of its own', () => {
  expect(uses([node('a', 'no'), node('b', 'refuse', 'no'), node('c', 'other')])).toEqual({ never: 2 });
});

test('what stops the robot and what a level rule looks for is a use as well', () => {
  const stopped = { ...node('a'), interruption: { when: 'onIntents', intents: ['busy'] } } as const;
  const rule = (when: LevelRule['when']): LevelRule => ({ level: 'A', name: '', when });
  expect(
    uses(
      [stopped],
      [
        rule([{ fact: 'refusals', atLeast: 1 }]),
        rule([{ fact: 'metIntent', intent: 'busy' }]),
        rule([{ fact: 'leftNode', node: 'a', by: 'yes' }]),
      ],
    ),
  ).toEqual({ busy: 2, never: 1, sure: 1 });
});
