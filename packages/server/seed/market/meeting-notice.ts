import { canvasSpot } from '@lianxian/core';
import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import {
  answered,
  guideOf,
  hearsWhy,
  knows,
  levelsOf,
  passed,
  rule,
  silent,
  type TradePlan,
  talk,
  yesBy,
} from './parts.ts';

const unsure = { silence: 'unsure', notUnderstood: 'unsure' };

/** 会议通知: comes or not, how many and how, else a deputy or a reason; who does not know yet is asked by when. */
export const meetingNotice: TradePlan = {
  title: '会议通知',
  trade: 'events',
  says:
    '逐个通知参会人：说清会议、时间、地点，确认来不来、几个人、现场还是线上、在不在会场吃饭；不来的问有没有人代，定不下来的约好再问。' +
    '适合单位会议、培训和论坛的会务组，结果就是一张回执表。',
  note: '线上和现场分开登记，现场的再问用餐。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '主办单位', '主办方'),
      variable('name', '称呼', ''),
      variable('meeting', '会议名称', '近期的会议'),
      variable('time', '会议时间', '下周'),
      variable('place', '会议地点', '会场'),
      variable('how', '参会方式'),
      variable('people', '参会人数'),
      variable('why', '不来的原因'),
      variable('askDay', '再问的时间'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '通知会议',
          [1, 0],
          [
            `${slot('name')}您好，我是${slot('company')}的智能会务助手，通知您参加${slot('meeting')}，方便听一下吗？`,
            `我是会务组的智能助手，通知您参加${slot('meeting')}，方便听一下吗？`,
          ],
          {
            ...unsure,
            yes: 'comes',
            other: 'comes',
            notUnderstood: 'comes',
            no: 'comes-short',
            refuse: 'deputy',
            'intent:absent': 'deputy',
          },
        ),
        says('comes-short', '长话短说', [0, 1], [`就一句话：${slot('time')}开会，您能来吗？`], {
          ...unsure,
          yes: 'how',
          other: 'unsure',
          no: 'deputy',
          refuse: 'deputy',
          'intent:absent': 'deputy',
          'intent:unknown': 'ask-day',
        }),
        says('comes', '问来不来', [1, 1], [`会议时间是${slot('time')}，地点在${slot('place')}，您能参加吗？`], {
          ...unsure,
          yes: 'how',
          other: 'how',
          no: 'deputy',
          refuse: 'deputy',
          'intent:absent': 'deputy',
          'intent:unknown': 'ask-day',
        }),
        asks('how', '问参会方式', [1, 2], ['好的。您是到现场，还是线上参加？'], {
          variable: 'how',
          accepts: {
            type: 'choice',
            options: [
              { value: '现场', words: ['现场', '过去', '到场', '会场'] },
              { value: '线上', words: ['线上', '网上', '视频', '远程'] },
            ],
          },
          ways: { collected: 'which-how', refuse: 'deputy', silence: 'how-many', notUnderstood: 'how-many' },
        }),
        {
          kind: 'condition',
          id: 'which-how',
          name: '现场还是线上',
          at: canvasSpot(1, 3),
          branches: [{ when: { variable: 'how', is: 'equal', value: '线上' }, to: 'online' }],
          otherwise: 'how-many',
        },
        asks('how-many', '问几个人', [1, 4], ['好的，您那边一共几个人参加？'], {
          variable: 'people',
          accepts: { type: 'number', min: 1, max: 50 },
          ways: {
            collected: 'meal',
            refuse: 'meal',
            silence: 'meal',
            notUnderstood: 'meal',
            'intent:alone': 'meal',
          },
        }),
        says('meal', '问用餐', [1, 5], ['需要在会场安排用餐吗？'], {
          yes: 'booked-meal',
          other: 'booked',
          no: 'booked',
          refuse: 'booked',
          silence: 'booked',
          notUnderstood: 'booked',
        }),
        says('deputy', '问有没有人代', [2, 2], ['好的。您来不了的话，有同事代您参加吗？'], {
          yes: 'how-many',
          other: 'why',
          no: 'why',
          refuse: 'why',
          silence: 'declined',
          notUnderstood: 'declined',
        }),
        hearsWhy('why', '问原因', [2, 3], {
          sentence: '明白。请假原因我帮您登记一下，您说。',
          variable: 'why',
          to: 'declined',
        }),
        asks('ask-day', '问什么时候能定', [3, 2], ['没关系。您哪天能定下来？我到时候再问您。'], {
          variable: 'askDay',
          accepts: { type: 'date' },
          ways: { collected: 'asked-later', refuse: 'declined', silence: 'unsure', notUnderstood: 'unsure' },
        }),
        ends('booked', '登记参会', [1, 6], ['登记好了，请您准时参加，再见。']),
        ends('booked-meal', '登记参会和用餐', [0, 6], ['登记好了，用餐也安排上了，请您准时参加，再见。']),
        ends('online', '登记线上', [0, 4], ['登记好了，会议链接会前发给您，请留意消息，再见。']),
        ends('declined', '不参加', [2, 4], ['好的，给您登记请假，感谢您，再见。']),
        ends('asked-later', '再问', [3, 3], [`好的，${slot('askDay')}再和您确认，再见。`]),
        ends('unsure', '没有确认', [-1, 2], ['那会议通知请您再看一下消息，有问题联系会务组，再见。']),
      ]),
    ],
    intents: [
      ...yesBy('参加', '准时到', '一定到', '能去', '会去'),
      {
        id: 'absent',
        name: '来不了',
        priority: 6,
        words: ['参加不了', '来不了', '去不了', '不参加', '请假', '没时间', '没空', '在外地', '出差'],
      },
      {
        id: 'unknown',
        name: '还定不下来',
        priority: 7,
        words: ['定不下来', '不一定', '说不准', '还不确定', '到时候看', '再看看', '要看安排'],
      },
      { id: 'alone', name: '就自己', priority: 6, words: ['就我自己', '我一个人', '就我一个', '我自己'] },
    ],
    knowledge: [
      knows(
        'when',
        ['问时间', '几点', '什么时候', '哪天', '几号'],
        ['会议是从几点开始的'],
        [`会议时间是${slot('time')}，请提前十分钟签到。`],
      ),
      knows(
        'place',
        ['问地点', '在哪里', '地点', '哪个会议室', '怎么去'],
        ['开会的地方在哪儿'],
        [`地点在${slot('place')}，路线看会议通知。`],
      ),
      knows(
        'topic',
        ['问内容', '什么会', '什么内容', '议程', '讲什么', '主题'],
        ['这个会主要说哪些事情'],
        [`是${slot('meeting')}，议程和材料会前发给您。`],
      ),
      knows(
        'bring',
        ['问带什么', '带什么', '材料', '准备什么', '发言'],
        ['要不要提前准备讲话'],
        ['带上身份证件签到就行，要发言的会务组会单独通知。'],
      ),
      knows(
        'how-long',
        ['问多久', '多久', '多长时间', '几个小时', '几点结束'],
        ['要开到什么时候'],
        ['大约半天，具体以议程为准。'],
      ),
      knows(
        'stay',
        ['问住宿', '住宿', '酒店', '住哪里', '报销', '交通费'],
        ['外地来的住在什么地方'],
        ['住宿和交通的安排看会议通知，有需要会务组会联系您。'],
      ),
      knows(
        'parking',
        ['问停车', '停车', '开车', '车位'],
        ['自己开车去有地方放车吗'],
        ['会场可以停车，车位有限，建议您早点到。'],
      ),
    ],
    levelRules: levelsOf(
      rule('A', '确认参会', passed('booked'), passed('booked-meal'), passed('online')),
      rule('B', '还没定，约好再问', answered('askDay')),
      { ...rule('E', '请假', passed('declined')), tags: ['请假'] },
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能会务助手，通知您参加${slot('meeting')}。`] },
  guide: guideOf(
    [
      '1',
      '参会人能来吗？',
      [
        ['能来', '2'],
        ['派人来', '2'],
        ['不来', '3'],
      ],
    ],
    ['2', '还需要什么安排？', ['住宿', '接站', '都不用'], 'several'],
    ['3', '为什么不来？', ['时间冲突', '身体原因', '出差']],
  ),
  tests: [
    talk('到现场，三个人，安排用餐', ['方便', '能参加', '到现场', '三个人', '需要'], {
      path: ['opening', 'comes', 'how', 'which-how', 'how-many', 'meal', 'booked-meal'],
      answers: { how: '现场', people: '3' },
      level: 'A',
    }),
    talk('线上参加', ['你说', '可以', '线上吧'], {
      path: ['comes', 'how', 'which-how', 'online'],
      avoids: ['how-many'],
      answers: { how: '线上' },
      says: '会议链接会前发给您',
      level: 'A',
    }),
    talk('一个人去，不吃饭', ['可以', '参加', '现场', '就我自己', '不用'], {
      path: ['how-many', 'meal', 'booked'],
      level: 'A',
    }),
    talk('来不了，有同事代', ['方便', '我出差，去不了', '可以，有的', '两个人', '不需要'], {
      path: ['comes', 'deputy', 'how-many', 'meal', 'booked'],
      answers: { people: '2' },
      level: 'A',
    }),
    talk('来不了，也没人代', ['方便', '参加不了', '没有', '那天孩子家长会'], {
      path: ['comes', 'deputy', 'why', 'declined'],
      level: 'E',
    }),
    talk('一听就要请假', ['我请假', '没有', '家里装修'], {
      path: ['opening', 'deputy', 'why', 'declined'],
      level: 'E',
    }),
    talk('还定不下来，周五再问', ['可以', '还不确定', '周五'], {
      path: ['comes', 'ask-day', 'asked-later'],
      answers: { askDay: '周五' },
      level: 'B',
    }),
    talk('定不下来，索性不去', ['可以', '说不准', '不用了'], { path: ['ask-day', 'declined'], level: 'E' }),
    talk('周四改成周五再问', ['可以', '不一定', '周四，不对，周五'], {
      path: ['ask-day', 'asked-later'],
      answers: { askDay: '周五' },
      level: 'B',
    }),
    talk('不方便，长话短说，能来', ['不方便', '能去', '现场', '一个人', '不用'], {
      path: ['opening', 'comes-short', 'how', 'booked'],
      level: 'A',
    }),
    talk('长话短说也来不了', ['不方便', '不行', '没有', '要去医院'], {
      path: ['comes-short', 'deputy', 'why', 'declined'],
      level: 'E',
    }),
    talk('长话短说，请假', ['不方便', '去不了', '没有', silent], {
      path: ['comes-short', 'deputy', 'declined'],
      level: 'E',
    }),
    talk('长话短说，说不准', ['不方便', '还不确定', '明天上午'], {
      path: ['comes-short', 'ask-day', 'asked-later'],
      level: 'B',
    }),
    talk('没兴趣参加', ['没兴趣', '没有', '不感兴趣'], { path: ['opening', 'deputy', 'why'], level: 'E' }),
    talk('先问几点', ['方便', '几点开会', '可以', '现场', '两个', '要的'], {
      path: ['comes', 'when', 'how', 'booked-meal'],
      says: '请提前十分钟签到',
      level: 'A',
    }),
    talk('人数改了一次', ['方便', '可以', '现场', '两个人，不对，三个人', '不用'], {
      path: ['how-many', 'booked'],
      answers: { people: '3' },
      level: 'A',
    }),
    talk('你是谁', ['你哪位', '方便', '可以', '线上'], { path: ['common-whoAreYou', 'online'], level: 'A' }),
    talk('正开着会', ['我在开会', '今天下午四点'], { path: ['common-busy', 'common-busy-kept'], level: 'C' }),
    talk('不能参加，派人来', ['方便', '不行', '有的', '一个人', '不用'], {
      path: ['comes', 'deputy', 'how-many', 'booked'],
      answers: { people: '1' },
      level: 'A',
    }),
    talk('对会没兴趣', ['方便', '没兴趣', '没有', '我那天要上班，没时间'], {
      answers: { why: '我那天要上班，没时间' },
      path: ['comes', 'deputy', 'why', 'declined'],
      level: 'E',
    }),
    talk('没人代，也不想说', ['方便', '不行', '没兴趣', '没兴趣说'], {
      path: ['deputy', 'why', 'declined'],
      level: 'E',
    }),
    talk('不出声', [silent], { path: ['opening', 'unsure'], level: 'F' }),
  ],
};
