import type { Plan } from '@lianxian/core';
import { emptyPlan } from './empty.ts';
import { answers, asks, common, ends, mainFlow, says, slot, variable } from './parts.ts';

/** 预约提醒: time and place of an appointment, confirmed or moved to another day. */
export const reminder: Plan = {
  ...emptyPlan,
  variables: [
    variable('company', '门店名称', '我们门店'),
    variable('time', '预约时间', '明天'),
    variable('place', '地点', '门店'),
    variable('newDay', '改约日期'),
  ],
  flows: [
    mainFlow('opening', [
      says(
        'opening',
        '提醒预约',
        [1, 0],
        [`您好，这里是${slot('company')}的智能客服，提醒您预约了${slot('time')}到${slot('place')}，您能按时来吗？`],
        {
          yes: 'confirmed',
          other: 'ask-again',
          no: 'move',
          refuse: 'cancel',
          silence: 'unsure',
          notUnderstood: 'ask-again',
        },
      ),
      says('ask-again', '再确认', [1, 1], ['不好意思，请您说「能来」或者「来不了」。'], {
        yes: 'confirmed',
        other: 'unsure',
        no: 'move',
        refuse: 'cancel',
        silence: 'unsure',
        notUnderstood: 'unsure',
      }),
      says('move', '问要不要改', [2, 1], ['没关系，要不要帮您改一天？'], {
        yes: 'new-day',
        other: 'new-day',
        no: 'cancel',
        refuse: 'cancel',
        silence: 'unsure',
        notUnderstood: 'unsure',
      }),
      asks('new-day', '问改到哪天', [2, 2], ['您想改到哪一天？'], {
        variable: 'newDay',
        accepts: { type: 'date' },
        ways: { collected: 'moved', refuse: 'cancel', silence: 'unsure', notUnderstood: 'unsure' },
      }),
      ends('confirmed', '已确认', [0, 2], ['好的，我们等您来，路上注意安全，再见。']),
      ends('moved', '已改约', [2, 3], [`好的，已经帮您记下改到${slot('newDay')}，会有同事再和您确认，再见。`]),
      ends('cancel', '取消', [3, 2], ['好的，这次先帮您取消，需要时随时联系我们，再见。']),
      ends('unsure', '没有确认', [1, 2], ['那我们先保留您的预约，有变化请联系门店，再见。']),
    ]),
  ],
  intents: [
    ...emptyPlan.intents.map(intent => {
      if (intent.id === 'yes') return { ...intent, words: [...intent.words, '能来', '会来', '准时', '到时候见'] };
      if (intent.id === 'no')
        return { ...intent, words: [...intent.words, '来不了', '去不了', '没空', '有事', '改天'] };
      return intent;
    }),
  ],
  knowledge: [
    ...emptyPlan.knowledge,
    answers(
      'place',
      '问地点',
      ['在哪里', '地址', '怎么去', '什么位置'],
      [`地点是${slot('place')}，稍后可以查看短信里的地址。`],
    ),
    answers('bring', '问要带什么', ['带什么', '要准备什么', '带证件'], ['带上身份证件就可以。']),
    common(
      'whoAreYou',
      '你是谁',
      ['你是谁', '哪里打来', '你哪位'],
      [`我是${slot('company')}的智能客服，提醒您${slot('time')}的预约。`],
    ),
    common('repeat', '请重复', ['再说一遍', '没听清', '说什么'], ['好的，我再说一遍。']),
  ],
  levelRules: [
    { level: 'A', name: '确认到场', when: [{ fact: 'passedNode', node: 'confirmed' }] },
    { level: 'B', name: '改约', when: [{ fact: 'answered', variable: 'newDay' }] },
    { level: 'D', name: '取消', when: [{ fact: 'passedNode', node: 'cancel' }] },
    { level: 'C', name: '其他', when: [] },
  ],
};
