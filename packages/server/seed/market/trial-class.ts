import { canvasSpot } from '@lianxian/core';
import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import { anotherDay, answered, guideOf, knows, levelsOf, passed, rule, silent, type TradePlan, talk } from './parts.ts';

const lost = { refuse: 'sorry', silence: 'bye', notUnderstood: 'bye' };
const offered = { ...lost, yes: 'day', other: 'day', no: 'doubt', 'intent:far': 'online' };

/** 课程邀约: the grade, a class on trial that fits it, a day; who lives too far off is offered one at home. */
export const trialClass: TradePlan = {
  title: '课程体验邀约',
  trade: 'education',
  says:
    '给留过联系方式的家长打电话，先问年级，再按学段介绍体验课，约好到课时间。嫌远的推荐线上课，犹豫的不催，改天再联系。' +
    '适合教培机构请家长带孩子来上一节免费体验课。',
  note: '按小学和中学分开介绍，能约线下和线上，三十天以内的日子都能约。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '机构名称', '我们机构'),
      variable('name', '称呼', '家长'),
      variable('course', '课程名称', '体验课'),
      variable('grade', '孩子学段'),
      variable('day', '体验时间'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '开场白',
          [2, 0],
          [
            `${slot('name')}您好，我是${slot('company')}的智能助教，想请孩子来上一节免费的${slot('course')}，方便说两句吗？`,
            `就是想请孩子来上一节免费的${slot('course')}，您方便说两句吗？`,
          ],
          { ...lost, yes: 'grade', other: 'grade', notUnderstood: 'grade', no: 'later', 'intent:noChild': 'mistaken' },
        ),
        asks('grade', '问学段', [2, 1], ['先了解一下，孩子现在上几年级？'], {
          variable: 'grade',
          accepts: {
            type: 'choice',
            options: [
              { value: '幼儿园', words: ['幼儿园', '大班', '中班', '小班', '没上学'] },
              { value: '小学', words: ['小学', '一年级', '二年级', '三年级', '四年级', '五年级', '六年级', '小升初'] },
              { value: '初中', words: ['初中', '初一', '初二', '初三', '七年级', '八年级', '九年级', '中考'] },
              { value: '高中', words: ['高中', '高一', '高二', '高三', '高考'] },
            ],
          },
          ways: { ...lost, collected: 'stage', notUnderstood: 'offer', 'intent:noChild': 'mistaken' },
        }),
        {
          kind: 'condition',
          id: 'stage',
          name: '小学还是中学',
          at: canvasSpot(2, 2),
          branches: [
            { when: { variable: 'grade', is: 'equal', value: '初中' }, to: 'offer-middle' },
            { when: { variable: 'grade', is: 'equal', value: '高中' }, to: 'offer-middle' },
          ],
          otherwise: 'offer',
        },
        says(
          'offer',
          '介绍小学课',
          [2, 3],
          ['好的。这个阶段我们是小班课，多开口、多练习。先来体验一节，您看可以吗？', '就是来体验一节，您看可以吗？'],
          offered,
        ),
        says(
          'offer-middle',
          '介绍中学课',
          [1, 3],
          ['好的。中学我们主要讲方法、补短板。先来体验一节，您看可以吗？', '就是来体验一节，您看可以吗？'],
          offered,
        ),
        says('doubt', '打消顾虑', [3, 4], ['没关系，体验课不收费，也不用当场决定，就让孩子来感受一下，行吗？'], {
          ...lost,
          yes: 'day',
          other: 'sorry',
          no: 'sorry',
          'intent:far': 'online',
        }),
        says('online', '推荐线上课', [0, 4], ['过来不方便的话，线上也能体验，在家就能上，给孩子约一节好吗？'], {
          ...lost,
          yes: 'day',
          other: 'day',
          no: 'sorry',
        }),
        asks('day', '约体验时间', [2, 5], ['太好了。您看哪天方便，上午还是下午？'], {
          variable: 'day',
          accepts: {
            type: 'date',
            within: { daysAhead: 30, notToday: true, sentence: '体验课要提前一天约，一个月以内都可以，您看哪天？' },
          },
          ways: { collected: 'address', refuse: 'sorry', silence: 'undecided', notUnderstood: 'undecided' },
        }),
        says('address', '确认发地址', [2, 6], ['好的，上课的地址请老师发到这个手机，可以吗？'], {
          yes: 'booked',
          other: 'booked',
          no: 'booked-call',
          refuse: 'booked-call',
          silence: 'booked',
          notUnderstood: 'booked',
        }),
        ends('booked', '约好了', [2, 7], [`好的，已经登记${slot('day')}，上课前老师会联系您，再见。`]),
        ends(
          'booked-call',
          '约好了，电话联系',
          [1, 7],
          [`好的，不发短信，老师会打电话告诉您，${slot('day')}见，再见。`],
        ),
        ends('undecided', '时间没定', [3, 6], ['没关系，先给孩子留着，时间请老师再和您约，再见。']),
        says('later', '改天再说', [0, 1], ['那我改天再打给您，可以吗？'], anotherDay),
        ends('mistaken', '没有孩子', [3, 1], ['不好意思，是我们登记错了，打扰您了，再见。']),
        ends('sorry', '礼貌结束', [4, 5], ['好的，打扰您了，祝您生活愉快，再见。']),
        ends('bye', '结束', [0, 2], ['好的，那先不打扰您了，再见。']),
      ]),
    ],
    intents: [
      ...emptyPlan.intents,
      {
        id: 'far',
        name: '来不了',
        priority: 6,
        words: ['太远', '离得远', '接送不方便', '没人接送', '没人送', '过不来', '跑不过来', '路上太久'],
      },
      { id: 'noChild', name: '没有孩子', priority: 7, words: ['没有孩子', '没孩子', '没有小孩', '没小孩', '还没结婚'] },
    ],
    knowledge: [
      knows(
        'price',
        ['问费用', '多少钱', '学费', '收费', '费用', '贵不贵'],
        ['正式上课要交多少钱', '你们一节课怎么收费'],
        ['体验课不收费。正式课按课时算，老师当面给您讲清楚，不用当场交。'],
      ),
      knows(
        'place',
        ['问地址', '在哪里', '在哪儿', '地址', '校区', '怎么过去'],
        ['你们上课的地方在哪里', '离我们家近不近'],
        ['具体地址老师会发给您，也会帮您挑一个离家近的校区。'],
      ),
      knows(
        'teacher',
        ['问老师', '什么老师', '老师怎么样', '师资', '谁来教', '外教'],
        ['上课的老师有没有经验', '是哪个老师带课'],
        ['体验课就是平时带班的老师来上，您可以当面看、当面问。'],
      ),
      knows(
        'content',
        ['问内容', '上什么', '学什么', '讲什么', '什么内容'],
        ['体验课里面都讲些什么', '这个课主要学哪方面'],
        ['先做一个小测评，再上一段正课，课后老师把孩子的情况讲给您听。'],
      ),
      knows(
        'how-long',
        ['问时长', '多久', '多长时间', '几个小时', '一节课多'],
        ['一次课要上多长时间', '要耽误多大工夫'],
        ['大约一个小时，来之前不用准备什么。'],
      ),
      knows(
        'parent',
        ['问陪同', '陪着', '旁听', '家长能', '要不要陪'],
        ['上课的时候家长能进去听吗', '我需要全程在旁边吗'],
        ['可以旁听，您要是忙，送来以后先去办事也行。'],
      ),
    ],
    levelRules: levelsOf(
      rule('F', '没有孩子', passed('mistaken')),
      rule('A', '约好体验时间', answered('day')),
      rule('B', '愿意体验，时间没定', passed('day')),
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能助教，请孩子来体验一节课。`] },
  guide: guideOf(
    [
      '1',
      '孩子现在学得怎么样？',
      [
        ['跟得上', '2'],
        ['有点吃力', '2'],
        ['刚开始学', '3'],
      ],
    ],
    [
      '2',
      '最想补哪一块？',
      [
        ['基础', '3'],
        ['应试', '3'],
        ['兴趣', '3'],
      ],
      'several',
    ],
    ['3', '家里谁来定？', ['自己就能定', '要和家人商量']],
  ),
  tests: [
    talk('一路答应，约在周六', ['方便', '三年级', '可以啊', '周六上午', '可以'], {
      path: ['opening', 'grade', 'stage', 'offer', 'day', 'address', 'booked'],
      answers: { grade: '小学', day: '周六上午' },
      level: 'A',
      says: '已经登记周六上午',
    }),
    talk('初中生听到中学的课，不要短信', ['你说', '初二了', '行', '周日下午', '不行，打电话吧'], {
      path: ['grade', 'stage', 'offer-middle', 'day', 'address', 'booked-call'],
      avoids: ['offer'],
      answers: { grade: '初中', day: '周日下午' },
      level: 'A',
    }),
    talk('嫌远的改成线上', ['方便', '五年级', '太远了，没人送', '那可以', '明天下午', '好的'], {
      path: ['offer', 'online', 'day', 'booked'],
      answers: { day: '明天下午' },
      level: 'A',
    }),
    talk('高中生也嫌远，线上也不要', ['可以', '高一', '离得远', '不行'], {
      path: ['offer-middle', 'online', 'sorry'],
      level: 'D',
    }),
    talk('犹豫一下，听说不收费就来', ['你说', '大班', '不行吧', '那行', '周六', '上午', '可以'], {
      path: ['offer', 'doubt', 'day', 'booked'],
      answers: { grade: '幼儿园' },
      level: 'A',
    }),
    talk('再三不愿意，不再劝', ['你说', '二年级', '不行', '不可以'], {
      path: ['offer', 'doubt', 'sorry'],
      avoids: ['day'],
      level: 'D',
    }),
    talk('一开口就拒绝', ['不需要，谢谢'], { path: ['opening', 'sorry'], avoids: ['grade'], level: 'E' }),
    talk('正在开会，约了回电', ['我在开会', '明天下午三点'], {
      path: ['common-busy', 'common-busy-ask', 'common-busy-kept'],
      level: 'C',
      answers: { callbackTime: '明天 15:00' },
    }),
    talk('听完介绍才拒绝', ['方便', '三年级', '不需要'], { path: ['offer', 'sorry'], level: 'E' }),
    talk('中学家长问了不想来，后来嫌远', ['方便', '初三', '不行', '太远了', '可以', '周日上午', '好'], {
      path: ['offer-middle', 'doubt', 'online', 'day', 'booked'],
      level: 'A',
    }),
    talk('问到年级才说没有孩子', ['你说', '我没有孩子'], { path: ['grade', 'mistaken'], level: 'F' }),
    talk('问到时间又不要了', ['方便', '六年级', '可以', '不需要了'], { path: ['day', 'sorry'], level: 'B' }),
    talk('不方便，改天再说', ['不方便', '好的'], { path: ['opening', 'later', 'bye'], level: 'D' }),
    talk('不方便，也不要再打来', ['不方便', '不用了'], { path: ['later', 'sorry'], level: 'E' }),
    talk('先问你是谁，再问学费', ['你是谁啊', '方便', '四年级', '学费多少钱', '可以', '周日上午', '可以'], {
      path: ['common-whoAreYou', 'grade', 'price', 'day', 'booked'],
      says: ['请孩子来体验一节课', '体验课不收费'],
      level: 'A',
    }),
    talk('说了周六，又改成周日', ['方便', '三年级', '可以', '周六上午，不对，周日上午', '可以'], {
      path: ['day', 'booked'],
      answers: { day: '周日上午' },
      level: 'A',
    }),
    talk('今天来不及，改到周五', ['方便', '三年级', '可以', '今天下午', '那周五下午', '可以'], {
      path: ['day', 'booked'],
      says: '体验课要提前一天约',
      answers: { day: '周五下午' },
      level: 'A',
    }),
    talk('时间说不上来', ['方便', '三年级', '可以', silent], {
      path: ['day', 'undecided'],
      level: 'B',
    }),
    talk('没有孩子', ['我没有孩子'], { path: ['opening', 'mistaken'], level: 'F' }),
    talk('问到年级没兴趣了', ['方便', '没兴趣'], { path: ['grade', 'sorry'], level: 'E' }),
    talk('线上也没兴趣', ['方便', '三年级', '太远了', '没兴趣'], { path: ['online', 'sorry'], level: 'E' }),
    talk('不方便，也别改天', ['不方便', '不行'], { path: ['later', 'sorry'], level: 'D' }),
    talk('一直不出声', [silent], { path: ['opening', 'bye'], level: 'F' }),
    talk('要求别再打', ['别再打了'], { avoids: ['grade'], level: 'F' }),
  ],
};
