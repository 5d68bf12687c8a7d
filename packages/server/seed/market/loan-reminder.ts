import { canvasSpot } from '@lianxian/core';
import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import { answered, guideOf, knows, levelsOf, passed, refuses, rule, silent, type TradePlan, talk } from './parts.ts';

const unsure = { silence: 'bye', notUnderstood: 'bye' };

/** 贷后提醒: nothing of the debt is said before somebody said that it is him; no sum is told, no threat is made. */
export const loanReminder: TradePlan = {
  title: '还款日提醒',
  trade: 'loans',
  says:
    '还款日前几天打给借款人：先确认是本人，再提醒还款日，问能不能按时还、怎么还；有困难的记下预计日期，或请同事回电协商。' +
    '适合银行、消费金融和助贷机构的到期提醒。不是本人不透露账单，全程不报金额、不施压。',
  note: '核身在前；已还、有异议、有困难各走各的路，提醒只走官方渠道还款。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '机构名称', '我们公司'),
      variable('name', '姓名', '机主'),
      variable('dueDay', '还款日', '这几天'),
      variable('way', '还款方式'),
      variable('payDay', '预计还款日'),
      variable('callbackTime', '回电时间'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '核对本人',
          [1, 0],
          [
            `您好，我是${slot('company')}的智能客服，请问您是${slot('name')}本人吗？`,
            `请问您是${slot('name')}本人吗？`,
          ],
          {
            ...unsure,
            yes: 'due',
            other: 'is-it-you',
            no: 'stranger',
            refuse: 'stranger',
            notUnderstood: 'is-it-you',
            'intent:kin': 'kin',
          },
        ),
        says('is-it-you', '再核对一次', [0, 1], [`有件事只能和本人说，请问您是${slot('name')}本人吗？`], {
          ...unsure,
          yes: 'due',
          no: 'stranger',
          refuse: 'stranger',
          'intent:kin': 'kin',
        }),
        says(
          'due',
          '提醒还款日',
          [1, 2],
          [`提醒您，您在我们这里的账单，还款日是${slot('dueDay')}，您能按时还上吗？`, '到还款日您能按时还上吗？'],
          {
            ...unsure,
            yes: 'how',
            other: 'how',
            no: 'when-can',
            refuse: 'talk-it-over',
            'intent:paid': 'paid',
            'intent:unable': 'when-can',
            'intent:disputes': 'disputed',
          },
        ),
        asks('how', '问怎么还', [1, 3], ['好的。您是银行卡自动扣款，还是自己手动还？'], {
          variable: 'way',
          accepts: {
            type: 'choice',
            options: [
              { value: '自动扣款', words: ['自动', '扣款', '银行卡', '绑的卡', '代扣'] },
              { value: '手动还款', words: ['手动', '自己还', '转账', '手机上还'] },
            ],
          },
          ways: {
            collected: 'which-way',
            refuse: 'manual',
            silence: 'manual',
            notUnderstood: 'manual',
            'intent:paid': 'paid',
          },
        }),
        {
          kind: 'condition',
          id: 'which-way',
          name: '自动还是手动',
          at: canvasSpot(1, 4),
          branches: [{ when: { variable: 'way', is: 'equal', value: '自动扣款' }, to: 'auto' }],
          otherwise: 'manual',
        },
        asks('when-can', '问哪天能还', [2, 3], ['理解您的难处。您大概哪天能还上？'], {
          variable: 'payDay',
          accepts: {
            type: 'date',
            within: { daysAhead: 60, sentence: '这个日子隔得有点久，两个月以内您看哪天可以？' },
          },
          ways: {
            collected: 'promised',
            no: 'talk-it-over',
            refuse: 'talk-it-over',
            silence: 'talk-it-over',
            notUnderstood: 'talk-it-over',
            'intent:unable': 'talk-it-over',
          },
        }),
        says('talk-it-over', '问要不要协商', [3, 4], ['没关系。需要请同事和您聊一聊还款的安排吗？'], {
          yes: 'when-call',
          other: 'when-call',
          no: 'noted',
          refuse: 'noted',
          silence: 'noted',
          notUnderstood: 'noted',
        }),
        asks('when-call', '约同事回电', [3, 5], ['好的，您什么时候接电话方便？'], {
          variable: 'callbackTime',
          accepts: { type: 'date' },
          ways: { collected: 'arranged', refuse: 'noted', silence: 'soon', notUnderstood: 'soon' },
        }),
        ends('auto', '自动扣款', [0, 5], ['好的，扣款前请您在卡里留足余额，具体金额以账单为准，谢谢，再见。']),
        ends('manual', '手动还款', [1, 5], ['好的，请您走官方渠道还款，不要转给个人账户，谢谢，再见。']),
        ends(
          'promised',
          '记下预计日期',
          [2, 4],
          [`记下了，您预计${slot('payDay')}还。合同约定的还款日没有变，您尽量提前，再见。`],
        ),
        ends('arranged', '约好协商', [3, 6], [`好的，${slot('callbackTime')}请同事联系您，再见。`]),
        ends('soon', '尽快联系', [4, 6], ['好的，同事会尽快和您联系，再见。']),
        ends('noted', '记下情况', [2, 5], ['好的，您的情况记下了，需要帮助随时联系我们，再见。']),
        ends('paid', '已经还了', [0, 3], ['好的，谢谢您，到账情况以账单为准，打扰您了，再见。']),
        ends('disputed', '有异议', [4, 3], ['好的，您的疑问记下了，请同事核实以后联系您，再见。']),
        ends('kin', '家人接的', [-1, 2], [`没有别的事，请${slot('name')}方便的时候联系我们，谢谢，再见。`]),
        ends('stranger', '不是本人', [-1, 1], ['不好意思，打扰您了，再见。']),
        ends('bye', '结束', [4, 2], ['好的，那先不打扰您了，再见。']),
      ]),
    ],
    intents: [
      ...emptyPlan.intents,
      {
        id: 'kin',
        name: '家人代接',
        priority: 8,
        words: [
          '我是他',
          '我是她',
          '是我爱人',
          '是我老公',
          '是我老婆',
          '是我爸',
          '是我妈',
          '是我儿子',
          '是我女儿',
          '不在家',
          '他不在',
        ],
      },
      {
        id: 'paid',
        name: '已经还了',
        priority: 7,
        words: ['还过了', '已经还', '还清', '还完了', '早就还', '刚还', '还掉了'],
      },
      {
        id: 'unable',
        name: '有困难',
        priority: 6,
        words: ['没钱', '还不上', '还不了', '周转不开', '没发工资', '困难', '失业', '手头紧', '拿不出'],
      },
      {
        id: 'disputes',
        name: '有异议',
        priority: 8,
        words: ['没借过', '没有借', '不是我借的', '金额不对', '算错', '没贷过款', '没有贷款'],
      },
    ],
    knowledge: [
      knows(
        'amount',
        ['问金额', '多少钱', '欠多少', '还多少', '金额'],
        ['这期我一共要交多少'],
        ['金额和明细请您在账单里看，电话里不方便说。'],
      ),
      knows(
        'channel',
        ['问怎么还', '怎么还', '在哪里还', '哪里还', '还到哪'],
        ['我应该通过什么办法还款'],
        ['在我们的官方应用或者您绑定的银行卡里还就行，不要转给个人。'],
      ),
      knows(
        'late',
        ['问逾期', '逾期', '晚几天', '晚一天', '罚息', '违约金', '利息'],
        ['过了日子没还会有什么后果'],
        ['逾期的影响以合同为准，您尽量在还款日前处理。'],
      ),
      knows(
        'delay',
        ['问延期', '延期', '宽限', '分期', '缓一缓'],
        ['能不能给我往后推几天'],
        ['能不能调整要同事评估以后答复您，我先帮您记下。'],
      ),
      knows(
        'credit',
        ['问征信', '征信', '信用记录', '上黑名单'],
        ['会不会影响我以后贷款'],
        ['按时还不影响，征信怎么报送以合同和监管规定为准。'],
      ),
      knows(
        'real',
        ['问真假', '骗子', '诈骗', '真的假的', '怎么证明'],
        ['我凭什么相信你们是正规机构'],
        ['您谨慎是对的。这个电话不要密码、验证码，您可以打官方客服核实。'],
      ),
    ],
    levelRules: levelsOf(
      { ...rule('C', '有异议', passed('disputed')), tags: ['有异议'] },
      rule('A', '答应按时还', passed('auto'), passed('manual')),
      rule('A', '已经还了', passed('paid')),
      rule('B', '说了预计日期', answered('payDay')),
      rule('B', '要协商', passed('arranged'), passed('soon')),
      rule('D', '有困难，没有说法', passed('noted')),
      // Who has no mind to talk says so where he is asked who he is, too.
      refuses,
      rule('F', '不是本人', passed('stranger')),
    ),
  },
  answers: {
    whoAreYou: [`我是${slot('company')}的智能客服，有件事和${slot('name')}本人确认。`],
    thinkItOver: ['没关系，您先安排。'],
  },
  guide: guideOf(
    [
      '1',
      '已经核对是本人？',
      [
        ['是本人', '2'],
        ['不是本人', ''],
      ],
    ],
    [
      '2',
      '现在的困难是什么？',
      [
        ['收入没到', '3'],
        ['生病或意外', '3'],
        ['对账单有疑问', '4'],
      ],
    ],
    ['3', '希望怎么安排？', ['晚几天', '分几次', '再联系']],
    ['4', '疑问是什么？', ['金额', '利息', '不是本人借的']],
  ),
  tests: [
    talk('本人，自动扣款', ['我是', '能还上', '自动扣款'], {
      path: ['opening', 'due', 'how', 'which-way', 'auto'],
      answers: { way: '自动扣款' },
      level: 'A',
      says: '留足余额',
    }),
    talk('本人，自己手动还', ['是的', '可以', '我自己手动还'], {
      path: ['due', 'how', 'which-way', 'manual'],
      says: '不要转给个人账户',
      level: 'A',
    }),
    talk('已经还了', ['是我', '我已经还过了'], { path: ['due', 'paid'], avoids: ['how'], level: 'A' }),
    talk('问怎么还时说早就还了', ['是我', '可以', '哦我早就还清了'], { path: ['how', 'paid'], level: 'A' }),
    talk('没发工资，下周五还', ['是本人', '没发工资', '下周五'], {
      path: ['due', 'when-can', 'promised'],
      answers: { payDay: '下周五' },
      level: 'B',
      says: '合同约定的还款日没有变',
    }),
    talk('还不上，请同事协商', ['是的', '还不上', '我现在没钱', '好的', '明天上午'], {
      path: ['when-can', 'talk-it-over', 'when-call', 'arranged'],
      answers: { callbackTime: '明天上午' },
      level: 'B',
    }),
    talk('不能按时还，也不协商', ['是的', '不行', '不行', '不用了'], {
      path: ['due', 'when-can', 'talk-it-over', 'noted'],
      level: 'D',
    }),
    talk('约协商时说不准时间', ['是的', '不行', '不行', '可以', silent], {
      path: ['due', 'when-can', 'talk-it-over', 'when-call', 'soon'],
      level: 'B',
    }),
    talk('说了约又不约', ['是的', '还不上', '不用了', '可以', '不需要了'], {
      path: ['talk-it-over', 'when-call', 'noted'],
      level: 'D',
    }),
    talk('不是本人，一个字不多说', ['不是'], { path: ['opening', 'stranger'], avoids: ['due'], level: 'F' }),
    talk('家人接的，不透露账单', ['他不在，我是他爱人'], {
      path: ['opening', 'kin'],
      avoids: ['due'],
      says: '请户主方便的时候联系我们',
      given: { name: '户主' },
      level: 'D',
    }),
    talk('含糊的再核对，原来不是', ['嗯，那个啥', '那个那个', '不是'], {
      path: ['opening', 'is-it-you', 'stranger'],
      avoids: ['due'],
      level: 'F',
    }),
    talk('含糊的再核对，就是本人', ['嗯，那个啥', '那个那个', '我就是', '可以', '银行卡'], {
      path: ['is-it-you', 'due', 'auto'],
      level: 'A',
    }),
    talk('再核对时是家人', ['嗯，那个啥', '那个那个', '我是她妈妈'], { path: ['is-it-you', 'kin'], level: 'D' }),
    talk('说没借过', ['是我', '我没借过钱啊'], { path: ['due', 'disputed'], level: 'C' }),
    talk('先问是不是骗子', ['你们是不是骗子', '我是', '能', '自动扣的'], {
      path: ['real', 'due', 'auto'],
      says: '不要密码、验证码',
      level: 'A',
    }),
    talk('问欠多少', ['是本人', '我要还多少钱', '可以', '手动'], {
      path: ['due', 'amount', 'how', 'manual'],
      says: '电话里不方便说',
      level: 'A',
    }),
    talk('下个月几号改成这周六', ['是我', '手头紧', '下周一，不对，这周六'], {
      path: ['when-can', 'promised'],
      answers: { payDay: '这周六' },
      level: 'B',
    }),
    talk('你是谁', ['你谁啊', '对，是我', '能还', '自动'], { path: ['common-whoAreYou', 'due', 'auto'], level: 'A' }),
    talk('在忙', ['我在忙', '今天晚上七点'], { path: ['common-busy', 'common-busy-kept'], level: 'C' }),
    talk('开口就说没兴趣，不问是谁就结束', ['没兴趣'], { path: ['opening', 'stranger'], avoids: ['due'], level: 'E' }),
    talk('协商的事先不用', ['是的', '还不上', '还不上', '不行'], { path: ['talk-it-over', 'noted'], level: 'D' }),
    talk('不出声', [silent], { path: ['opening', 'bye'], avoids: ['due'], level: 'F' }),
  ],
};
