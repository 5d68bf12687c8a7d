import { canvasSpot } from '@lianxian/core';
import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import { anotherDay, answered, guideOf, knows, levelsOf, passed, rule, silent, type TradePlan, talk } from './parts.ts';

const lost = { refuse: 'sorry', silence: 'bye', notUnderstood: 'bye' };

/** 看房邀约: still looking or not, how many rooms, for whom, a day to see it; a weekend is told to be busy. */
export const homeViewing: TradePlan = {
  title: '看房邀约',
  trade: 'homes',
  says:
    '给关注过楼盘的客户打电话：问还在不在看房、想要几房、给谁住，约好来看的日子和人数；已经买好的直接祝贺放过。' +
    '适合新房案场和中介门店。不说涨跌、不承诺学位和贷款。',
  note: '只约接待时间；周末来的提前告诉人多。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '公司名称', '我们公司'),
      variable('project', '楼盘名称', '新楼盘'),
      variable('rooms', '想要几房'),
      variable('whom', '给谁住'),
      variable('day', '看房时间'),
      variable('people', '来几位'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '开场白',
          [1, 0],
          [
            `您好，我是${slot('company')}的智能顾问，之前您关注过${slot('project')}，方便聊两句吗？`,
            `就是想跟您聊两句${slot('project')}，您方便吗？`,
          ],
          {
            ...lost,
            yes: 'looking',
            other: 'looking',
            notUnderstood: 'looking',
            no: 'later',
            'intent:bought': 'bought',
          },
        ),
        says('looking', '问还看不看', [1, 1], ['您最近还在看房吗？'], {
          ...lost,
          yes: 'rooms',
          other: 'rooms',
          no: 'just-see',
          'intent:bought': 'bought',
          'intent:looksOn': 'rooms',
          'intent:notLooking': 'just-see',
        }),
        says('just-see', '随便看看', [2, 2], ['没关系。样板间已经开放了，顺路来看一眼，您有兴趣吗？'], {
          ...lost,
          yes: 'rooms',
          other: 'sorry',
          no: 'sorry',
          'intent:bought': 'bought',
        }),
        asks('rooms', '问几房', [1, 2], ['好的。您想看两房、三房，还是四房？'], {
          variable: 'rooms',
          accepts: {
            type: 'choice',
            options: [
              { value: '两房', words: ['两房', '两室', '两居', '二室', '两个房间', '小一点'] },
              { value: '三房', words: ['三房', '三室', '三居', '三个房间'] },
              { value: '四房', words: ['四房', '四室', '四居', '大平层', '大一点', '四个房间'] },
            ],
          },
          ways: { ...lost, collected: 'whom', notUnderstood: 'whom', 'intent:bought': 'bought' },
        }),
        asks('whom', '问给谁住', [1, 3], ['明白。是自己住，给父母住，还是给孩子准备？'], {
          variable: 'whom',
          accepts: {
            type: 'choice',
            options: [
              { value: '自己住', words: ['自己', '我们住', '自住', '一家人', '结婚'] },
              { value: '父母', words: ['父母', '爸妈', '老人'] },
              { value: '孩子', words: ['孩子', '儿子', '女儿', '上学'] },
            ],
          },
          ways: { collected: 'day', refuse: 'day', silence: 'day', notUnderstood: 'day' },
        }),
        asks('day', '约看房时间', [1, 4], ['好的。您哪天过来看看方便，上午还是下午？'], {
          variable: 'day',
          accepts: {
            type: 'date',
            within: {
              hours: { from: 540, to: 1_140 },
              daysAhead: 30,
              sentence: '接待时间是早上九点到晚上七点，一个月以内您看哪天？',
            },
          },
          ways: { collected: 'people', refuse: 'sorry', silence: 'undecided', notUnderstood: 'undecided' },
        }),
        asks('people', '问几位', [1, 5], ['好的，一共几位过来？'], {
          variable: 'people',
          accepts: { type: 'number', min: 1, max: 12 },
          ways: {
            collected: 'weekend',
            refuse: 'weekend',
            silence: 'weekend',
            notUnderstood: 'weekend',
            'intent:alone': 'weekend',
          },
        }),
        {
          kind: 'condition',
          id: 'weekend',
          name: '是不是周末',
          at: canvasSpot(1, 6),
          branches: [
            { when: { variable: 'day', is: 'date', date: { of: 'weekdays', days: [5, 6] } }, to: 'booked-weekend' },
          ],
          otherwise: 'booked',
        },
        ends('booked', '约好看房', [1, 7], [`好的，${slot('day')}等您来，置业顾问会提前联系您，再见。`]),
        ends(
          'booked-weekend',
          '约在周末',
          [0, 7],
          [`好的，${slot('day')}等您来。周末人多，顾问会提前联系您，给您留好时间，再见。`],
        ),
        ends('undecided', '时间没定', [2, 5], ['没关系，您有空了随时过来，顾问也会再联系您，再见。']),
        ends('bought', '已经买好', [3, 2], ['恭喜您，那就不打扰了，祝您乔迁顺利，再见。']),
        says('later', '改天再聊', [0, 1], ['那我改天再联系您，可以吗？'], anotherDay),
        ends('sorry', '礼貌结束', [3, 3], ['好的，打扰您了，祝您生活愉快，再见。']),
        ends('bye', '结束', [-1, 2], ['好的，那先不打扰您了，再见。']),
      ]),
    ],
    intents: [
      ...emptyPlan.intents,
      { id: 'looksOn', name: '还在看', priority: 6, words: ['在看', '还在看', '在找', '看着呢', '有在看', '在看房'] },
      {
        id: 'notLooking',
        name: '不看了',
        priority: 6,
        words: ['不看了', '没看了', '没有看', '没在看', '不打算看', '暂时不看', '不找了'],
      },
      {
        id: 'bought',
        name: '已经买了',
        priority: 7,
        words: ['买好了', '买过了', '已经买', '买到了', '定了房', '签合同了', '付了首付'],
      },
      { id: 'alone', name: '一个人来', priority: 6, words: ['就我自己', '我自己来', '就我一个', '我自己'] },
    ],
    knowledge: [
      knows(
        'price',
        ['问房价', '多少钱', '房价', '单价', '总价', '均价', '什么价'],
        ['一个平方卖到多少'],
        ['每套都不一样，价格以案场公示为准，到了给您一房一价的表看。'],
      ),
      knows(
        'place',
        ['问位置', '在哪里', '位置', '哪个区', '地址', '怎么去'],
        ['这个楼盘是在哪一块'],
        ['具体位置和路线，请顾问发到您手机上。'],
      ),
      knows(
        'loan',
        ['问贷款', '贷款', '首付', '公积金', '月供'],
        ['首付最少要准备多少'],
        ['首付和贷款要看您的情况，以银行审批为准，顾问能帮您算一下。'],
      ),
      knows(
        'school',
        ['问学校', '学区', '学校', '上学', '学位'],
        ['孩子以后在哪里念书'],
        ['入学政策以教育部门当年公布的为准，我们不承诺学位。'],
      ),
      knows(
        'handover',
        ['问交房', '交房', '什么时候交', '现房', '期房'],
        ['要等多久才能拿到钥匙'],
        ['交房时间以合同为准，顾问会带您看工地的进度。'],
      ),
      knows(
        'rise',
        ['问涨跌', '会不会涨', '会涨吗', '跌价', '降价', '升值'],
        ['现在买会不会亏'],
        ['涨跌谁也说不准，我们不做承诺，您按自己的需要来看就好。'],
      ),
    ],
    levelRules: levelsOf(
      rule('A', '约好看房时间', answered('day')),
      rule('B', '在看房，时间没定', passed('rooms'), passed('day')),
      rule('D', '已经买了', passed('bought')),
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能顾问，跟您说说${slot('project')}。`] },
  guide: guideOf(
    [
      '1',
      '客户买房是为了什么？',
      [
        ['结婚', '2'],
        ['改善', '2'],
        ['孩子上学', '2'],
        ['给父母', '2'],
      ],
    ],
    [
      '2',
      '预算准备好了吗？',
      [
        ['准备好了', '3'],
        ['要卖房再买', '3'],
        ['还没算过', '3'],
      ],
    ],
    ['3', '最看重什么？', ['交通', '户型', '价格', '配套'], 'several'],
  ),
  tests: [
    talk('三房自己住，周六来', ['方便', '在看', '三房', '自己住', '周六下午', '两个人'], {
      path: ['opening', 'looking', 'rooms', 'whom', 'day', 'people', 'weekend', 'booked-weekend'],
      answers: { rooms: '三房', whom: '自己住', day: '周六下午', people: '2' },
      level: 'A',
      says: '周末人多',
    }),
    talk('平时来看，给父母买两房', ['可以', '还在看', '两室的', '给爸妈住', '周四上午', '三个'], {
      path: ['rooms', 'whom', 'day', 'people', 'weekend', 'booked'],
      avoids: ['booked-weekend'],
      answers: { rooms: '两房', whom: '父母', people: '3' },
      level: 'A',
    }),
    talk('不怎么看了，愿意顺路看看', ['你说', '没有看了', '可以', '两房', '自己', '周五下午', '就我自己'], {
      path: ['looking', 'just-see', 'rooms', 'whom', 'day', 'people', 'booked'],
      level: 'A',
    }),
    talk('不看了，也不顺路', ['你说', '不看了', '不行'], { path: ['just-see', 'sorry'], avoids: ['day'], level: 'D' }),
    talk('不看了，没兴趣', ['你说', '不看了', '没兴趣'], { path: ['just-see', 'sorry'], level: 'E' }),
    talk('已经买好了', ['我已经买好了'], { path: ['opening', 'bought'], says: '恭喜您', level: 'D' }),
    talk('没在看，也没时间细聊', ['方便', '没有', '不行'], { path: ['looking', 'just-see', 'sorry'], level: 'D' }),
    talk('问看不看时说买过了', ['方便', '房子买过了'], { path: ['looking', 'bought'], level: 'D' }),
    talk('顺路看看时说签合同了', ['方便', '不看了', '都签合同了'], { path: ['just-see', 'bought'], level: 'D' }),
    talk('问几房时说定了房', ['方便', '在看', '哦对，我定了房了'], { path: ['rooms', 'bought'], level: 'B' }),
    talk('不需要', ['不需要'], { path: ['opening', 'sorry'], avoids: ['looking'], level: 'E' }),
    talk('问几房时不想聊了', ['方便', '在看', '没兴趣'], { path: ['rooms', 'sorry'], level: 'B' }),
    talk('约时间时不来了', ['方便', '在看', '三房', '自己', '不需要了'], { path: ['day', 'sorry'], level: 'B' }),
    talk('先问多少钱一平', ['多少钱一平', '方便', '在看', '四房', '自己', '周三上午', '两位'], {
      path: ['price', 'looking', 'booked'],
      says: '一房一价',
      level: 'A',
    }),
    talk('问学区', ['方便', '在看', '三房', '有没有学区', '给孩子', '周日上午', '三个'], {
      path: ['whom', 'school', 'day', 'booked-weekend'],
      says: '不承诺学位',
      answers: { whom: '孩子' },
      level: 'A',
    }),
    talk('晚上九点不接待', ['可以', '在看', '三房', '自己', '明天晚上九点', '明天下午三点', '两个'], {
      path: ['day', 'people', 'booked'],
      says: '早上九点到晚上七点',
      answers: { day: '明天 15:00' },
      level: 'A',
    }),
    talk('周六改成周日', ['可以', '在看', '三房', '自己', '周六上午，不对，周日上午', '两个'], {
      path: ['day', 'booked-weekend'],
      answers: { day: '周日上午' },
      level: 'A',
    }),
    talk('时间说不上来', ['可以', '在看', '三房', '自己', silent], { path: ['day', 'undecided'], level: 'B' }),
    talk('不方便，改天', ['不方便', '好的'], { path: ['later', 'bye'], level: 'D' }),
    talk('不方便，别改天了', ['不方便', '不行'], { path: ['later', 'sorry'], level: 'D' }),
    talk('你是谁', ['你是谁', '方便', '在看', '两房', '自己', '周五上午', '一个'], {
      path: ['common-whoAreYou', 'booked'],
      level: 'A',
    }),
    talk('在开会', ['我在开会', '明天中午'], { path: ['common-busy', 'common-busy-kept'], level: 'C' }),
    talk('还看不看，没兴趣', ['方便', '没兴趣'], { path: ['looking', 'sorry'], level: 'E' }),
    talk('是的，还在看', ['方便', '是的', '四房', '自己', '周四上午', '两位'], {
      path: ['looking', 'rooms', 'booked'],
      level: 'A',
    }),
    talk('不方便，也没兴趣', ['不方便', '没兴趣'], { path: ['later', 'sorry'], level: 'E' }),
    talk('不出声', [silent], { path: ['opening', 'bye'], level: 'F' }),
  ],
};
