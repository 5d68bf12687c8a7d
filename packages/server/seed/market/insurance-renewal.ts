import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import { anotherDay, answered, guideOf, knows, levelsOf, passed, rule, silent, type TradePlan, talk } from './parts.ts';

const lost = { refuse: 'sorry', silence: 'bye', notUnderstood: 'bye' };

/** 保险续期: the day the policy ends, whether anything changed, and how it is renewed: by oneself or with an adviser. */
export const insuranceRenewal: TradePlan = {
  title: '保险续期提醒',
  trade: 'insurance',
  says:
    '保单到期前提醒客户：问今年续不续、投保信息有没有变化，再问要自己在线续还是请顾问先讲解，约好顾问回电的时间。' +
    '适合车险、健康险、家财险的续保。只讲事实，不承诺收益和优惠，一切以合同为准。',
  note: '犹豫的客户只提醒一次保障会中断，不反复劝。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '公司名称', '我们公司'),
      variable('name', '称呼', ''),
      variable('product', '险种', '保单'),
      variable('endDay', '到期日', '很快'),
      variable('day', '顾问回电时间'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '开场白',
          [1, 0],
          [
            `${slot('name')}您好，我是${slot('company')}的智能客服，您的${slot('product')}快到期了，方便说一分钟吗？`,
            `就是您的${slot('product')}快到期了，跟您说一声，方便说一分钟吗？`,
          ],
          { ...lost, yes: 'due', other: 'due', notUnderstood: 'due', no: 'later', 'intent:bought': 'elsewhere' },
        ),
        says(
          'due',
          '问续不续',
          [1, 1],
          [`您的${slot('product')}${slot('endDay')}到期，今年还打算续吗？`, '您今年还打算续吗？'],
          { ...lost, yes: 'changes', other: 'changes', no: 'gap', 'intent:bought': 'elsewhere' },
        ),
        says('gap', '提醒保障中断', [2, 2], ['好的。到期以后就没有保障了，要不要请顾问先讲一下今年的方案？'], {
          ...lost,
          yes: 'when',
          other: 'sorry',
          no: 'sorry',
          'intent:bought': 'elsewhere',
        }),
        says('changes', '问信息变化', [1, 2], ['好的。和去年比，投保的信息有变化吗？'], {
          yes: 'changed',
          other: 'channel',
          no: 'channel',
          refuse: 'channel',
          silence: 'channel',
          notUnderstood: 'channel',
        }),
        says('changed', '标注变化', [0, 3], ['好，我标注一下，请顾问按新的情况给您核对，可以吗？'], {
          ...lost,
          yes: 'when',
          other: 'when',
          no: 'channel',
          refuse: 'channel',
        }),
        says('channel', '问要不要讲解', [1, 3], ['您自己在线续就可以。要不要请顾问先讲一讲今年的方案？'], {
          ...lost,
          yes: 'when',
          other: 'when',
          no: 'self',
          notUnderstood: 'when',
          'intent:byMyself': 'self',
        }),
        asks('when', '约顾问回电', [2, 5], ['好的，请顾问给您回电，您哪天方便？'], {
          variable: 'day',
          accepts: {
            type: 'date',
            within: {
              hours: { from: 540, to: 1_200 },
              daysAhead: 30,
              sentence: '顾问早上九点到晚上八点上班，一个月以内您看哪天方便？',
            },
          },
          ways: { collected: 'booked', refuse: 'sorry', silence: 'soon', notUnderstood: 'soon' },
        }),
        ends('booked', '约好顾问', [2, 6], [`好的，${slot('day')}请顾问联系您，保障内容以合同为准，再见。`]),
        ends('soon', '尽快回电', [3, 6], ['好的，顾问会在工作时间联系您，再见。']),
        ends('self', '自己续', [1, 5], ['好的，您在官方渠道续就行，价格和条款以页面为准，谢谢您，再见。']),
        ends('elsewhere', '在别处买了', [3, 2], ['好的，您有保障就放心了，打扰您了，再见。']),
        says('later', '改天再说', [0, 1], ['那我改天再提醒您，可以吗？'], anotherDay),
        ends('sorry', '礼貌结束', [3, 3], ['好的，续不续由您决定，打扰您了，再见。']),
        ends('bye', '结束', [-1, 2], ['好的，那先不打扰您了，再见。']),
      ]),
    ],
    intents: [
      ...emptyPlan.intents,
      {
        id: 'bought',
        name: '买过了',
        priority: 7,
        words: ['买过了', '已经买', '已经续', '续过了', '在别家', '别的公司买', '换了一家', '朋友那里买'],
      },
      {
        id: 'byMyself',
        name: '自己续',
        priority: 6,
        words: ['自己续', '自己弄', '自己在', '在网上', '网上弄', '手机上弄'],
      },
    ],
    knowledge: [
      knows(
        'price',
        ['问保费', '多少钱', '保费', '价格', '贵不贵', '涨价'],
        ['今年续下来一共要交多少'],
        ['保费要按您的情况核算，正式报价以页面或者顾问给的为准。'],
      ),
      knows(
        'discount',
        ['问优惠', '优惠', '打折', '便宜点', '返现', '送什么'],
        ['续保有没有什么活动'],
        ['我不能随便承诺优惠，有没有活动以正式报价为准。'],
      ),
      knows(
        'claim',
        ['问理赔', '理赔', '怎么赔', '赔多少', '出了事'],
        ['真出险了你们管不管'],
        ['怎么赔、赔多少，合同里写得很清楚，顾问可以一条一条讲给您听。'],
      ),
      knows(
        'expired',
        ['问断保', '过期', '断保', '不续会怎样', '脱保'],
        ['过了日子没续有什么影响'],
        ['到期没续，出了事就没有保障，重新投保也可能要再核保。'],
      ),
      knows(
        'return',
        ['问收益', '收益', '分红', '返本', '利息'],
        ['这个保险能不能拿回本钱'],
        ['保险首先是保障，收益以合同写明的为准，我不能承诺。'],
      ),
      knows(
        'cancel',
        ['问退保', '退保', '能退吗', '不想要了怎么退'],
        ['买了以后后悔怎么办'],
        ['可以退，扣多少以合同为准，顾问能帮您算清楚。'],
      ),
    ],
    levelRules: levelsOf(
      rule('A', '约好顾问', answered('day')),
      rule('A', '自己续', passed('self')),
      rule('B', '愿意续，时间没定', passed('soon'), passed('changes')),
      rule('D', '在别处买了', passed('elsewhere')),
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能客服，提醒您${slot('product')}快到期了。`] },
  guide: guideOf(
    [
      '1',
      '今年的投保信息有变化吗？',
      [
        ['没有', '3'],
        ['有', '2'],
      ],
    ],
    [
      '2',
      '变的是什么？',
      [
        ['人', '3'],
        ['车或房', '3'],
        ['联系方式', '3'],
      ],
      'several',
    ],
    ['3', '最看重什么？', ['价格', '保障范围', '理赔方便'], 'several'],
  ),
  tests: [
    talk('续，没变化，自己在线续', ['方便', '续的', '没有变化', '我自己在网上续'], {
      path: ['opening', 'due', 'changes', 'channel', 'self'],
      level: 'A',
      says: '价格和条款以页面为准',
    }),
    talk('请顾问讲，约周五上午', ['可以', '要续', '没有', '好的', '周五上午'], {
      path: ['channel', 'when', 'booked'],
      answers: { day: '周五上午' },
      level: 'A',
    }),
    talk('信息有变化，直接约顾问', ['你说', '续', '有的', '可以', '明天下午'], {
      path: ['changes', 'changed', 'when', 'booked'],
      avoids: ['channel'],
      answers: { day: '明天下午' },
      level: 'A',
    }),
    talk('有变化，但自己改', ['你说', '续', '有变化', '不行', '网上自己弄'], {
      path: ['changes', 'changed', 'channel', 'self'],
      level: 'A',
    }),
    talk('不想续，提醒后愿意听', ['方便', '不行，不续了', '那可以', '周四上午'], {
      path: ['due', 'gap', 'when', 'booked'],
      level: 'A',
    }),
    talk('不想续，只提醒一次', ['方便', '不续了', '不行'], {
      path: ['due', 'gap', 'sorry'],
      says: '续不续由您决定',
      avoids: ['when'],
    }),
    talk('在别家买了', ['我已经在别家买过了'], { path: ['opening', 'elsewhere'], level: 'D' }),
    talk('问续不续时说买过了', ['你说', '已经续过了'], { path: ['due', 'elsewhere'], level: 'D' }),
    talk('提醒时说换了一家', ['你说', '不续了', '我换了一家'], { path: ['gap', 'elsewhere'], level: 'D' }),
    talk('不需要', ['不需要'], { path: ['opening', 'sorry'], avoids: ['due'], level: 'E' }),
    talk('提醒以后没兴趣', ['你说', '不续了', '没兴趣'], { path: ['gap', 'sorry'], level: 'E' }),
    talk('夜里十一点，顾问不上班', ['可以', '续', '没有', '可以', '明天晚上十一点', '明天下午三点'], {
      path: ['when', 'booked'],
      says: '顾问早上九点到晚上八点上班',
      answers: { day: '明天 15:00' },
      level: 'A',
    }),
    talk('先问多少钱', ['方便', '今年要多少钱', '续吧', '没有', '不用'], {
      path: ['due', 'price', 'changes', 'self'],
      says: '正式报价以页面或者顾问给的为准',
      level: 'A',
    }),
    talk('约了周六又改周日', ['可以', '续', '没有', '可以', '周六，不对，周日'], {
      path: ['when', 'booked'],
      answers: { day: '周日' },
      level: 'A',
    }),
    talk('时间说不上来', ['可以', '续', '没有', '可以', silent], { path: ['when', 'soon'], level: 'B' }),
    talk('约时间时不要了', ['可以', '续', '没有', '可以', '不需要了'], { path: ['when', 'sorry'], level: 'B' }),
    talk('不方便，改天提醒', ['不方便', '好'], { path: ['later', 'bye'], level: 'D' }),
    talk('不方便，也别再提醒', ['不方便', '不行'], { path: ['later', 'sorry'], level: 'D' }),
    talk('你哪位', ['你哪位', '你说', '续', '没有', '不用了'], { path: ['common-whoAreYou', 'self'], level: 'A' }),
    talk('在开会', ['在开会', '明天上午十点'], {
      path: ['common-busy', 'common-busy-kept'],
      answers: { callbackTime: '明天 10:00' },
      level: 'C',
    }),
    talk('听到到期日没兴趣', ['你说', '没兴趣'], { path: ['due', 'sorry'], avoids: ['gap'], level: 'E' }),
    talk('要续，不想听讲解', ['你说', '续', '没有', '没兴趣听'], { path: ['channel', 'sorry'], level: 'B' }),
    talk('不方便，也没兴趣', ['不方便', '没兴趣'], { path: ['later', 'sorry'], level: 'E' }),
    talk('不出声', [silent], { path: ['opening', 'bye'], level: 'F' }),
  ],
};
