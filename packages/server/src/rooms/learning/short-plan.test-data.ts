import type { Plan } from '@lianxian/core';

/** Two nodes that speak, and a question. */
export const shortPlan: Plan = {
  name: '试听课回访',
  variables: [],
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
          sentences: ['您好，要来试听吗？'],
          interruption: { when: 'always' },
          routers: [{ on: 'yes', to: 'bye' }],
        },
        { kind: 'hangup', id: 'bye', name: '结束语', sentences: ['再见。'] },
      ],
    },
  ],
  intents: [{ id: 'yes', name: '愿意', priority: 5, means: 'yes', words: ['可以', '好的'] }],
  knowledge: [
    {
      id: 'price',
      name: '问价格',
      priority: 3,
      words: ['多少钱'],
      answers: ['第一节免费。'],
      interruption: { when: 'always' },
      next: { resume: 'repeat' },
      limit: 2,
    },
  ],
  levelRules: [{ level: 'F', name: '其余', when: [] }],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
  },
};
