import type { Plan } from '@lianxian/core';

/** A short plan: greets, asks for a wish, keeps it, says good-bye. */
export const shortPlan: Plan = {
  name: '短话术',
  variables: [
    { name: 'name', label: '称呼', fallback: '', spoken: 'asWritten' },
    { name: 'wish', label: '想学什么', fallback: '', spoken: 'asWritten' },
  ],
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
          sentences: [`您好，${'$'}{name}，方便说两句吗？`],
          interruption: { when: 'always' },
          routers: [
            { on: 'yes', to: 'ask' },
            { on: 'other', to: 'bye' },
          ],
        },
        {
          kind: 'collect',
          id: 'ask',
          name: '问想学什么',
          sentences: ['您想学什么呢？'],
          interruption: { when: 'always' },
          variable: 'wish',
          accepts: { type: 'text' },
          routers: [{ on: 'collected', to: 'bye' }],
        },
        { kind: 'hangup', id: 'bye', name: '再见', sentences: [`好的，${'$'}{wish}，再见。`] },
      ],
    },
  ],
  intents: [{ id: 'yes', name: '同意', priority: 1, means: 'yes', words: ['方便', '好的', '可以'] }],
  knowledge: [],
  levelRules: [
    { level: 'A', name: '说了想学什么', when: [{ fact: 'answered', variable: 'wish' }] },
    { level: 'D', name: '没说', when: [] },
  ],
  defaults: {
    silence: { ms: 3_000, sentences: ['还在吗？'] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
  },
};
