import { canvasSpot } from '@lianxian/core';
import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import { anotherDay, answered, guideOf, knows, levelsOf, passed, rule, silent, type TradePlan, talk } from './parts.ts';

const lost = { refuse: 'sorry', silence: 'bye', notUnderstood: 'bye' };
const undecided = { silence: 'undecided', notUnderstood: 'undecided' };

/** 活动邀约: tells of an event, asks for interest, the day and how many come; a large party is called by a person. */
export const invitation: TradePlan = {
  title: '活动邀约',
  trade: 'events',
  says:
    '邀请客户参加线下活动：说清楚是谁、什么活动，问有没有兴趣、哪天来、几个人来，并回答常见问题。' +
    '适合门店开放日、新品体验、沙龙和讲座的邀约。婉拒时只挽留一次，明确拒绝就礼貌结束。',
  note: '登记日期和人数，五人以上请同事另行安排。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '公司名称', '我们公司'),
      variable('event', '活动名称', '周末的体验活动'),
      variable('day', '到场日期'),
      variable('people', '到场人数'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '开场白',
          [1, 0],
          [
            `您好，我是${slot('company')}的智能客服，给您打电话是想邀请您参加${slot('event')}，现在方便听一下吗？`,
            `就是想邀请您参加${slot('event')}，您现在方便听一下吗？`,
          ],
          { ...lost, yes: 'offer', other: 'offer', notUnderstood: 'offer', no: 'later' },
        ),
        says(
          'offer',
          '介绍活动',
          [1, 1],
          [
            '活动全程免费，有专人接待，大约一个小时。您有没有兴趣来看看？',
            '这次名额不多，来的朋友都有一份小礼物，您想来吗？',
          ],
          { ...lost, yes: 'which-day', other: 'which-day', no: 'keep', 'intent:joined': 'met-before' },
        ),
        says('met-before', '来过的老朋友', [0, 2], ['您来过呀，谢谢支持。这次的内容和上次不一样，想再来看看吗？'], {
          ...lost,
          yes: 'which-day',
          other: 'which-day',
          no: 'sorry',
        }),
        says('keep', '挽留一次', [2, 1], ['没关系，只是了解一下，不会向您推销，您要不要先留个名额？'], {
          ...lost,
          yes: 'which-day',
          other: 'sorry',
          no: 'sorry',
        }),
        asks('which-day', '问到场日期', [1, 2], ['太好了，您哪一天过来方便？'], {
          variable: 'day',
          accepts: { type: 'date' },
          ways: { ...undecided, collected: 'how-many', refuse: 'sorry' },
        }),
        asks('how-many', '问人数', [1, 3], ['好的，您一共几个人来？'], {
          variable: 'people',
          accepts: { type: 'number', min: 1, max: 20 },
          ways: {
            collected: 'party',
            refuse: 'booked',
            silence: 'booked',
            notUnderstood: 'booked',
            'intent:alone': 'booked',
          },
        }),
        {
          kind: 'condition',
          id: 'party',
          name: '人多不多',
          at: canvasSpot(1, 4),
          branches: [{ when: { variable: 'people', is: 'greater', value: '5' }, to: 'booked-party' }],
          otherwise: 'booked',
        },
        ends('booked', '登记成功', [1, 5], [`好的，已经帮您登记在${slot('day')}，到时候等您来，再见。`]),
        ends(
          'booked-party',
          '人多，另行安排',
          [2, 5],
          [`好的，先登记在${slot('day')}。人多我请同事帮您安排座位，会提前联系您，再见。`],
        ),
        ends('undecided', '日期未定', [2, 3], ['没关系，日期我们再和您确认，感谢您的关注，再见。']),
        says('later', '改天再说', [0, 1], ['那我改天再打给您，可以吗？'], anotherDay),
        ends('sorry', '礼貌结束', [3, 2], ['好的，打扰您了，祝您生活愉快，再见。']),
        ends('bye', '结束', [-1, 2], ['好的，那先不打扰您了，再见。']),
      ]),
    ],
    intents: [
      ...emptyPlan.intents,
      { id: 'joined', name: '参加过', priority: 6, words: ['参加过', '去过了', '来过了', '上次去了', '上回去了'] },
      { id: 'alone', name: '一个人', priority: 6, words: ['就我自己', '我自己来', '就我一个'] },
    ],
    knowledge: [
      knows(
        'price',
        ['问费用', '多少钱', '收费', '要钱', '免费吗', '费用'],
        ['参加活动要不要花钱', '会不会到了现场才收钱'],
        ['活动是免费的，不收任何费用。'],
      ),
      knows(
        'place',
        ['问地点', '在哪里', '哪里', '地址', '什么地方', '怎么去'],
        ['活动在什么地方办', '坐车怎么到你们那儿'],
        ['地址稍后用短信发给您，有专人接待。'],
      ),
      knows(
        'how-long',
        ['问时长', '多久', '多长时间', '几个小时'],
        ['要待多长时间才能走'],
        ['大约一个小时，来去自由。'],
      ),
      knows(
        'bring',
        ['问带什么', '带什么', '要准备', '带东西'],
        ['去的时候需要准备什么东西'],
        ['什么都不用带，报一下登记的手机号就能进。'],
      ),
      knows(
        'gift',
        ['问礼物', '礼物', '礼品', '赠品', '好处'],
        ['来参加有没有东西送'],
        ['现场有一份小礼物，到了就能领，不用消费。'],
      ),
      knows(
        'company-with',
        ['问带人', '带人', '带孩子', '带家人', '带朋友', '能带'],
        ['我能不能和朋友一起过来'],
        ['可以的，家人朋友一起来都欢迎。'],
      ),
    ],
    levelRules: levelsOf(rule('A', '已登记日期', answered('day')), rule('B', '有兴趣，日期没定', passed('which-day'))),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能客服，邀请您参加${slot('event')}。`] },
  guide: guideOf(
    [
      '1',
      '客户对活动的兴趣？',
      [
        ['一定来', '2'],
        ['尽量来', '2'],
        ['还没定', '3'],
      ],
    ],
    ['2', '怎么过来？', ['自己开车', '公共交通', '需要接送']],
    ['3', '主要顾虑是什么？', ['时间', '距离', '怕推销'], 'several'],
  ),
  tests: [
    talk('一路答应，三个人来', ['方便', '好啊', '周六上午', '三个人'], {
      path: ['opening', 'offer', 'which-day', 'how-many', 'party', 'booked'],
      answers: { day: '周六上午', people: '3' },
      level: 'A',
      says: '已经帮您登记在周六上午',
    }),
    talk('人多的请同事安排', ['可以', '想去', '周日下午', '我们八个人'], {
      path: ['how-many', 'party', 'booked-party'],
      answers: { people: '8' },
      level: 'A',
    }),
    talk('就自己一个人', ['可以', '好的', '周六下午', '就我自己'], {
      path: ['how-many', 'booked'],
      avoids: ['party'],
      level: 'A',
    }),
    talk('挽留以后愿意来', ['你说', '不行', '那可以', '周六上午', '两个'], {
      path: ['offer', 'keep', 'which-day', 'booked'],
      answers: { people: '2' },
      level: 'A',
    }),
    talk('挽留一次还是不来', ['你说', '不行', '不行'], { path: ['keep', 'sorry'], avoids: ['which-day'], level: 'D' }),
    talk('来过的客户再来', ['可以', '我上次参加过了', '可以', '周日上午', '一个人'], {
      path: ['offer', 'met-before', 'which-day', 'booked'],
      level: 'A',
    }),
    talk('来过了，不想再来', ['可以', '我去过了', '不行'], { path: ['met-before', 'sorry'], level: 'D' }),
    talk('开口就说不需要', ['不需要'], { path: ['opening', 'sorry'], avoids: ['offer'], level: 'E' }),
    talk('听完介绍说没兴趣', ['你说', '没兴趣'], { path: ['offer', 'sorry'], avoids: ['keep'], level: 'E' }),
    talk('挽留时说不用了', ['你说', '不行', '不用了'], { path: ['keep', 'sorry'], level: 'E' }),
    talk('在开车，约了明天', ['我在开车呢', '明天上午'], {
      path: ['common-busy', 'common-busy-kept'],
      answers: { callbackTime: '明天上午' },
      level: 'C',
    }),
    talk('不方便，改天再打', ['不方便', '行'], { path: ['later', 'bye'], level: 'D' }),
    talk('不方便，也别改天', ['不方便', '不行'], { path: ['later', 'sorry'], level: 'D' }),
    talk('改了一次日期', ['方便', '可以', '周五，不对，周六', '两个人'], {
      path: ['which-day', 'booked'],
      answers: { day: '周六', people: '2' },
      level: 'A',
    }),
    talk('先问要不要钱', ['方便', '参加要不要钱', '可以', '周六上午', '三个人'], {
      path: ['offer', 'price', 'which-day', 'booked'],
      says: '不收任何费用',
      level: 'A',
    }),
    talk('日期说不上来', ['方便', '好的', silent], { path: ['which-day', 'undecided'], level: 'B' }),
    talk('问到日期又不来了', ['方便', '好的', '不需要了'], { path: ['which-day', 'sorry'], level: 'B' }),
    talk('不出声', [silent], { path: ['opening', 'bye'], level: 'F' }),
  ],
};
