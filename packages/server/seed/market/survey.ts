import { canvasSpot } from '@lianxian/core';
import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import { answered, guideOf, hears, knows, levelsOf, met, passed, rule, silent, type TradePlan, talk } from './parts.ts';

const lost = { refuse: 'bye', silence: 'bye', notUnderstood: 'bye' };

/** 满意度回访: a mark, the reason of a bad one, what was best of a good one, and a person for who wants to be called. */
export const survey: TradePlan = {
  title: '满意度回访',
  trade: 'surveys',
  says:
    '服务完成以后打一个一分钟的回访：请客户打一到五分，低分问清楚是哪方面、怎么回事，愿意的约专人回电；高分问最满意什么。' +
    '适合餐饮、家政、维修、物业等想知道服务做得怎么样的公司。',
  note: '低分分四类原因，能约专人回电，全程不推销。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '公司名称', '我们公司'),
      variable('service', '服务内容', '最近一次服务'),
      variable('mark', '评分'),
      variable('kind', '不满意的方面'),
      variable('reason', '原因'),
      variable('best', '最满意的方面'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '开场白',
          [1, 0],
          [
            `您好，我是${slot('company')}的智能客服，想就${slot('service')}做一个半分钟的回访，现在方便吗？`,
            `就是想听听您对${slot('service')}的看法，半分钟就好，方便吗？`,
          ],
          { ...lost, yes: 'mark', other: 'mark', notUnderstood: 'mark', no: 'short' },
        ),
        says('short', '只问一个问题', [0, 1], ['就一个问题，十秒钟，您打个分就好，可以吗？'], {
          ...lost,
          yes: 'mark',
          other: 'bye',
          no: 'bye',
        }),
        asks('mark', '打分', [1, 1], ['请您打个分，一分到五分，五分最满意。'], {
          variable: 'mark',
          accepts: { type: 'number', min: 1, max: 5 },
          ways: { ...lost, collected: 'good-or-bad', 'intent:content': 'best', 'intent:unhappy': 'which' },
        }),
        {
          kind: 'condition',
          id: 'good-or-bad',
          name: '满意还是不满意',
          at: canvasSpot(1, 2),
          branches: [{ when: { variable: 'mark', is: 'less', value: '4' }, to: 'which' }],
          otherwise: 'best',
        },
        asks('which', '问哪方面', [2, 3], ['抱歉没让您满意。主要是态度、等待时间、质量，还是价格？'], {
          variable: 'kind',
          accepts: {
            type: 'choice',
            options: [
              { value: '服务态度', words: ['态度', '不耐烦', '不理人', '没礼貌'] },
              { value: '等待时间', words: ['等待', '时间', '太慢', '等太久', '等了很久', '拖'] },
              { value: '服务质量', words: ['质量', '没弄好', '没修好', '不干净', '做得不好', '效果'] },
              { value: '价格', words: ['价格', '太贵', '收费', '乱收费'] },
            ],
          },
          ways: { collected: 'why', refuse: 'noted', silence: 'noted', notUnderstood: 'why' },
        }),
        hears('why', '追问原因', [2, 4], {
          sentence: '谢谢您告诉我。具体是怎么回事？您说，我记下来。',
          variable: 'reason',
          to: 'call-you',
          lost: 'noted',
        }),
        says('call-you', '问要不要回电', [2, 5], ['记下了。需要负责的同事给您回个电话吗？'], {
          yes: 'promised',
          other: 'noted',
          no: 'noted',
          refuse: 'noted',
          silence: 'noted',
          notUnderstood: 'noted',
        }),
        asks('best', '最满意什么', [0, 3], ['谢谢您。您最满意的是态度、速度、质量，还是价格？'], {
          variable: 'best',
          accepts: {
            type: 'choice',
            options: [
              { value: '态度', words: ['态度', '热情', '客气', '耐心', '有礼貌'] },
              { value: '速度', words: ['速度', '快', '准时', '及时'] },
              { value: '质量', words: ['质量', '做得好', '仔细', '干净', '专业'] },
              { value: '价格', words: ['价格', '便宜', '实惠', '划算'] },
            ],
          },
          ways: {
            collected: 'thanks',
            refuse: 'thanks',
            silence: 'thanks',
            notUnderstood: 'thanks',
            'intent:all': 'thanks',
          },
        }),
        ends('promised', '答应回电', [2, 6], ['好的，同事一个工作日内联系您，谢谢您的意见，再见。']),
        ends('noted', '记下意见', [3, 6], ['您的意见已经记下，我们会改进，感谢您，再见。']),
        ends('thanks', '感谢', [0, 4], ['谢谢您的好评，祝您生活愉快，再见。']),
        ends('bye', '礼貌结束', [-1, 2], ['好的，打扰您了，再见。']),
      ]),
    ],
    intents: [
      ...emptyPlan.intents,
      { id: 'unhappy', name: '不满意', priority: 7, words: ['不满意', '很差', '太差', '不好', '差劲'] },
      { id: 'all', name: '都满意', priority: 8, words: ['都好', '都挺好', '都满意', '都不错', '没有不满意'] },
      { id: 'content', name: '满意', priority: 6, words: ['满意', '挺好', '很好', '不错', '蛮好'] },
    ],
    knowledge: [
      knows(
        'use',
        ['问用途', '有什么用', '干什么用', '为什么问'],
        ['你们问这个打算做什么'],
        ['只用来改进服务，不会泄露您的信息。'],
      ),
      knows('how-long', ['问多久', '多久', '几分钟', '多长时间'], ['要问我几个问题'], ['就两三个问题，不到一分钟。']),
      knows(
        'which-service',
        ['问哪次', '哪一次', '什么服务', '哪次服务'],
        ['你说的是我哪一回消费'],
        [`是${slot('service')}，您就说说当时的感受。`],
      ),
      knows(
        'gift',
        ['问好处', '有礼物', '有奖', '有什么好处', '送东西'],
        ['打了分有没有奖励'],
        ['这次回访没有礼品，也绝对不会向您收费。'],
      ),
      knows(
        'scale',
        ['问怎么打分', '怎么打分', '几分最好', '满分'],
        ['五分代表什么意思'],
        ['一分最不满意，五分最满意，您凭感觉说就行。'],
      ),
      knows(
        'private',
        ['问保密', '保密', '会不会告诉', '他知道'],
        ['给我服务的人会知道是我打的分吗'],
        ['打分只有负责回访的同事看得到，不会告诉服务人员。'],
      ),
    ],
    levelRules: levelsOf(
      { ...rule('A', '不满意，要回电', passed('promised')), tags: ['不满意', '要回电'] },
      { ...rule('A', '不满意', passed('which')), tags: ['不满意'] },
      rule('A', '已评分', answered('mark'), passed('best')),
      rule('B', '要人工跟进', met('common-wantsPerson')),
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能客服，做一个简短的回访。`] },
  guide: guideOf(
    [
      '1',
      '客户不满意的是什么？',
      [
        ['态度', '2'],
        ['时间', '2'],
        ['质量', '2'],
        ['价格', '2'],
      ],
    ],
    [
      '2',
      '希望怎么处理？',
      [
        ['道歉', '3'],
        ['返工', '3'],
        ['退款', '3'],
      ],
    ],
    ['3', '处理以后还满意吗？', ['满意', '一般', '不满意']],
  ),
  tests: [
    talk('五分，最满意师傅', ['方便', '五分', '来得很快'], {
      path: ['opening', 'mark', 'good-or-bad', 'best', 'thanks'],
      answers: { mark: '5', best: '速度' },
      level: 'A',
    }),
    talk('两分，嫌等太久，要回电', ['可以', '两分', '等太久了', '约好九点，十一点才来', '需要'], {
      path: ['good-or-bad', 'which', 'why', 'call-you', 'promised'],
      answers: { mark: '2', kind: '等待时间' },
      level: 'A',
      says: '同事一个工作日内联系您',
    }),
    talk('三分，不用回电', ['可以', '三分', '价格太贵', '师傅临时加了两样东西', '不用了'], {
      path: ['which', 'why', 'call-you', 'noted'],
      answers: { mark: '3', kind: '价格' },
      level: 'A',
    }),
    talk('不用数字，说挺好的', ['方便', '挺好的', '态度热情'], {
      path: ['mark', 'best', 'thanks'],
      avoids: ['which'],
      level: 'A',
    }),
    talk('不用数字，说很差', ['方便', '不满意', '质量', '弄完还是漏水', '不行'], {
      path: ['mark', 'which', 'why', 'noted'],
      avoids: ['best'],
      level: 'A',
    }),
    talk('不方便，只问一个', ['不方便', '行吧', '四分', '质量'], {
      path: ['opening', 'short', 'mark', 'best', 'thanks'],
      answers: { mark: '4' },
      level: 'A',
    }),
    talk('不方便，一个也不答', ['不方便', '不行'], { path: ['short', 'bye'], avoids: ['mark'], level: 'D' }),
    talk('不需要回访', ['不需要'], { path: ['opening', 'bye'], level: 'E' }),
    talk('只问一个也不要', ['不方便', '不用了'], { path: ['short', 'bye'], level: 'E' }),
    talk('不愿打分', ['你说', '不需要'], { path: ['mark', 'bye'], level: 'E' }),
    talk('四分改成三分', ['可以', '四分，不对，三分', '态度', '说话不耐烦', '好的'], {
      path: ['which', 'promised'],
      answers: { mark: '3', kind: '服务态度' },
      level: 'A',
    }),
    talk('问做什么用', ['你们问这个有什么用', '可以', '五分', '都好'], {
      path: ['use', 'mark', 'thanks'],
      says: '不会泄露您的信息',
      level: 'A',
    }),
    talk('要真人', ['方便', '转人工', '明天上午'], {
      path: ['common-wantsPerson', 'common-wantsPerson-kept'],
      answers: { callbackTime: '明天上午' },
      level: 'B',
    }),
    talk('在开会', ['我在开会', '明天下午'], { path: ['common-busy', 'common-busy-kept'], level: 'C' }),
    talk('打错了', ['打错了'], { avoids: ['mark'], level: 'F' }),
    talk('低分，不想说哪方面', ['方便', '一分', '没兴趣说'], { path: ['which', 'noted'], level: 'A' }),
    talk('不出声', [silent], { path: ['opening', 'bye'], level: 'F' }),
  ],
};
