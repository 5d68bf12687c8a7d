import type { Plan } from '@lianxian/core';
import { refused, type Template } from './parts.ts';

/** The least a plan needs: it greets, hears, says good-bye. Every template stands on its words. */
export const emptyPlan: Plan = {
  name: '',
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
          at: { x: 80, y: 80 },
          sentences: ['您好，请问现在方便说话吗？'],
          interruption: { when: 'onMeaning' },
          routers: [
            { on: 'yes', to: 'goodbye' },
            { on: 'other', to: 'goodbye' },
            { on: 'refuse', to: 'goodbye' },
            { on: 'silence', to: 'goodbye' },
            { on: 'notUnderstood', to: 'goodbye' },
          ],
        },
        {
          kind: 'hangup',
          id: 'goodbye',
          name: '结束语',
          at: { x: 480, y: 80 },
          sentences: ['感谢您的接听，祝您生活愉快，再见。'],
        },
      ],
    },
  ],
  intents: [
    {
      id: 'yes',
      name: '肯定',
      priority: 1,
      means: 'yes',
      words: ['好的', '可以', '行', '方便', '是的', '没问题', '你说', '请讲'],
    },
    { id: 'no', name: '否定', priority: 2, means: 'no', words: ['不是', '没有', '不对', '不行', '不可以', '不方便'] },
    {
      id: 'refuse',
      name: '拒绝',
      priority: 3,
      means: 'refuse',
      words: ['不需要', '不用了', '没兴趣', '不感兴趣'],
    },
    {
      id: 'never',
      name: '不要再打',
      priority: 4,
      means: 'refuse',
      noMoreCalls: true,
      words: ['别再打', '不要再打', '不要打了', '别打了'],
    },
  ],
  knowledge: [],
  levelRules: [
    { level: 'D', name: '拒绝', when: [{ fact: 'refusals', atLeast: 1 }] },
    { level: 'B', name: '有回应', when: [{ fact: 'positives', atLeast: 1 }] },
    { level: 'C', name: '其他', when: [] },
  ],
  defaults: {
    silence: { ms: 5_000, sentences: ['您好，请问您在听吗？'] },
    notUnderstood: { sentences: ['不好意思，我没有听清，您能再说一遍吗？'] },
    longestMs: 300_000,
    mostTurns: 40,
    byEar: true,
    announcement: '您好，我是智能语音助手，本次通话会录音。',
    farewell: '感谢您的接听，再见。',
  },
};

const [, ...rules] = emptyPlan.levelRules;
/** 空白话术: the least a plan needs, and the parts. */
export const empty: Template = { plan: { ...emptyPlan, levelRules: [refused, ...rules] } };
