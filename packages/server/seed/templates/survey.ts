import { canvasSpot, type Plan } from '@lianxian/core';
import { emptyPlan } from './empty.ts';
import { answers, asks, ends, mainFlow, refused, says, slot, type Template, variable } from './parts.ts';

const plan: Plan = {
  ...emptyPlan,
  variables: [
    variable('company', '公司名称', '我们公司'),
    variable('service', '服务内容', '最近一次服务'),
    variable('mark', '评分'),
    variable('reason', '原因'),
  ],
  flows: [
    mainFlow('opening', [
      says(
        'opening',
        '开场白',
        [1, 0],
        [`您好，我是${slot('company')}的智能客服，想就${slot('service')}做一个半分钟的回访，现在方便吗？`],
        {
          yes: 'mark',
          other: 'mark',
          no: 'bye',
          refuse: 'bye',
          silence: 'bye',
          notUnderstood: 'bye',
        },
      ),
      asks('mark', '打分', [1, 1], ['请您打个分，一分到五分，五分最满意。'], {
        variable: 'mark',
        accepts: { type: 'number', min: 1, max: 5 },
        ways: {
          collected: 'good-or-bad',
          refuse: 'bye',
          silence: 'bye',
          notUnderstood: 'bye',
        },
      }),
      {
        kind: 'condition',
        id: 'good-or-bad',
        name: '满意还是不满意',
        at: canvasSpot(1, 2),
        branches: [{ when: { variable: 'mark', is: 'less', value: '4' }, to: 'why' }],
        otherwise: 'thanks',
      },
      asks('why', '追问原因', [2, 2], ['非常抱歉没有让您满意，方便说说是哪里做得不好吗？'], {
        variable: 'reason',
        accepts: { type: 'text' },
        ways: {
          collected: 'noted',
          refuse: 'noted',
          silence: 'noted',
          notUnderstood: 'noted',
        },
      }),
      ends('noted', '记下意见', [2, 3], ['您的意见已经记下，会有专人跟进处理，感谢您，再见。']),
      ends('thanks', '感谢', [1, 3], ['谢谢您的好评，祝您生活愉快，再见。']),
      ends('bye', '礼貌结束', [0, 1], ['好的，打扰您了，再见。']),
    ]),
  ],
  knowledge: [answers('use', '问用途', ['有什么用', '干什么用', '为什么问'], ['只用来改进服务，不会泄露您的信息。'])],
  levelRules: [
    { level: 'A', name: '要人工跟进', when: [{ fact: 'metIntent', intent: 'common-wantsPerson' }] },
    { level: 'B', name: '不满意', when: [{ fact: 'passedNode', node: 'why' }] },
    { level: 'C', name: '已评分', when: [{ fact: 'answered', variable: 'mark' }] },
    refused,
    { level: 'E', name: '其他', when: [] },
  ],
};

/** 满意度回访: a mark, the reason of a bad one, and a person for who asks for one. */
export const survey: Template = {
  plan,
  answers: { whoAreYou: [`我是${slot('company')}的智能客服，做一个简短的回访。`] },
};
