import type { Plan } from '@lianxian/core';
import { emptyPlan } from './empty.ts';
import { answers, asks, ends, mainFlow, refused, says, slot, type Template, variable } from './parts.ts';

const lost = { refuse: 'sorry', silence: 'bye', notUnderstood: 'bye' };

const plan: Plan = {
  ...emptyPlan,
  variables: [
    variable('company', '公司名称', '我们公司'),
    variable('event', '活动名称', '周末的体验活动'),
    variable('day', '到场日期'),
  ],
  flows: [
    mainFlow('opening', [
      says(
        'opening',
        '开场白',
        [1, 0],
        [`您好，我是${slot('company')}的智能客服，给您打电话是想邀请您参加${slot('event')}，现在方便听一下吗？`],
        { ...lost, yes: 'offer', other: 'offer', no: 'later' },
      ),
      says(
        'offer',
        '介绍活动',
        [1, 1],
        [
          '活动全程免费，有专人接待，大约一个小时。您有没有兴趣来看看？',
          '这次名额不多，来的朋友都有一份小礼物，您想来吗？',
        ],
        { ...lost, yes: 'which-day', other: 'which-day', no: 'keep' },
      ),
      says('keep', '挽留一次', [2, 1], ['没关系，只是了解一下，不会向您推销，您要不要先留个名额？'], {
        ...lost,
        yes: 'which-day',
        other: 'sorry',
        no: 'sorry',
      }),
      asks('which-day', '问到场日期', [1, 2], ['太好了，您哪一天过来方便？'], {
        variable: 'day',
        accepts: { type: 'date' },
        ways: { collected: 'booked', refuse: 'sorry', silence: 'undecided', notUnderstood: 'undecided' },
      }),
      ends('booked', '登记成功', [1, 3], [`好的，已经帮您登记在${slot('day')}，到时候等您来，再见。`]),
      ends('undecided', '日期未定', [2, 3], ['没关系，日期我们再和您确认，感谢您的关注，再见。']),
      says('later', '改天再说', [0, 1], ['那我改天再打给您，可以吗？'], {
        yes: 'bye',
        other: 'bye',
        no: 'sorry',
        refuse: 'sorry',
        silence: 'bye',
        notUnderstood: 'bye',
      }),
      ends('sorry', '礼貌结束', [2, 2], ['好的，打扰您了，祝您生活愉快，再见。']),
      ends('bye', '结束', [0, 2], ['好的，那先不打扰您了，再见。']),
    ]),
  ],
  knowledge: [
    answers('price', '问费用', ['多少钱', '收费', '要钱', '免费吗', '费用'], ['活动是免费的，不收任何费用。']),
    answers(
      'place',
      '问地点',
      ['在哪里', '哪里', '地址', '什么地方', '怎么去'],
      ['地址稍后用短信发给您，有专人接待。'],
    ),
    answers('how-long', '问时长', ['多久', '多长时间', '几个小时'], ['大约一个小时，来去自由。']),
  ],
  levelRules: [
    { level: 'A', name: '已登记日期', when: [{ fact: 'answered', variable: 'day' }] },
    refused,
    { level: 'B', name: '有兴趣', when: [{ fact: 'passedNode', node: 'which-day' }] },
    { level: 'B', name: '主动提问', when: [{ fact: 'questions', atLeast: 1 }] },
    { level: 'C', name: '其他', when: [] },
  ],
};

/** 活动邀约: tells of an event, asks for interest and the day, answers what people ask about it. */
export const invitation: Template = {
  plan,
  answers: { whoAreYou: [`我是${slot('company')}的智能客服，邀请您参加${slot('event')}。`] },
};
