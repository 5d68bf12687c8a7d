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
  rule,
  silent,
  type TradePlan,
  talk,
  yesBy,
} from './parts.ts';

const lost = { refuse: 'sorry', silence: 'bye', notUnderstood: 'bye' };

/** 面试邀约: still looking or not, years of work, on the spot or by video, a day within office hours. */
export const interview: TradePlan = {
  title: '面试邀约',
  trade: 'hiring',
  says:
    '看过简历以后邀请应聘者面试：确认还在找工作，问工作年限和面试方式，约好时间，认路的、要视频的都照顾到。' +
    '适合招聘专员批量约面。已经入职的直接祝贺，不问婚育、籍贯这些与工作无关的事。',
  note: '现场和视频分开约，只约工作日办公时间。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '公司名称', '我们公司'),
      variable('name', '称呼', ''),
      variable('job', '岗位', '您投递的岗位'),
      variable('years', '工作年限'),
      variable('way', '面试方式'),
      variable('day', '面试时间'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '开场白',
          [1, 0],
          [
            `${slot('name')}您好，我是${slot('company')}的智能招聘助手，收到了您的简历，方便说两句吗？`,
            '就是想跟您聊聊您投的简历，方便说两句吗？',
          ],
          {
            ...lost,
            yes: 'looking',
            other: 'looking',
            notUnderstood: 'looking',
            no: 'later',
            'intent:hired': 'hired',
            'intent:notMe': 'mistaken',
          },
        ),
        says('looking', '问还找不找', [1, 1], [`想约您聊聊${slot('job')}，您现在还在看机会吗？`], {
          ...lost,
          yes: 'years',
          other: 'years',
          no: 'just-talk',
          'intent:looksOn': 'years',
          'intent:hired': 'hired',
          'intent:notMe': 'mistaken',
        }),
        says('just-talk', '先了解一下', [2, 2], ['没关系，先了解一下岗位也可以，聊完再决定，您愿意吗？'], {
          ...lost,
          yes: 'way',
          other: 'sorry',
          no: 'sorry',
          'intent:hired': 'hired',
        }),
        asks('years', '问年限', [1, 2], ['好的。类似的工作您做过几年？没做过也没关系。'], {
          variable: 'years',
          accepts: { type: 'number', min: 0, max: 50 },
          ways: { ...lost, collected: 'senior', notUnderstood: 'way', 'intent:noYears': 'way' },
        }),
        {
          kind: 'condition',
          id: 'senior',
          name: '年限长不长',
          at: canvasSpot(1, 3),
          branches: [{ when: { variable: 'years', is: 'greater', value: '4' }, to: 'senior-way' }],
          otherwise: 'way',
        },
        says('senior-way', '请主管来面', [2, 4], ['您经验不少，想请部门主管直接和您聊，可以吗？'], {
          ...lost,
          yes: 'way',
          other: 'way',
          no: 'way',
        }),
        asks('way', '问面试方式', [1, 4], ['您方便到公司面试，还是视频面试？'], {
          variable: 'way',
          accepts: {
            type: 'choice',
            options: [
              { value: '到公司', words: ['公司', '现场', '过去', '当面', '到场'] },
              { value: '视频', words: ['视频', '线上', '远程', '网上'] },
            ],
          },
          ways: { ...lost, collected: 'day', silence: 'day', notUnderstood: 'day' },
        }),
        asks('day', '约面试时间', [1, 5], ['好的。您哪天方便，上午还是下午？'], {
          variable: 'day',
          accepts: {
            type: 'date',
            within: {
              closed: [5, 6],
              daysAhead: 21,
              notToday: true,
              hours: { from: 540, to: 1_080 },
              sentence: '面试在工作日的九点到六点，要提前一天约，您看哪天？',
            },
          },
          ways: { collected: 'by-way', refuse: 'sorry', silence: 'undecided', notUnderstood: 'undecided' },
        }),
        {
          kind: 'condition',
          id: 'by-way',
          name: '到公司还是视频',
          at: canvasSpot(1, 6),
          branches: [{ when: { variable: 'way', is: 'equal', value: '视频' }, to: 'booked-video' }],
          otherwise: 'knows-way',
        },
        says('knows-way', '问认不认路', [1, 7], ['约好了。公司的地址您清楚吗？'], {
          yes: 'booked',
          other: 'booked',
          no: 'booked-address',
          refuse: 'booked',
          silence: 'booked',
          notUnderstood: 'booked',
        }),
        ends('booked', '约好到公司', [1, 8], [`好的，${slot('day')}见，请带一份简历，再见。`]),
        ends(
          'booked-address',
          '约好，发地址',
          [2, 8],
          [`好的，地址马上发给您，${slot('day')}见，请带一份简历，再见。`],
        ),
        ends('booked-video', '约好视频', [0, 8], [`好的，${slot('day')}视频面试，链接提前发给您，再见。`]),
        ends('undecided', '时间没定', [2, 6], ['没关系，时间请同事再和您约，再见。']),
        ends('hired', '已经入职', [3, 2], ['恭喜您，祝您工作顺利，打扰您了，再见。']),
        ends('mistaken', '没投过', [3, 1], ['不好意思，可能是登记错了，打扰您了，再见。']),
        says('later', '改天再说', [0, 1], ['那我改天再打给您，可以吗？'], anotherDay),
        ends('sorry', '礼貌结束', [3, 3], ['好的，打扰您了，祝您早日找到满意的工作，再见。']),
        ends('bye', '结束', [-1, 2], ['好的，那先不打扰您了，再见。']),
      ]),
    ],
    intents: [
      ...yesBy('清楚', '知道', '认识'),
      {
        id: 'looksOn',
        name: '还在找',
        priority: 6,
        words: ['在找', '还在看', '在看', '待业', '刚离职', '还没找到', '没找到'],
      },
      {
        id: 'hired',
        name: '已经找到了',
        priority: 7,
        words: ['已经入职', '入职了', '找到了', '找到工作', '上班了', '不找了', '已经有工作'],
      },
      { id: 'notMe', name: '没投过', priority: 8, words: ['没投过', '没有投', '没投简历', '没找工作'] },
      { id: 'noYears', name: '没做过', priority: 6, words: ['没做过', '没有经验', '刚毕业', '应届', '没经验'] },
    ],
    knowledge: [
      knows(
        'salary',
        ['问工资', '工资', '薪资', '待遇', '薪水', '多少钱', '底薪'],
        ['一个月到手能拿多少'],
        ['薪资看经验和面试结果，范围写在招聘信息里，面试时和您谈清楚。'],
      ),
      knows(
        'place',
        ['问地址', '在哪里', '地址', '在哪上班', '哪个区', '怎么去'],
        ['公司离地铁站远不远'],
        ['地址和路线约好以后发给您。'],
      ),
      knows(
        'work',
        ['问做什么', '做什么', '什么岗位', '工作内容', '干什么活'],
        ['进来以后主要负责哪一块'],
        [`是${slot('job')}，具体做什么面试时主管会讲。`],
      ),
      knows(
        'hours',
        ['问上班时间', '几点上班', '加班', '双休', '单休', '倒班'],
        ['一周要上几天班'],
        ['上班时间和休息安排以合同为准，面试时可以当面问。'],
      ),
      knows(
        'insurance',
        ['问社保', '五险一金', '社保', '公积金', '合同'],
        ['入职以后给不给交保险'],
        ['入职就签合同、依法交社保，细节面试时和您说。'],
      ),
      knows(
        'fee',
        ['问收费', '要交钱', '收费', '押金', '培训费', '骗子'],
        ['面试会不会让我先出钱'],
        ['面试和入职都不收任何费用，有人让您交钱请不要给。'],
      ),
    ],
    levelRules: levelsOf(
      rule('F', '没投过', passed('mistaken')),
      rule('A', '约好面试', answered('day')),
      rule('B', '愿意面试，时间没定', passed('way'), passed('years')),
      rule('D', '已经入职', passed('hired')),
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能招聘助手，想约您聊聊${slot('job')}。`] },
  guide: guideOf(
    [
      '1',
      '应聘者现在的状态？',
      [
        ['在职看机会', '2'],
        ['已离职', '2'],
        ['应届', '2'],
      ],
    ],
    [
      '2',
      '最看重什么？',
      [
        ['收入', '3'],
        ['离家近', '3'],
        ['成长', '3'],
        ['稳定', '3'],
      ],
      'several',
    ],
    ['3', '多久能到岗？', ['随时', '两周内', '一个月内']],
  ),
  tests: [
    talk('做过三年，到公司面试', ['方便', '还在找', '三年', '到公司', '周四上午', '清楚'], {
      path: ['opening', 'looking', 'years', 'senior', 'way', 'day', 'by-way', 'knows-way', 'booked'],
      answers: { years: '3', way: '到公司', day: '周四上午' },
      level: 'A',
    }),
    talk('八年经验，主管视频面', ['你说', '在看', '八年了', '可以', '视频吧', '周五下午'], {
      path: ['senior', 'senior-way', 'way', 'day', 'by-way', 'booked-video'],
      answers: { years: '8', way: '视频' },
      level: 'A',
    }),
    talk('不要主管面，也约得上', ['你说', '在找', '六年', '不行', '到公司', '周三下午', '知道'], {
      path: ['senior-way', 'way', 'booked'],
      level: 'A',
    }),
    talk('应届生，不认路', ['可以', '在找', '我刚毕业，没有经验', '到公司', '周五上午', '不知道，没去过'], {
      path: ['years', 'way', 'day', 'knows-way', 'booked-address'],
      avoids: ['senior'],
      says: '地址马上发给您',
      level: 'A',
    }),
    talk('暂时不看，愿意了解', ['方便', '没有', '可以', '视频', '周四下午'], {
      path: ['looking', 'just-talk', 'way', 'booked-video'],
      level: 'A',
    }),
    talk('不看机会，也不想了解', ['方便', '没有', '不行'], { path: ['just-talk', 'sorry'], level: 'D' }),
    talk('不看机会，没兴趣', ['方便', '没有', '没兴趣'], { path: ['just-talk', 'sorry'], level: 'E' }),
    talk('已经入职了', ['我已经入职了'], { path: ['opening', 'hired'], says: '恭喜您', level: 'D' }),
    talk('问机会时说找到了', ['你说', '我找到工作了'], { path: ['looking', 'hired'], level: 'D' }),
    talk('想了解时才说入职了', ['你说', '没有', '我刚入职了'], { path: ['just-talk', 'hired'], level: 'D' }),
    talk('没投过简历', ['我没投过简历'], { path: ['opening', 'mistaken'], level: 'F' }),
    talk('听到岗位说没投过', ['你说', '我没投过啊'], { path: ['looking', 'mistaken'], level: 'F' }),
    talk('不需要', ['不需要'], { path: ['opening', 'sorry'], level: 'E' }),
    talk('问年限时不想聊', ['你说', '在找', '没兴趣'], { path: ['years', 'sorry'], level: 'B' }),
    talk('约时间时不来了', ['你说', '在找', '两年', '到公司', '不需要了'], { path: ['day', 'sorry'], level: 'B' }),
    talk('周六不面试，改周一', ['你说', '在找', '一年', '到公司', '周六', '那下周一上午', '清楚'], {
      path: ['day', 'booked'],
      says: '面试在工作日的九点到六点',
      answers: { day: '下周一上午' },
      level: 'A',
    }),
    talk('周四改成周五', ['你说', '在找', '两年', '视频', '周四上午，不对，周五上午'], {
      path: ['day', 'booked-video'],
      answers: { day: '周五上午' },
      level: 'A',
    }),
    talk('先问工资', ['工资多少', '方便', '在找', '三年', '视频', '周四上午'], {
      path: ['salary', 'looking', 'booked-video'],
      says: '面试时和您谈清楚',
      level: 'A',
    }),
    talk('时间说不上来', ['你说', '在找', '三年', '视频', silent], { path: ['day', 'undecided'], level: 'B' }),
    talk('不方便，改天', ['不方便', '好的'], { path: ['later', 'bye'], level: 'D' }),
    talk('不方便，别打了也行', ['不方便', '不行'], { path: ['later', 'sorry'], level: 'D' }),
    talk('你是谁', ['你哪位', '方便', '在找', '两年', '视频', '周五上午'], {
      path: ['common-whoAreYou', 'booked-video'],
      level: 'A',
    }),
    talk('在上班', ['我在上班呢', '今天晚上七点'], { path: ['common-busy', 'common-busy-kept'], level: 'C' }),
    talk('是的，还看机会', ['方便', '是的', '两年', '视频', '周四上午'], {
      path: ['looking', 'years', 'booked-video'],
      level: 'A',
    }),
    talk('对岗位没兴趣', ['方便', '没兴趣'], { path: ['looking', 'sorry'], level: 'E' }),
    talk('不方便，也没兴趣', ['不方便', '没兴趣'], { path: ['later', 'sorry'], level: 'E' }),
    talk('不出声', [silent], { path: ['opening', 'bye'], level: 'F' }),
  ],
};
