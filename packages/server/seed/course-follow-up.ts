import type { LevelRule, Plan } from '@lianxian/core';
import { booking } from './course-follow-up-booking.ts';
import { invite } from './course-follow-up-invite.ts';
import { intents, knowledge } from './course-follow-up-words.ts';

/**
 * The plan a fresh house comes with: 启航教育 calls parents who asked about a trial class (试听课回访). Small enough to be
 * read in one go, whole enough to show every node kind, the knowledge base, silence, misses and levels.
 */
const levelRules: readonly LevelRule[] = [
  { level: 'F', name: '要求别再打', when: [{ fact: 'metIntent', intent: 'doNotCall' }] },
  { level: 'F', name: '打错了或没有孩子', when: [{ fact: 'passedNode', node: 'wrongNumber' }] },
  { level: 'A', name: '约好了试听时间', when: [{ fact: 'answered', variable: 'trialTime' }] },
  { level: 'B', name: '愿意试听，时间没定', when: [{ fact: 'passedNode', node: 'askTime' }] },
  { level: 'E', name: '明确拒绝', when: [{ fact: 'refusals', atLeast: 1 }] },
  { level: 'C', name: '约了回电', when: [{ fact: 'answered', variable: 'callbackTime' }] },
  { level: 'C', name: '有兴趣，问了课程', when: [{ fact: 'metIntent', intent: 'price' }] },
  { level: 'C', name: '聊到课程，没有定', when: [{ fact: 'positives', atLeast: 1 }] },
  { level: 'D', name: '说过话，没有表态', when: [{ fact: 'turns', atLeast: 1 }] },
  { level: 'F', name: '没有有效对话', when: [] },
];

export const courseFollowUp: Plan = {
  name: '试听课回访',
  variables: [
    { name: 'name', label: '称呼', fallback: '家长', spoken: 'asWritten' },
    { name: 'grade', label: '孩子年级', fallback: '', spoken: 'asWritten' },
    { name: 'trialTime', label: '试听时间', fallback: '周末', spoken: 'asWritten' },
    { name: 'callbackTime', label: '回电时间', fallback: '晚些时候', spoken: 'asWritten' },
    { name: 'contactPhone', label: '短信号码', fallback: '您的手机', spoken: 'digits' },
  ],
  rootFlow: 'invite',
  flows: [invite, booking],
  intents,
  knowledge,
  levelRules,
  defaults: {
    silence: { ms: 4_000, sentences: ['喂，您好，能听到我说话吗？', '您要是在听，说句话就行。'] },
    notUnderstood: { sentences: ['不好意思，刚才没听清，您能再说一遍吗？'] },
    longestMs: 5 * 60_000,
    mostTurns: 30,
    announcement: '您好，我是智能语音助手，本次通话会录音。',
    farewell: '那我先不打扰您了，再见。',
  },
};
