import { canvasSpot } from '@lianxian/core';
import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import { answered, guideOf, hears, knows, levelsOf, passed, rule, silent, type TradePlan, talk } from './parts.ts';

/** 快递派送: at home or not, else where it is left or which day it comes; a wrong address is written down. */
export const delivery: TradePlan = {
  title: '快递派送通知',
  trade: 'delivery',
  says:
    '派送前给收件人打电话：今天在不在家，不在的放代收点、门口，还是改天再送；地址不对的记下新地址，不是自己的件登记核实。' +
    '适合快递、同城配送和大件物流，少跑空趟。不收钱、不要验证码。',
  note: '放门口要本人同意；改天只约七天以内。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '公司名称', '快递公司'),
      variable('goods', '物品', '一个快件'),
      variable('place', '放在哪里'),
      variable('day', '改送日期'),
      variable('address', '正确地址'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '通知派送',
          [1, 0],
          [
            `您好，我是${slot('company')}的智能派送助手，您有${slot('goods')}今天派送，请问您在家吗？`,
            `您的${slot('goods')}今天派送，请问您在家吗？`,
          ],
          {
            yes: 'at-home',
            other: 'ask-again',
            no: 'where',
            refuse: 'rejected',
            silence: 'unsure',
            notUnderstood: 'ask-again',
            'intent:away': 'where',
            'intent:wrongAddress': 'address',
            'intent:notMine': 'not-mine',
          },
        ),
        says('ask-again', '再问一次', [0, 1], ['不好意思，您在家就说「在」，不在就说「不在」。'], {
          yes: 'at-home',
          other: 'unsure',
          no: 'where',
          refuse: 'rejected',
          silence: 'unsure',
          notUnderstood: 'unsure',
          'intent:away': 'where',
          'intent:wrongAddress': 'address',
          'intent:notMine': 'not-mine',
        }),
        says('at-home', '确认地址', [1, 1], ['好的。还是送到单子上的地址，对吗？'], {
          yes: 'coming',
          other: 'coming',
          no: 'address',
          refuse: 'coming',
          silence: 'coming',
          notUnderstood: 'coming',
          'intent:wrongAddress': 'address',
        }),
        asks('where', '问放哪里', [2, 1], ['没关系。放代收点、放门口，还是改天再送？'], {
          variable: 'place',
          accepts: {
            type: 'choice',
            options: [
              { value: '代收点', words: ['代收点', '驿站', '快递柜', '柜子', '超市', '物业', '门卫'] },
              { value: '门口', words: ['门口', '家门', '楼下', '鞋柜'] },
              { value: '改天', words: ['改天', '明天送', '后天送', '重新送', '换一天', '过几天'] },
            ],
          },
          ways: {
            collected: 'which-place',
            refuse: 'rejected',
            silence: 'unsure',
            notUnderstood: 'day',
            'intent:wrongAddress': 'address',
          },
        }),
        {
          kind: 'condition',
          id: 'which-place',
          name: '放在哪里',
          at: canvasSpot(2, 2),
          branches: [
            { when: { variable: 'place', is: 'equal', value: '门口' }, to: 'doorstep' },
            { when: { variable: 'place', is: 'equal', value: '改天' }, to: 'day' },
          ],
          otherwise: 'left-point',
        },
        says('doorstep', '确认放门口', [2, 3], ['放门口丢了不好找，您确定可以放门口吗？'], {
          yes: 'left-door',
          other: 'left-door',
          no: 'left-point',
          refuse: 'left-point',
          silence: 'left-point',
          notUnderstood: 'left-point',
        }),
        asks('day', '约改送日期', [3, 3], ['好的，哪天送过去方便？'], {
          variable: 'day',
          accepts: {
            type: 'date',
            within: { daysAhead: 7, sentence: '快件最多给您留七天，您看这七天里哪天方便？' },
          },
          ways: { collected: 'moved', refuse: 'left-point', silence: 'unsure', notUnderstood: 'unsure' },
        }),
        hears('address', '记新地址', [0, 2], {
          sentence: '好的，您说一下正确的地址，我记下来。',
          variable: 'address',
          to: 'noted',
          lost: 'unsure',
        }),
        ends('coming', '送货上门', [1, 2], ['好的，快递员送到前会再联系您，请保持电话畅通，再见。']),
        ends('left-point', '放代收点', [2, 4], ['好的，给您放代收点，取件信息看短信，再见。']),
        ends('left-door', '放门口', [1, 4], ['好的，给您放门口，放好拍照发给您，再见。']),
        ends('moved', '改天派送', [3, 4], [`好的，给您改到${slot('day')}，送之前再联系您，再见。`]),
        ends('noted', '记下地址', [0, 3], ['记下了，快递员核对以后联系您，可能要晚一天，再见。']),
        ends('rejected', '不要了', [4, 2], ['好的，您要退的话请联系卖家，我们先不派送，再见。']),
        ends('not-mine', '不是自己的件', [4, 1], ['好的，我们先核实收件人，打扰您了，再见。']),
        ends('unsure', '没有确认', [-1, 2], ['那快递员到了再联系您，再见。']),
      ]),
    ],
    intents: [
      ...emptyPlan.intents.map(intent =>
        intent.id === 'yes' ? { ...intent, words: [...intent.words, '在家', '在的', '家里有人', '有人在'] } : intent,
      ),
      {
        id: 'away',
        name: '不在家',
        priority: 6,
        words: ['不在家', '不在', '没人在', '家里没人', '在外面', '在上班', '在公司', '出差', '没在'],
      },
      {
        id: 'wrongAddress',
        name: '地址不对',
        priority: 8,
        words: ['地址不对', '地址错了', '地址写错', '搬家了', '换地址', '不住那', '改地址'],
      },
      {
        id: 'notMine',
        name: '不是我的件',
        priority: 8,
        words: ['没买东西', '没有买', '没买过', '不是我的', '没有快递'],
      },
    ],
    knowledge: [
      knows(
        'what',
        ['问是什么', '什么东西', '什么快递', '哪里寄的', '谁寄的'],
        ['我买的是哪一件到了'],
        ['面单上的信息我这边看不全，签收前您可以先看面单。'],
      ),
      knows(
        'when',
        ['问几点', '几点', '什么时候到', '大概多久', '还要多久'],
        ['今天什么时间能送过来'],
        ['今天之内送到，快递员到楼下前会联系您。'],
      ),
      knows(
        'fee',
        ['问费用', '要钱', '收费', '多少钱', '到付', '加钱'],
        ['送上门要不要另外给钱'],
        ['正常派送不收费。有人找您要钱或者验证码，请不要给。'],
      ),
      knows(
        'check',
        ['问验货', '验货', '先看', '开箱', '检查'],
        ['能不能打开看看再签字'],
        ['可以先看外包装再签收，有破损请当场告诉快递员。'],
      ),
      knows(
        'return',
        ['问退货', '退货', '退掉', '拒收'],
        ['这个东西我不想要了怎么办'],
        ['退货请在您下单的地方申请，卖家同意以后我们上门取。'],
      ),
      knows(
        'other',
        ['问代签', '代签', '别人收', '家人收', '邻居'],
        ['让我妈帮我拿行不行'],
        ['家里人代收没问题，请他报一下收件人的姓就行。'],
      ),
    ],
    levelRules: levelsOf(
      rule('F', '不是自己的件', passed('not-mine')),
      rule('A', '送货上门', passed('coming')),
      rule('A', '说好放哪里', passed('left-point'), passed('left-door')),
      rule('A', '改天派送', answered('day')),
      { ...rule('B', '地址不对，要核对', passed('noted')), tags: ['核对地址'] },
      { ...rule('E', '不要了', passed('rejected')), tags: ['拒收'] },
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能派送助手，您有${slot('goods')}要送。`] },
  guide: guideOf(
    [
      '1',
      '收件人遇到什么问题？',
      [
        ['不在家', '2'],
        ['地址不对', '3'],
        ['不想要了', ''],
      ],
    ],
    ['2', '怎么处理？', ['放代收点', '放门口', '改天送']],
    ['3', '新地址核对了吗？', ['核对过', '还没有']],
  ),
  tests: [
    talk('在家，地址对', ['在家', '对的'], { path: ['opening', 'at-home', 'coming'], level: 'A' }),
    talk('在家，地址写错了', ['在的', '地址错了，我搬家了', '建设路十八号二栋'], {
      path: ['at-home', 'address', 'noted'],
      level: 'B',
    }),
    talk('不在家，放驿站', ['我不在家', '放驿站吧'], {
      path: ['opening', 'where', 'which-place', 'left-point'],
      answers: { place: '代收点' },
      level: 'A',
    }),
    talk('不在家，确定放门口', ['不在', '放门口', '可以'], {
      path: ['where', 'which-place', 'doorstep', 'left-door'],
      answers: { place: '门口' },
      level: 'A',
    }),
    talk('放门口不放心，改放代收点', ['没人在', '门口', '那不行'], {
      path: ['doorstep', 'left-point'],
      avoids: ['left-door'],
      level: 'A',
    }),
    talk('改天送，约周四', ['我在公司', '改天吧', '周四下午'], {
      path: ['where', 'which-place', 'day', 'moved'],
      answers: { place: '改天', day: '周四下午' },
      level: 'A',
    }),
    talk('约太远的日子', ['不在家', '改天', '下个月五号', '那周五'], {
      path: ['day', 'moved'],
      says: '快件最多给您留七天',
      answers: { day: '周五' },
      level: 'A',
    }),
    talk('周四改成周五', ['不在家', '改天送', '周四，不对，周五'], {
      path: ['day', 'moved'],
      answers: { day: '周五' },
      level: 'A',
    }),
    talk('改天也不要了', ['不在家', '改天', '不用了'], { path: ['day', 'left-point'], level: 'A' }),
    talk('地址不对', ['地址不对', '学府街六号'], { path: ['opening', 'address', 'noted'], level: 'B' }),
    talk('不在家，还搬家了', ['不在家', '我搬家了', '滨河路三十号'], {
      path: ['where', 'address', 'noted'],
      level: 'B',
    }),
    talk('没买过东西', ['我没买东西啊'], { path: ['opening', 'not-mine'], level: 'F' }),
    talk('不想要了', ['没兴趣，不要了'], { path: ['opening', 'rejected'], level: 'E' }),
    talk('问放哪里时说不要了', ['不在家', '没兴趣，不要了'], { path: ['where', 'rejected'], level: 'E' }),
    talk('含糊的再问，原来在家', ['嗯，那个啥', '那个那个', '在', '对'], {
      path: ['ask-again', 'at-home', 'coming'],
      level: 'A',
    }),
    talk('含糊的再问，不在', ['嗯，那个啥', '那个那个', '不在', '快递柜'], {
      path: ['ask-again', 'where', 'left-point'],
      level: 'A',
    }),
    talk('再问时说地址不对', ['嗯，那个啥', '那个那个', '地址写错了', silent], {
      path: ['ask-again', 'address', 'unsure'],
      level: 'D',
    }),
    talk('再问时说没有快递', ['嗯，那个啥', '那个那个', '我没有快递'], { path: ['ask-again', 'not-mine'], level: 'F' }),
    talk('问几点到', ['几点到', '在家', '对'], {
      path: ['when', 'at-home', 'coming'],
      says: '今天之内送到',
      level: 'A',
    }),
    talk('问要不要钱', ['送上门要钱吗', '在', '对'], { path: ['fee', 'coming'], says: '请不要给', level: 'A' }),
    talk('你是谁', ['你哪位', '在家', '对'], { path: ['common-whoAreYou', 'coming'], level: 'A' }),
    talk('在开会', ['我在开会', '今天下午五点'], { path: ['common-busy', 'common-busy-kept'], level: 'C' }),
    talk('没有人在，放物业', ['没有', '放物业那里'], { path: ['opening', 'where', 'left-point'], level: 'A' }),
    talk('在家，但不是那个地址', ['在家', '不对', '学府街六号三单元'], {
      path: ['at-home', 'address', 'noted'],
      level: 'B',
    }),
    talk('再问时说没有人', ['嗯，那个啥', '那个那个', '没有', '门口', '没兴趣'], {
      path: ['ask-again', 'where', 'doorstep', 'left-point'],
      level: 'A',
    }),
    talk('再问时说不要了', ['嗯，那个啥', '那个那个', '没兴趣，不要了'], {
      path: ['ask-again', 'rejected'],
      level: 'E',
    }),
    talk('不出声', [silent], { path: ['opening', 'unsure'], level: 'F' }),
  ],
};
