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

/** 售后回访: does it work, else what is wrong and when somebody comes; who is content gives a mark. */
export const afterSales: TradePlan = {
  title: '售后服务回访',
  trade: 'afterSales',
  says:
    '产品送装以后回访：用着有没有问题，有问题的分清是故障还是不会用，约师傅上门；没问题的请打个分，低分追问原因。' +
    '适合家电、家居、数码的售后和安装回访。不推销延保，不收上门费的话不乱说。',
  note: '不会用的先教方法，教不会再约上门。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '公司名称', '我们公司'),
      variable('product', '产品', '产品'),
      variable('trouble', '什么问题'),
      variable('detail', '问题经过'),
      variable('day', '上门时间'),
      variable('mark', '评分'),
      variable('reason', '低分原因'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '开场白',
          [1, 0],
          [
            `您好，我是${slot('company')}的智能客服，想问问您买的${slot('product')}用得怎么样，方便吗？`,
            `就是想问问您买的${slot('product')}用得怎么样，方便说两句吗？`,
          ],
          {
            ...lost,
            yes: 'works',
            other: 'works',
            notUnderstood: 'works',
            no: 'later',
            'intent:broken': 'what',
            'intent:returned': 'returned',
          },
        ),
        says('works', '问有没有问题', [1, 1], ['用到现在，有没有出过什么问题？'], {
          ...lost,
          yes: 'what',
          other: 'mark',
          no: 'mark',
          notUnderstood: 'mark',
          'intent:broken': 'what',
          'intent:fine': 'mark',
          'intent:returned': 'returned',
        }),
        asks('what', '问什么问题', [2, 2], ['抱歉给您添麻烦了。是不能用了，有异响，还是不太会用？'], {
          variable: 'trouble',
          accepts: {
            type: 'choice',
            options: [
              { value: '不能用', words: ['不能用', '坏了', '不工作', '开不了', '没反应', '不通电', '漏水', '不制冷'] },
              { value: '有异响', words: ['异响', '响', '声音大', '噪音', '吵'] },
              { value: '不会用', words: ['不会用', '不太会', '怎么用', '不会调', '看不懂'] },
            ],
          },
          ways: { ...lost, collected: 'which-trouble', notUnderstood: 'detail' },
        }),
        {
          kind: 'condition',
          id: 'which-trouble',
          name: '故障还是不会用',
          at: canvasSpot(2, 3),
          branches: [{ when: { variable: 'trouble', is: 'equal', value: '不会用' }, to: 'teach' }],
          otherwise: 'detail',
        },
        says('teach', '先教方法', [3, 4], ['我把使用的短视频发给您，照着做就行。还要师傅上门吗？'], {
          yes: 'day',
          other: 'taught',
          no: 'taught',
          refuse: 'taught',
          silence: 'taught',
          notUnderstood: 'taught',
        }),
        hears('detail', '问问题经过', [2, 4], {
          sentence: '好的，您说说当时的情况，我先告诉师傅。',
          variable: 'detail',
          to: 'day',
        }),
        asks('day', '约上门', [2, 5], ['记下了。师傅上门看看，您哪天在家？'], {
          variable: 'day',
          accepts: {
            type: 'date',
            within: {
              hours: { from: 480, to: 1_140 },
              daysAhead: 14,
              sentence: '师傅早上八点到晚上七点上门，两周以内您看哪天？',
            },
          },
          ways: { collected: 'booked', refuse: 'noted', silence: 'soon', notUnderstood: 'soon' },
        }),
        asks('mark', '打分', [1, 2], ['那就好。安装和服务请您打个分，一分到五分，五分最好。'], {
          variable: 'mark',
          accepts: { type: 'number', min: 1, max: 5 },
          ways: {
            ...lost,
            collected: 'good-or-bad',
            refuse: 'thanks',
            notUnderstood: 'thanks',
            silence: 'thanks',
            'intent:fine': 'thanks',
            'intent:broken': 'what',
          },
        }),
        {
          kind: 'condition',
          id: 'good-or-bad',
          name: '分数高不高',
          at: canvasSpot(1, 3),
          branches: [{ when: { variable: 'mark', is: 'less', value: '4' }, to: 'why' }],
          otherwise: 'thanks',
        },
        hears('why', '追问原因', [0, 4], {
          sentence: '谢谢您说实话。哪里没做好？您说，我记下来。',
          variable: 'reason',
          to: 'noted',
        }),
        ends('booked', '约好上门', [2, 6], [`好的，${slot('day')}师傅上门，出发前先联系您，再见。`]),
        ends('soon', '尽快联系', [3, 6], ['好的，师傅会尽快联系您约时间，再见。']),
        ends('taught', '教会了', [4, 5], ['好的，还有不明白的随时联系我们，再见。']),
        ends('noted', '记下意见', [0, 5], ['记下了，会有专人跟进，感谢您，再见。']),
        ends('thanks', '感谢', [1, 5], ['谢谢您，有问题随时联系我们，祝您生活愉快，再见。']),
        ends('returned', '退货了', [3, 1], ['好的，我更新一下记录，打扰您了，再见。']),
        says('later', '改天再问', [0, 1], ['那我改天再问您，可以吗？'], anotherDay),
        ends('sorry', '礼貌结束', [3, 3], ['好的，打扰您了，有问题随时联系我们，再见。']),
        ends('bye', '结束', [-1, 2], ['好的，那先不打扰您了，再见。']),
      ]),
    ],
    intents: [
      ...emptyPlan.intents,
      { id: 'fine', name: '用得好', priority: 6, words: ['挺好', '很好', '没问题', '都正常', '好用', '不错', '满意'] },
      {
        id: 'broken',
        name: '有问题',
        priority: 7,
        exact: ['有', '有的', '有过', '有啊', '出过', '有一点'],
        words: ['坏了', '有问题', '不好用', '用不了', '出毛病', '不能用', '有毛病', '修了'],
      },
      { id: 'returned', name: '退货了', priority: 8, words: ['退货了', '已经退了', '退掉了', '没买', '没收到货'] },
    ],
    knowledge: [
      knows(
        'fee',
        ['问费用', '多少钱', '收费', '上门费', '要钱', '费用'],
        ['师傅来一趟要不要给钱'],
        ['保修期内按保修政策来，要收费的师傅会先报价，您同意再修。'],
      ),
      knows(
        'guarantee',
        ['问保修', '保修', '质保', '过保', '保几年', '三包'],
        ['这个东西坏了多久之内免费修'],
        ['保修期看您的购买凭证和保修卡，师傅上门会帮您核对。'],
      ),
      knows(
        'refund',
        ['问退换', '退货', '换货', '退款', '换新', '能退吗'],
        ['我不想要了能不能退'],
        ['退换按购买时的约定办，我请同事核实以后答复您。'],
      ),
      knows(
        'how-long',
        ['问多久', '多久能修', '要修多久', '几天能好', '等多久'],
        ['修好大概要几天'],
        ['多数当天就能修好，要换零件的话师傅会告诉您时间。'],
      ),
      knows(
        'use',
        ['问怎么用', '说明书', '怎么设置', '怎么清洗', '教程'],
        ['有没有教我操作的视频'],
        ['说明书和视频我发到您手机上，照着做就行。'],
      ),
      knows(
        'invoice',
        ['问发票', '发票', '开票', '凭证', '收据'],
        ['买东西的票从哪里拿'],
        ['发票请在下单的地方申请，开不出来再联系我们。'],
      ),
    ],
    levelRules: levelsOf(
      rule('F', '退货或没买', passed('returned')),
      { ...rule('A', '有问题，约好上门', answered('day')), tags: ['有问题'] },
      { ...rule('A', '不会用，教会了', passed('taught')), tags: ['不会用'] },
      { ...rule('A', '分数低', passed('why')), tags: ['不满意'] },
      rule('A', '用得好', passed('thanks')),
      { ...rule('B', '有问题，时间没定', passed('soon')), tags: ['有问题'] },
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能客服，回访您买的${slot('product')}。`] },
  guide: guideOf(
    [
      '1',
      '产品现在能用吗？',
      [
        ['能用', '3'],
        ['时好时坏', '2'],
        ['不能用', '2'],
      ],
    ],
    [
      '2',
      '怎么处理？',
      [
        ['上门维修', '3'],
        ['寄回', '3'],
        ['换新', '3'],
      ],
    ],
    ['3', '客户对服务满意吗？', ['满意', '一般', '不满意']],
  ),
  tests: [
    talk('没问题，五分', ['方便', '没有', '五分'], {
      path: ['opening', 'works', 'mark', 'good-or-bad', 'thanks'],
      answers: { mark: '5' },
      level: 'A',
    }),
    talk('有异响，约周六上门', ['可以', '有的', '声音大', '半夜嗡嗡响', '周六上午'], {
      path: ['works', 'what', 'which-trouble', 'detail', 'day', 'booked'],
      answers: { trouble: '有异响', day: '周六上午' },
      level: 'A',
      says: '出发前先联系您',
    }),
    talk('一上来就说坏了', ['坏了', '开不了机', '昨天还好好的', '明天下午'], {
      path: ['opening', 'what', 'detail', 'day', 'booked'],
      avoids: ['works'],
      answers: { trouble: '不能用', day: '明天下午' },
      level: 'A',
    }),
    talk('不会用，看视频就行', ['你说', '出过', '不太会用', '不用了'], {
      path: ['what', 'which-trouble', 'teach', 'taught'],
      answers: { trouble: '不会用' },
      level: 'A',
    }),
    talk('不会用，还是要师傅来', ['你说', '有', '不会调', '要的', '周日下午'], {
      path: ['teach', 'day', 'booked'],
      level: 'A',
    }),
    talk('打两分，说原因', ['方便', '没有', '两分', '师傅迟到了一上午'], {
      path: ['mark', 'good-or-bad', 'why', 'noted'],
      answers: { mark: '2' },
      level: 'A',
    }),
    talk('打分时才说有毛病', ['方便', '没有', '哎有毛病的', '不制冷', '开着也不凉', '周五上午'], {
      path: ['mark', 'what', 'detail', 'booked'],
      answers: { trouble: '不能用' },
      level: 'A',
    }),
    talk('不打分，只说挺好', ['方便', '挺好的', '都不错'], { path: ['works', 'mark', 'thanks'], level: 'A' }),
    talk('问起来说有问题', ['方便', '用不了', '没反应', '插上没电', '周四上午'], {
      path: ['works', 'what', 'detail', 'booked'],
      level: 'A',
    }),
    talk('退货了', ['我已经退货了'], { path: ['opening', 'returned'], level: 'F' }),
    talk('问起来说退掉了', ['方便', '那个我退掉了'], { path: ['works', 'returned'], level: 'F' }),
    talk('不需要回访', ['不需要'], { path: ['opening', 'sorry'], level: 'E' }),
    talk('问问题时没兴趣', ['方便', '没兴趣说'], { path: ['works', 'sorry'], level: 'E' }),
    talk('说了坏又不想说', ['坏了', '没兴趣说了'], { path: ['what', 'sorry'], level: 'E' }),
    talk('不用师傅来了', ['坏了', '漏水', '管子接口那里', '不需要了'], { path: ['day', 'noted'], level: 'E' }),
    talk('不愿意打分', ['方便', '没有', '不用了'], { path: ['mark', 'thanks'], level: 'A' }),
    talk('问上门费', ['坏了', '师傅上门要多少钱', '没反应', '按了没用', '周六下午'], {
      path: ['what', 'fee', 'detail', 'booked'],
      says: '您同意再修',
      level: 'A',
    }),
    talk('夜里不上门', ['坏了', '漏水', '底下滴水', '明天晚上九点', '明天上午九点'], {
      path: ['day', 'booked'],
      says: '师傅早上八点到晚上七点上门',
      answers: { day: '明天 9:00' },
      level: 'A',
    }),
    talk('周四改成周五', ['坏了', '不工作', '插电没声', '周四上午，不对，周五上午'], {
      path: ['day', 'booked'],
      answers: { day: '周五上午' },
      level: 'A',
    }),
    talk('时间说不上来', ['坏了', '漏水', '地上都是水', silent], { path: ['day', 'soon'], level: 'B' }),
    talk('不方便，改天', ['不方便', '可以'], { path: ['later', 'bye'], level: 'D' }),
    talk('不方便，别问了', ['不方便', '不行'], { path: ['later', 'sorry'], level: 'D' }),
    talk('你是谁', ['你哪位', '方便', '没有', '五分'], { path: ['common-whoAreYou', 'thanks'], level: 'A' }),
    talk('在开车', ['我在开车', '今天下午六点'], { path: ['common-busy', 'common-busy-kept'], level: 'C' }),
    talk('是的，有过问题', ['方便', '是的', '漏水', '底下滴水', '周五上午'], {
      path: ['works', 'what', 'booked'],
      level: 'A',
    }),
    talk('不会用，不用来人', ['坏了', '不太会用', '不行，不方便'], { path: ['teach', 'taught'], level: 'A' }),
    talk('不出声', [silent], { path: ['opening', 'bye'], level: 'F' }),
  ],
};
