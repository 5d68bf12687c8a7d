import type { Plan } from '@lianxian/core';
import { expect, test } from 'vitest';
import { factsFrom } from './facts.view.ts';

const hears = { interruption: { when: 'always' as const }, routers: [] };
const plan: Plan = {
  name: '试听课',
  variables: [{ name: 'grade', label: '年级', fallback: '', spoken: 'asWritten' }],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'opening',
      nodes: [
        {
          kind: 'speak',
          id: 'opening',
          name: '开场白',
          sentences: ['您好'],
          ...hears,
          silence: { ms: 3_000, sentences: ['在听吗？'] },
        },
        { kind: 'speak', id: 'intro', name: '介绍', sentences: ['试听免费'], ...hears },
      ],
    },
  ],
  intents: [
    { id: 'yes', name: '愿意', priority: 1, means: 'yes', words: ['好'] },
    { id: 'later', name: '要考虑', priority: 1, words: ['再看看'] },
    { id: 'no', name: '不要', priority: 1, means: 'refuse', words: ['不要'] },
  ],
  knowledge: [],
  levelRules: [],
  defaults: {
    silence: { ms: 4_000, sentences: ['您还在吗？'] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
  },
};

const line = { node: 'opening', understood: null, interruptedAfterMs: null };
const robot = (text: string, more: object = {}) => ({ ...line, speaker: 'robot' as const, text, ...more });
const callee = (text: string, meaning: string | null, more: object = {}) => ({
  ...line,
  speaker: 'callee' as const,
  text,
  understood: meaning === null ? null : { meaning },
  ...more,
});

test('facts of a call of an earlier release are read from its words, its path and its answers', () => {
  const words = {
    lines: [
      robot('您好', { interruptedAfterMs: 800 }),
      callee('好', 'intent:yes'),
      robot('在听吗？'),
      callee('啊？', null, { missed: true }),
      robot('试听免费', { node: 'intro' }),
      robot('您还在吗？', { node: 'intro' }),
      robot('在听吗？', { node: 'intro' }),
      callee('再看看', 'intent:later', { node: 'intro' }),
      callee('不是不好', 'no', { node: 'intro' }),
      callee('不要', 'intent:no', { node: 'intro' }),
      callee('好', 'intent:yes', { node: 'intro' }),
    ],
    path: [
      { node: 'opening', knowledge: false, leftBy: 'yes' },
      { node: 'price', knowledge: true, leftBy: 'askedAgain' },
      { node: 'intro', knowledge: false, leftBy: 'calleeHungUp' },
    ],
    answers: [
      { label: '年级', value: '三年级' },
      { label: '不在话术里了', value: '有' },
    ],
  };
  expect(factsFrom({ talkMs: 42_000, turns: 6, hungUpBy: 'callee' }, words, plan)).toEqual({
    talkMs: 42_000,
    turns: 6,
    positives: 2,
    negatives: 1,
    refusals: 1,
    notUnderstood: 1,
    // At the opening its own sentence, at the other node the plan's: the third is said by nobody there.
    silences: 2,
    interruptions: 1,
    questions: 1,
    transferred: false,
    met: { yes: 2, later: 1, no: 1, price: 1 },
    passed: [
      { node: 'opening', by: 'yes' },
      { node: 'price', by: 'askedAgain' },
      { node: 'intro', by: 'calleeHungUp' },
    ],
    answers: { grade: '三年级', 不在话术里了: '有' },
    hungUpBy: 'callee',
  });
});

test('a call that nobody hung up was ended by the platform, and an empty one asks nothing of its plan', () => {
  const nothing = { lines: [], path: [], answers: [] };
  expect(factsFrom({ talkMs: 0, turns: 0, hungUpBy: 'nobody' }, nothing, plan)).toMatchObject({
    hungUpBy: 'platform',
    met: {},
    passed: [],
    silences: 0,
  });
});
