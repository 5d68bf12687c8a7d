import type { endpoints, OutputOf } from '@lianxian/contract';
import type { Plan, SpeakNode } from '@lianxian/core';
import type { z } from 'zod';
import { FakeRefusal } from './fake-security.ts';

/** Drafts of the fake server: one plan of a few nodes, kept as it is saved. */
type Draft = OutputOf<typeof endpoints.plan.draft>;

const speak = (id: string, name: string, y: number, sentence: string, routers: SpeakNode['routers']): SpeakNode => ({
  kind: 'speak',
  id,
  name,
  at: { x: 0, y },
  sentences: [sentence],
  interruption: { when: 'after', ms: 2_000 },
  routers,
});

const graph: Plan = {
  name: '试听课回访',
  variables: [{ name: 'name', label: '孩子姓名', fallback: '家长', spoken: 'asWritten' }],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'open',
      nodes: [
        speak('open', '开场白', 0, '您好，我是启航教育的智能语音助手，通话会录音。', [
          { on: 'yes', to: 'course' },
          { on: 'other', to: 'bye' },
        ]),
        speak('course', '介绍课程', 174, '小班每班不超过八人，要不要来试听？', [
          { on: 'yes', to: 'bye' },
          { on: 'refuse', to: '' },
        ]),
        { kind: 'hangup', id: 'bye', name: '结束语', at: { x: 274, y: 348 }, sentences: ['再见。'] },
      ],
    },
  ],
  intents: [
    { id: 'yes', name: '肯定', priority: 0, words: ['可以', '好的', '行啊'], means: 'yes' },
    { id: 'no', name: '拒绝', priority: 0, words: ['不需要'], means: 'refuse' },
  ],
  knowledge: [
    {
      id: 'price',
      name: '多少钱',
      priority: 0,
      words: ['多少钱'],
      answers: ['第一节免费。'],
      interruption: { when: 'always' },
      next: { resume: 'repeat' },
      limit: 3,
    },
  ],
  levelRules: [{ level: 'F', name: '其他', when: [] }],
  defaults: {
    silence: { ms: 4_000, sentences: ['喂，您还在吗？'] },
    notUnderstood: { sentences: ['不好意思，请再说一遍。'] },
    longestMs: 300_000,
    mostTurns: 30,
    announcement: '',
  },
};

const draft: Draft = {
  id: '7',
  name: '试听课回访',
  rev: 3,
  graph: structuredClone(graph) as Draft['graph'],
  basedOn: 12,
  version: 12,
  state: 'changed',
  savedAt: '2026-11-21T08:38:00.000Z',
  savedBy: '王晓雯',
};

export const createFakeDrafts = () => {
  let now = draft;

  return {
    graph,
    /** Somebody else saves a draft of their own. */
    somebodySaves: (name: string) => {
      now = { ...now, rev: now.rev + 1, savedBy: name };
    },
    /** Somebody publishes it. */
    somebodyPublishes: (version: number) => {
      now = { ...now, basedOn: version, version };
    },
    handlers: {
      'plan/draft': ({ id }: { id: string }) => {
        if (id !== now.id) throw new FakeRefusal('notFound');
        return now;
      },
      'plan/saveDraft': ({ rev }: z.output<typeof endpoints.plan.saveDraft.input>) => {
        if (rev !== now.rev) throw new FakeRefusal('draftChanged');

        now = { ...now, rev: rev + 1, savedAt: '2026-11-21T08:40:00.000Z' };
        return { rev: now.rev, savedAt: now.savedAt };
      },
      'plan/here': () => ({}),
    },
  };
};
