import { canvasSpot } from '@lianxian/core';
import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import {
  anotherDay,
  answered,
  guideOf,
  knows,
  levelsOf,
  passed,
  refuses,
  rule,
  silent,
  type TradePlan,
  talk,
  yesBy,
} from './parts.ts';

const lost = { silence: 'bye', notUnderstood: 'bye' };

/** 医美回访: himself first, then how he is; whoever is unwell is called by a doctor, the others come for a check. */
export const beautyFollowUp: TradePlan = {
  title: '医美术后回访',
  trade: 'beauty',
  says:
    '项目做完几天后的关怀回访：先确认是本人，再问恢复情况；有不适的登记后请医生回电，正常的提醒护理、约复查。' +
    '适合医疗美容和皮肤管理机构。不判断病情、不承诺效果、不推销新项目。',
  note: '不适分四类并问持续几天，重的提醒马上就医。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '机构名称', '我们机构'),
      variable('name', '姓名', '机主'),
      variable('item', '项目名称', '项目'),
      variable('feel', '恢复情况'),
      variable('days', '不适天数'),
      variable('day', '复查时间'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '核对本人',
          [1, 0],
          [
            `您好，我是${slot('company')}的智能回访助手，请问您是${slot('name')}本人吗？`,
            `请问您是${slot('name')}本人吗？`,
          ],
          { ...lost, yes: 'convenient', other: 'bye', no: 'stranger', refuse: 'stranger' },
        ),
        says('convenient', '说明来意', [1, 1], ['来问问您的恢复情况，耽误您一分钟，可以吗？'], {
          ...lost,
          yes: 'feel',
          other: 'feel',
          notUnderstood: 'feel',
          no: 'later',
          refuse: 'sorry',
          'intent:fine': 'care',
        }),
        asks(
          'feel',
          '问恢复情况',
          [1, 2],
          [`做完${slot('item')}这几天，是都正常，还是有红肿、疼痛，或者别的不舒服？`],
          {
            variable: 'feel',
            accepts: {
              type: 'choice',
              options: [
                { value: '正常', words: ['正常', '挺好', '没有不舒服', '没什么不舒服', '恢复得好', '还行'] },
                { value: '红肿', words: ['红肿', '有点红', '有点肿', '肿', '发红'] },
                { value: '疼痛', words: ['疼', '有点疼', '很疼', '还疼', '痛', '疼痛'] },
                { value: '其他不适', words: ['不舒服', '痒', '有点痒', '很痒', '发炎', '发烧', '流脓', '出血'] },
              ],
            },
            ways: { ...lost, collected: 'normal', refuse: 'sorry', notUnderstood: 'doctor', 'intent:fine': 'care' },
          },
        ),
        {
          kind: 'condition',
          id: 'normal',
          name: '正常还是不适',
          at: canvasSpot(1, 3),
          branches: [{ when: { variable: 'feel', is: 'equal', value: '正常' }, to: 'care' }],
          otherwise: 'how-long',
        },
        asks('how-long', '问几天了', [2, 4], ['谢谢您告诉我。这样有几天了？'], {
          variable: 'days',
          accepts: { type: 'number', min: 0, max: 90 },
          ways: { collected: 'doctor', refuse: 'doctor', silence: 'doctor', notUnderstood: 'doctor' },
        }),
        says('doctor', '请医生回电', [2, 5], ['我不能判断病情，请医生今天给您回电，您看可以吗？'], {
          yes: 'urgent',
          other: 'urgent',
          no: 'see-doctor',
          refuse: 'see-doctor',
          silence: 'urgent',
          notUnderstood: 'urgent',
        }),
        says('care', '问清不清楚护理', [1, 4], ['那就好。平时怎么护理，医生交代的您都清楚吗？'], {
          yes: 'checkup',
          other: 'checkup',
          no: 'told-care',
          refuse: 'checkup',
          silence: 'checkup',
          notUnderstood: 'checkup',
        }),
        says('told-care', '提醒护理', [0, 5], ['护理以医嘱为准，注意事项请护士再发您一份，可以吗？'], {
          yes: 'checkup',
          other: 'checkup',
          no: 'checkup',
          refuse: 'checkup',
          silence: 'checkup',
          notUnderstood: 'checkup',
        }),
        asks('checkup', '约复查', [1, 6], ['好的。医生想看看恢复情况，您哪天过来复查方便？'], {
          variable: 'day',
          accepts: {
            type: 'date',
            within: {
              hours: { from: 540, to: 1_080 },
              daysAhead: 30,
              sentence: '复查在早上九点到下午六点，一个月以内您看哪天？',
            },
          },
          ways: {
            collected: 'booked',
            no: 'no-checkup',
            refuse: 'no-checkup',
            silence: 'undecided',
            notUnderstood: 'undecided',
          },
        }),
        ends('booked', '约好复查', [1, 7], [`好的，${slot('day')}请您过来复查，有不舒服随时联系我们，再见。`]),
        ends('undecided', '复查没定', [2, 7], ['没关系，您方便了再约，有不舒服随时联系我们，再见。']),
        ends('no-checkup', '不复查', [0, 7], ['好的，那您多留意，有不舒服随时联系我们，再见。']),
        ends('urgent', '医生回电', [2, 6], ['已经登记，医生会尽快联系您。要是加重，请马上到医院看，再见。']),
        ends('see-doctor', '自己就医', [3, 6], ['好的，那您多留意，要是加重请马上到医院看，再见。']),
        says('later', '改天再问', [0, 2], ['那我改天再问您，可以吗？'], anotherDay),
        ends('stranger', '不是本人', [3, 1], ['不好意思，打扰您了，再见。']),
        ends('sorry', '礼貌结束', [3, 3], ['好的，打扰您了，有不舒服随时联系我们，再见。']),
        ends('bye', '结束', [-1, 3], ['好的，那先不打扰您了，再见。']),
      ]),
    ],
    intents: [
      ...yesBy('清楚', '知道', '晓得', '明白'),
      {
        id: 'fine',
        name: '都好',
        priority: 6,
        words: ['都挺好', '都正常', '一切正常', '没事', '没问题都好', '恢复得很好'],
      },
    ],
    knowledge: [
      knows(
        'effect',
        ['问效果', '效果', '能维持多久', '什么时候见效', '有没有效果'],
        ['我怎么看不出来有变化'],
        ['效果因人而异，我不能承诺，复查时请医生当面看。'],
      ),
      knows(
        'water',
        ['问碰水', '碰水', '洗脸', '洗澡', '能洗'],
        ['几天以后可以沾水'],
        ['能不能碰水以医嘱为准，拿不准的先别碰，我请护士回复您。'],
      ),
      knows(
        'food',
        ['问忌口', '忌口', '能不能吃', '喝酒', '吃辣', '海鲜'],
        ['饮食上有什么要注意'],
        ['饮食按医生交代的来，一般先清淡一些，具体以医嘱为准。'],
      ),
      knows(
        'makeup',
        ['问化妆', '化妆', '护肤品', '防晒', '面膜'],
        ['什么时候可以用原来的水乳'],
        ['用什么、什么时候用，请以医嘱为准，我可以请护士告诉您。'],
      ),
      knows(
        'cost',
        ['问复查费用', '复查要钱', '多少钱', '收费', '费用'],
        ['过去检查一下要不要花钱'],
        ['复查收不收费请看您的单子，到院前护士会和您说清楚。'],
      ),
      knows(
        'where',
        ['问地址', '在哪里', '地址', '怎么去', '哪个门诊'],
        ['复查去什么地方'],
        ['还是您做项目的门诊，到了找前台就行。'],
      ),
    ],
    levelRules: levelsOf(
      { ...rule('A', '身体不适，请医生回电', passed('urgent')), tags: ['不适'] },
      rule('A', '约好复查', answered('day')),
      { ...rule('B', '身体不适，自己就医', passed('see-doctor')), tags: ['不适'] },
      rule('B', '恢复正常，复查没定', passed('undecided')),
      rule('C', '恢复正常，不复查', passed('no-checkup')),
      refuses,
      rule('F', '不是本人', passed('stranger')),
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能回访助手，只和${slot('name')}本人说。`] },
  guide: guideOf(
    [
      '1',
      '客户现在的情况？',
      [
        ['正常', '3'],
        ['不适', '2'],
      ],
    ],
    [
      '2',
      '不适是哪一种？',
      [
        ['红肿', '3'],
        ['疼痛', '3'],
        ['发热', '3'],
        ['渗出', '3'],
      ],
      'several',
    ],
    ['3', '已经怎么安排？', ['医生回电', '到院复查', '急诊']],
  ),
  tests: [
    talk('本人，都正常，约周六复查', ['我是', '可以', '都挺正常的', '清楚', '周六上午'], {
      path: ['opening', 'convenient', 'feel', 'normal', 'care', 'checkup', 'booked'],
      answers: { day: '周六上午' },
      level: 'A',
    }),
    talk('有点红肿三天了，请医生回电', ['是的', '你说', '有点红肿', '三天了', '好的'], {
      path: ['feel', 'normal', 'how-long', 'doctor', 'urgent'],
      answers: { feel: '红肿', days: '3' },
      level: 'A',
      says: ['我不能判断病情', '请马上到医院看'],
    }),
    talk('疼，但不要医生回电', ['是我', '可以', '有点疼', '两天', '不行'], {
      path: ['how-long', 'doctor', 'see-doctor'],
      answers: { feel: '疼痛' },
      level: 'B',
    }),
    talk('痒，不想说几天', ['是我', '可以', '有点痒', '不需要', '可以'], {
      path: ['how-long', 'doctor', 'urgent'],
      answers: { feel: '其他不适' },
      level: 'A',
    }),
    talk('护理不清楚，再发一份', ['是本人', '可以', '正常', '不清楚，没有讲', '好的', '周五下午'], {
      path: ['care', 'told-care', 'checkup', 'booked'],
      level: 'A',
    }),
    talk('一来就说一切正常', ['我是', '一切正常', '知道', '周四上午'], {
      path: ['convenient', 'care', 'checkup', 'booked'],
      avoids: ['feel'],
      level: 'A',
    }),
    talk('恢复得好，不复查', ['我是', '可以', '恢复得很好', '知道的', '不用了'], {
      path: ['care', 'checkup', 'no-checkup'],
      level: 'C',
    }),
    talk('复查哪天说不上来', ['我是', '可以', '正常', '清楚', silent], { path: ['checkup', 'undecided'], level: 'B' }),
    talk('不是本人，不说项目', ['不是'], { path: ['opening', 'stranger'], avoids: ['convenient'], level: 'F' }),
    talk('没兴趣听', ['没兴趣'], { path: ['opening', 'stranger'], level: 'E' }),
    talk('说明来意后不需要', ['是我', '没兴趣'], { path: ['convenient', 'sorry'], avoids: ['feel'], level: 'E' }),
    talk('问到恢复不想说', ['是我', '可以', '没兴趣'], { path: ['feel', 'sorry'], level: 'E' }),
    talk('不方便，改天', ['是我', '不方便', '好的'], { path: ['convenient', 'later', 'bye'], level: 'D' }),
    talk('不方便，也不要改天', ['是我', '不方便', '不行'], { path: ['later', 'sorry'], level: 'D' }),
    talk('问效果，不承诺', ['是我', '怎么看不出效果', '可以', '正常', '清楚', '周日上午'], {
      path: ['convenient', 'effect', 'feel', 'booked'],
      says: '我不能承诺',
      level: 'A',
    }),
    talk('晚上八点不能复查', ['是我', '可以', '正常', '清楚', '明天晚上八点', '明天上午十点'], {
      path: ['checkup', 'booked'],
      says: '复查在早上九点到下午六点',
      answers: { day: '明天 10:00' },
      level: 'A',
    }),
    talk('周五改成周六', ['是我', '可以', '正常', '清楚', '周五上午，不对，周六上午'], {
      path: ['checkup', 'booked'],
      answers: { day: '周六上午' },
      level: 'A',
    }),
    talk('你是谁', ['你是谁', '我是', '可以', '正常', '清楚', '周六上午'], {
      path: ['common-whoAreYou', 'booked'],
      level: 'A',
    }),
    talk('在上班', ['我在上班呢', '今天晚上七点'], { path: ['common-busy', 'common-busy-kept'], level: 'C' }),
    talk('护理资料不用发，复查不行', ['我是', '可以', '正常', '没有讲过', '不行', '不行'], {
      path: ['care', 'told-care', 'checkup', 'no-checkup'],
      level: 'C',
    }),
    talk('不方便，也没兴趣', ['是我', '不方便', '没兴趣'], { path: ['later', 'sorry'], level: 'E' }),
    talk('疼，不愿医生来电', ['是我', '可以', '有点疼', '五天', '没兴趣'], {
      path: ['how-long', 'doctor', 'see-doctor'],
      answers: { days: '5' },
      level: 'B',
    }),
    talk('不出声', [silent], { path: ['opening', 'bye'], level: 'F' }),
  ],
};
