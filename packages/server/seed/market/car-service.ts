import { canvasSpot } from '@lianxian/core';
import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import {
  anotherDay,
  answered,
  guideOf,
  hears,
  knows,
  levelsOf,
  passed,
  rule,
  silent,
  type TradePlan,
  talk,
} from './parts.ts';

const lost = { refuse: 'sorry', silence: 'bye', notUnderstood: 'bye' };

/** 汽车保养: how far the car went, what is to be done, a day in the workshop's hours, and whether it is fetched. */
export const carService: TradePlan = {
  title: '汽车保养邀约',
  trade: 'cars',
  says:
    '到保养周期的车主，先问里程，再问做哪种保养、有没有别的毛病，约好到店时间，问要不要上门取车。' +
    '适合维修店、养护店请老客户回店。车卖了、刚保养过的自动放过，不再打扰。',
  note: '里程多的建议全面检查；只约营业时间，一个月以内。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '门店名称', '我们门店'),
      variable('car', '车型', '爱车'),
      variable('mileage', '里程'),
      variable('kind', '保养项目'),
      variable('trouble', '车的毛病'),
      variable('day', '到店时间'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '开场白',
          [1, 0],
          [
            `您好，我是${slot('company')}的智能客服，您的${slot('car')}该做保养了，方便说两句吗？`,
            `就是提醒您${slot('car')}该做保养了，方便说两句吗？`,
          ],
          {
            ...lost,
            yes: 'mileage',
            other: 'mileage',
            notUnderstood: 'mileage',
            no: 'later',
            'intent:sold': 'sold',
            'intent:serviced': 'next-time',
          },
        ),
        asks('mileage', '问里程', [1, 1], ['车子现在大概开了多少公里？'], {
          variable: 'mileage',
          accepts: { type: 'number', min: 0, max: 900_000 },
          ways: {
            ...lost,
            collected: 'far-driven',
            notUnderstood: 'kind',
            'intent:sold': 'sold',
            'intent:serviced': 'next-time',
          },
        }),
        {
          kind: 'condition',
          id: 'far-driven',
          name: '里程多不多',
          at: canvasSpot(1, 2),
          branches: [{ when: { variable: 'mileage', is: 'greater', value: '60000' }, to: 'check-all' }],
          otherwise: 'kind',
        },
        says('check-all', '建议全面检查', [2, 3], ['里程不少了，建议做一次全面检查，不修不收钱，您看可以吗？'], {
          ...lost,
          yes: 'day',
          other: 'kind',
          no: 'kind',
        }),
        asks('kind', '问做什么', [1, 3], ['好的。这次是常规保养，还是车子有别的毛病要看？'], {
          variable: 'kind',
          accepts: {
            type: 'choice',
            options: [
              { value: '常规保养', words: ['常规', '保养', '换机油', '小保养', '大保养'] },
              { value: '检查维修', words: ['毛病', '修', '异响', '刹车', '漏油', '亮灯', '故障'] },
            ],
          },
          ways: { ...lost, collected: 'what-for', notUnderstood: 'day' },
        }),
        {
          kind: 'condition',
          id: 'what-for',
          name: '保养还是维修',
          at: canvasSpot(1, 4),
          branches: [{ when: { variable: 'kind', is: 'equal', value: '检查维修' }, to: 'trouble' }],
          otherwise: 'day',
        },
        hears('trouble', '问什么毛病', [0, 5], {
          sentence: '好的，您说说是哪里不对劲，我先告诉师傅。',
          variable: 'trouble',
          to: 'day',
        }),
        asks('day', '约到店时间', [1, 6], ['您哪天过来方便，上午还是下午？'], {
          variable: 'day',
          accepts: {
            type: 'date',
            within: {
              hours: { from: 540, to: 1_080 },
              daysAhead: 30,
              sentence: '我们早上九点到下午六点接车，一个月以内您看哪天？',
            },
          },
          ways: { collected: 'fetch', refuse: 'sorry', silence: 'undecided', notUnderstood: 'undecided' },
        }),
        says('fetch', '问上门取车', [1, 7], ['好的。需要我们上门取车吗？'], {
          yes: 'booked-fetch',
          other: 'booked',
          no: 'booked',
          refuse: 'booked',
          silence: 'booked',
          notUnderstood: 'booked',
        }),
        ends('booked', '约好到店', [1, 8], [`好的，${slot('day')}给您留着工位，到店直接找前台，再见。`]),
        ends('booked-fetch', '约好取车', [0, 8], [`好的，${slot('day')}同事会先联系您，再上门取车，再见。`]),
        ends('undecided', '时间没定', [2, 7], ['没关系，您想好了随时联系我们，再见。']),
        ends('sold', '车卖了', [3, 1], ['好的，我把记录更新一下，以后不再提醒，打扰您了，再见。']),
        ends('next-time', '刚保养过', [3, 2], ['好的，您心里有数就好，下次到时间再提醒您，再见。']),
        says('later', '改天再说', [0, 1], ['那我改天再提醒您，可以吗？'], anotherDay),
        ends('sorry', '礼貌结束', [3, 4], ['好的，打扰您了，祝您行车平安，再见。']),
        ends('bye', '结束', [-1, 2], ['好的，那先不打扰您了，再见。']),
      ]),
    ],
    intents: [
      ...emptyPlan.intents,
      { id: 'sold', name: '车卖了', priority: 8, words: ['车卖了', '卖掉了', '卖了', '过户了', '换车了', '没有车'] },
      {
        id: 'serviced',
        name: '保养过了',
        priority: 7,
        words: ['保养过', '刚做过', '做过了', '上个月做', '刚保养', '在别处做', '别的店做'],
      },
    ],
    knowledge: [
      knows(
        'price',
        ['问费用', '多少钱', '价格', '费用', '收费', '贵不贵'],
        ['做一次保养下来要花多少'],
        ['要看车型和用的机油，到店先报价，您同意了再做。'],
      ),
      knows(
        'place',
        ['问地址', '在哪里', '地址', '怎么走', '哪个位置'],
        ['你们店开在什么地方'],
        ['就是您平时来的门店，地址稍后发给您。'],
      ),
      knows(
        'how-long',
        ['问多久', '多久', '多长时间', '几个小时', '要等'],
        ['车放你们那儿要多长时间'],
        ['常规保养一个多小时，店里有休息区。'],
      ),
      knows(
        'parts',
        ['问配件', '原厂', '配件', '机油', '什么牌子', '正品'],
        ['你们用的东西是不是真的'],
        ['配件和机油的牌子都写在单子上，换下来的旧件也给您看。'],
      ),
      knows(
        'guarantee',
        ['问质保', '质保', '保修', '脱保', '三包'],
        ['不在你们这里做影响保修吗'],
        ['质保怎么算以您的保修手册为准，到店我们帮您核对。'],
      ),
      knows(
        'hours',
        ['问营业时间', '几点开门', '几点下班', '周末上班', '营业'],
        ['礼拜天你们开不开门'],
        ['每天早上九点到下午六点都接车，周末也上班。'],
      ),
    ],
    levelRules: levelsOf(
      rule('F', '车卖了', passed('sold')),
      rule('A', '约好到店时间', answered('day')),
      rule('B', '愿意来，时间没定', passed('day')),
      rule('D', '刚保养过', passed('next-time')),
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能客服，提醒您车子该保养了。`] },
  guide: guideOf(
    [
      '1',
      '客户这次来做什么？',
      [
        ['常规保养', '3'],
        ['检查维修', '2'],
      ],
    ],
    [
      '2',
      '毛病出在哪里？',
      [
        ['发动机', '3'],
        ['刹车', '3'],
        ['空调', '3'],
        ['说不清', '3'],
      ],
      'several',
    ],
    ['3', '要不要代步或取送？', ['都不用', '上门取车', '要代步车']],
  ),
  tests: [
    talk('三万公里，常规保养，自己来', ['方便', '三万公里', '常规保养', '周六上午', '不用'], {
      path: ['opening', 'mileage', 'far-driven', 'kind', 'what-for', 'day', 'fetch', 'booked'],
      answers: { mileage: '30000', kind: '常规保养', day: '周六上午' },
      level: 'A',
    }),
    talk('八万公里，同意全面检查，要取车', ['可以', '八万多公里', '可以', '周日下午', '需要'], {
      path: ['far-driven', 'check-all', 'day', 'fetch', 'booked-fetch'],
      answers: { day: '周日下午' },
      level: 'A',
      says: '再上门取车',
    }),
    talk('八万公里，不做检查，只保养', ['可以', '八万', '不行', '就常规保养', '周五下午', '不用'], {
      path: ['check-all', 'kind', 'booked'],
      level: 'A',
    }),
    talk('刹车响，先告诉师傅', ['你说', '两万', '刹车有点异响', '踩下去吱吱响', '周四上午', '不用'], {
      path: ['kind', 'what-for', 'trouble', 'day', 'booked'],
      answers: { kind: '检查维修' },
      level: 'A',
    }),
    talk('车卖了', ['那个车我卖了'], { path: ['opening', 'sold'], level: 'F' }),
    talk('问里程才说卖了', ['你说', '车卖掉了'], { path: ['mileage', 'sold'], level: 'F' }),
    talk('刚保养过', ['我上个月刚做过'], { path: ['opening', 'next-time'], level: 'D' }),
    talk('问里程才说在别处做了', ['你说', '我在别的店做过了'], { path: ['mileage', 'next-time'], level: 'D' }),
    talk('里程说不清，照样约', ['方便', '嗯，那个啥', '那个那个', '那个呢', '嗯那个', '常规', '周六上午', '不用'], {
      path: ['mileage', 'kind', 'day', 'booked'],
      avoids: ['far-driven'],
      level: 'A',
    }),
    talk('夜里八点不接车', ['方便', '三万', '常规', '明天晚上八点', '明天下午两点', '不用'], {
      path: ['day', 'booked'],
      says: '早上九点到下午六点接车',
      answers: { day: '明天 14:00' },
      level: 'A',
    }),
    talk('先问多少钱', ['保养要多少钱', '方便', '一万五', '保养', '周六上午', '不用'], {
      path: ['price', 'mileage', 'day', 'booked'],
      says: '您同意了再做',
      answers: { mileage: '15000' },
      level: 'A',
    }),
    talk('周六改成周日', ['可以', '三万', '常规', '周六上午，不对，周日上午', '不用'], {
      path: ['day', 'booked'],
      answers: { day: '周日上午' },
      level: 'A',
    }),
    talk('你是谁', ['你谁啊', '方便', '五千公里', '常规保养', '周五上午', '不用'], {
      path: ['common-whoAreYou', 'mileage', 'booked'],
      level: 'A',
    }),
    talk('不需要', ['不需要'], { path: ['opening', 'sorry'], avoids: ['mileage'], level: 'E' }),
    talk('问到里程不想说了', ['你说', '不需要'], { path: ['mileage', 'sorry'], level: 'E' }),
    talk('问到项目不要了', ['你说', '三万', '不需要了'], { path: ['kind', 'sorry'], level: 'E' }),
    talk('问到时间又不来了', ['你说', '三万', '常规', '不需要了'], { path: ['day', 'sorry'], level: 'B' }),
    talk('时间说不上来', ['你说', '三万', '常规', silent], { path: ['day', 'undecided'], level: 'B' }),
    talk('不方便，改天', ['不方便', '可以'], { path: ['later', 'bye'], level: 'D' }),
    talk('不方便，也不用提醒', ['不方便', '不行'], { path: ['later', 'sorry'], level: 'D' }),
    talk('在开车', ['我在开车', '今天下午五点'], { path: ['common-busy', 'common-busy-kept'], level: 'C' }),
    talk('全面检查没兴趣', ['你说', '九万', '没兴趣'], { path: ['check-all', 'sorry'], level: 'E' }),
    talk('不出声', [silent], { path: ['opening', 'bye'], level: 'F' }),
  ],
};
