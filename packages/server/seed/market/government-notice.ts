import { canvasSpot, type MenuNode } from '@lianxian/core';
import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import { answered, guideOf, knows, levelsOf, passed, press, rule, silent, type TradePlan, talk } from './parts.ts';

const unsure = { silence: 'unsure', notUnderstood: 'unsure' };

const choose: MenuNode = {
  kind: 'menu',
  id: 'choose',
  name: '按键确认',
  at: canvasSpot(1, 5),
  sentences: ['都清楚了请按 1，需要工作人员联系请按 2，再听一遍请按 3。'],
  interruption: { when: 'always' },
  visits: { most: 3, to: 'clear' },
  keys: [
    { key: '1', label: '都清楚了', to: 'clear' },
    { key: '2', label: '要工作人员联系', to: 'when-call' },
    { key: '3', label: '再听一遍', to: 'again' },
  ],
  notUnderstood: { sentences: ['清楚了请按 1，要人联系请按 2，也可以直接说。'] },
  routers: [
    { on: { intent: 'wantsHelp' }, to: 'when-call' },
    { on: 'yes', to: 'clear' },
    { on: 'no', to: 'when-call' },
    { on: 'refuse', to: 'clear' },
    { on: 'notUnderstood', to: 'clear' },
    { on: 'silence', to: 'clear' },
  ],
};

/** 政务通知: a matter and its last day, window or online, which day; never money, passwords or codes. */
export const governmentNotice: TradePlan = {
  title: '政务事项通知',
  trade: 'government',
  says:
    '通知居民一件要办的事：说清事项、期限和地点，问去窗口还是网上办、哪天去，听不清可以再听，要帮忙的请工作人员联系。' +
    '适合社区、街道、社保和办事大厅的批量通知。不收钱，不问密码、验证码和身份证号。',
  note: '能按键也能说话；已经办好的直接登记。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '单位名称', '社区服务中心'),
      variable('name', '称呼', ''),
      variable('matter', '事项', '登记信息更新'),
      variable('deadline', '截止日期', '月底'),
      variable('place', '办理地点', '办事窗口'),
      variable('where', '办理方式'),
      variable('day', '打算哪天办'),
      variable('callbackTime', '回电时间'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '说明身份',
          [1, 0],
          [
            `${slot('name')}您好，这里是${slot('company')}的智能助手，有一件要办的事通知您，方便听吗？`,
            '就是有一件要办的事通知您，方便听吗？',
          ],
          {
            ...unsure,
            yes: 'tell',
            other: 'tell',
            notUnderstood: 'tell',
            no: 'short',
            refuse: 'noted',
            'intent:moved': 'moved',
          },
        ),
        says('short', '长话短说', [0, 1], [`就一句：${slot('matter')}请在${slot('deadline')}前办理，您知道了吗？`], {
          ...unsure,
          yes: 'clear',
          other: 'clear',
          no: 'tell',
          refuse: 'noted',
          'intent:done': 'done',
          'intent:moved': 'moved',
        }),
        says(
          'tell',
          '通知事项',
          [1, 1],
          [`您的${slot('matter')}，请在${slot('deadline')}前到${slot('place')}办理。您还没办，对吗？`],
          {
            ...unsure,
            yes: 'where',
            other: 'where',
            no: 'done',
            refuse: 'noted',
            'intent:done': 'done',
            'intent:notYet': 'where',
            'intent:moved': 'moved',
          },
        ),
        asks('where', '问怎么办', [1, 2], ['办这件事不收费。您打算去窗口，还是网上办？'], {
          variable: 'where',
          accepts: {
            type: 'choice',
            options: [
              { value: '窗口', words: ['窗口', '现场', '过去', '大厅', '去社区', '跑一趟'] },
              { value: '网上', words: ['网上', '手机', '线上', '小程序', '电脑'] },
            ],
          },
          ways: { collected: 'which-where', refuse: 'noted', silence: 'choose', notUnderstood: 'choose' },
        }),
        {
          kind: 'condition',
          id: 'which-where',
          name: '窗口还是网上',
          at: canvasSpot(1, 3),
          branches: [{ when: { variable: 'where', is: 'equal', value: '网上' }, to: 'online' }],
          otherwise: 'day',
        },
        says('online', '网上怎么办', [0, 4], ['好的，网上请走官方渠道，不要点陌生链接。您会操作吗？'], {
          yes: 'choose',
          other: 'choose',
          no: 'day',
          refuse: 'choose',
          silence: 'choose',
          notUnderstood: 'choose',
        }),
        asks('day', '问哪天去', [1, 4], ['去窗口的话，您打算哪天过去？'], {
          variable: 'day',
          accepts: {
            type: 'date',
            within: { closed: [5, 6], daysAhead: 60, sentence: '窗口周末不上班，您看工作日哪天合适？' },
          },
          ways: { collected: 'choose', refuse: 'choose', silence: 'choose', notUnderstood: 'choose' },
        }),
        choose,
        says(
          'again',
          '再说一遍',
          [0, 6],
          [`再说一遍：${slot('matter')}，${slot('deadline')}前办，带身份证件。听清了吗？`],
          {
            yes: 'clear',
            other: 'choose',
            no: 'choose',
            refuse: 'clear',
            silence: 'choose',
            notUnderstood: 'choose',
          },
        ),
        asks('when-call', '约工作人员', [2, 5], ['好的，您什么时候接电话方便？'], {
          variable: 'callbackTime',
          accepts: { type: 'date' },
          ways: { collected: 'arranged', refuse: 'clear', silence: 'soon', notUnderstood: 'soon' },
        }),
        ends('clear', '通知到了', [1, 6], ['好的，请带上身份证件按时办理，谢谢您的配合，再见。']),
        ends('arranged', '约好联系', [2, 6], [`好的，${slot('callbackTime')}请工作人员联系您，再见。`]),
        ends('soon', '尽快联系', [3, 6], ['好的，工作人员会在上班时间联系您，再见。']),
        ends('done', '已经办了', [2, 2], ['好的，给您登记已经办理，谢谢您，再见。']),
        ends('moved', '搬走了', [3, 2], ['好的，我们更新一下登记，打扰您了，再见。']),
        ends('noted', '不便接听', [3, 3], [`好的，${slot('matter')}请在${slot('deadline')}前办理，打扰您了，再见。`]),
        ends('unsure', '没有确认', [-1, 2], ['事情会再发消息给您，请留意查看，再见。']),
      ]),
    ],
    intents: [
      ...emptyPlan.intents.map(intent =>
        intent.id === 'yes'
          ? { ...intent, words: [...intent.words, '知道了', '清楚了', '听清了', '会操作', '会弄'] }
          : intent,
      ),
      {
        id: 'notYet',
        name: '还没办',
        priority: 6,
        words: ['还没办', '没办呢', '没有办', '还没去', '没来得及', '忘了'],
      },
      { id: 'done', name: '办好了', priority: 7, words: ['办好了', '办过了', '已经办', '办完了', '早就办', '弄好了'] },
      { id: 'moved', name: '搬走了', priority: 8, words: ['搬走了', '搬家了', '不住那', '不在那边住', '户口迁走'] },
      {
        id: 'wantsHelp',
        name: '要人帮忙',
        priority: 6,
        words: ['联系我', '帮帮我', '不会弄', '不清楚', '不懂', '打给我'],
      },
    ],
    knowledge: [
      knows(
        'real',
        ['问真假', '骗子', '诈骗', '真的假的', '怎么证明', '假的吧'],
        ['我怎么知道你是真的单位'],
        ['您谨慎是对的。我们不收钱，不要密码和验证码，您可以到窗口核实。'],
      ),
      knows(
        'fee',
        ['问收费', '要钱', '收费', '多少钱', '交钱', '手续费'],
        ['办这个要不要花钱'],
        ['这件事不收任何费用，有人让您转账请不要理。'],
      ),
      knows(
        'bring',
        ['问带什么', '带什么', '材料', '证件', '复印件', '照片'],
        ['去的时候要准备哪些东西'],
        ['带上本人身份证件就可以，其他材料窗口会告诉您。'],
      ),
      knows(
        'place',
        ['问地点', '在哪里', '哪个窗口', '地址', '怎么去', '什么地方'],
        ['我应该跑到哪里去办'],
        [`在${slot('place')}办，工作日都可以去。`],
      ),
      knows(
        'other',
        ['问替办', '替我办', '别人去', '帮我办', '家人去', '孩子去'],
        ['我腿脚不便能不能叫人替我跑'],
        ['可以请家人替您办，带上两个人的身份证件就行。'],
      ),
      knows(
        'late',
        ['问过期', '过期', '晚了', '不办会', '逾期', '不去会怎样'],
        ['要是没赶上时间怎么办'],
        [`请尽量在${slot('deadline')}前办，晚了请到窗口问一下怎么补。`],
      ),
      knows(
        'hours',
        ['问上班时间', '几点上班', '几点下班', '周末', '中午'],
        ['你们礼拜天有没有人'],
        ['工作日上班时间都能办，周末不办。'],
      ),
    ],
    levelRules: levelsOf(
      rule('F', '搬走了', passed('moved')),
      { ...rule('B', '要工作人员联系', passed('arranged'), passed('soon')), tags: ['要联系'] },
      rule('A', '说定了怎么办', answered('day'), passed('online')),
      rule('B', '通知到本人', passed('clear')),
      rule('B', '已经办了', passed('done')),
    ),
  },
  answers: {
    whoAreYou: [`这里是${slot('company')}的智能助手，通知您${slot('matter')}。`],
    refusal: ['好的，打扰您了，具体请看我们发给您的消息，再见。'],
  },
  guide: guideOf(
    [
      '1',
      '居民知道这件事吗？',
      [
        ['知道', '2'],
        ['第一次听说', '2'],
      ],
    ],
    [
      '2',
      '办理有什么困难？',
      [
        ['没困难', ''],
        ['行动不便', '3'],
        ['不会网上办', '3'],
        ['人在外地', '3'],
      ],
    ],
    ['3', '怎么帮？', ['上门', '家人替办', '电话指导'], 'several'],
  ),
  tests: [
    talk('还没办，周四去窗口，按 1', ['方便', '还没办', '去窗口', '周四上午', press('1')], {
      path: ['opening', 'tell', 'where', 'which-where', 'day', 'choose', 'clear'],
      answers: { where: '窗口', day: '周四上午' },
      level: 'A',
    }),
    talk('网上办，会操作', ['你说', '没办呢', '手机上办', '会操作', press('1')], {
      path: ['where', 'which-where', 'online', 'choose', 'clear'],
      avoids: ['day'],
      says: '不要点陌生链接',
      level: 'A',
    }),
    talk('网上不会弄，改去窗口', ['你说', '对', '网上', '不行，我不会', '周五', '清楚了'], {
      path: ['online', 'day', 'choose', 'clear'],
      answers: { day: '周五' },
      level: 'A',
    }),
    talk('按 2 请工作人员联系', ['可以', '还没去', '窗口', '下周一', press('2'), '明天上午'], {
      path: ['choose', 'when-call', 'arranged'],
      answers: { day: '下周一', callbackTime: '明天上午' },
      level: 'B',
    }),
    talk('按 3 再听一遍', ['可以', '没有办', '窗口', '周三', press('3'), '听清了'], {
      path: ['choose', 'again', 'clear'],
      level: 'A',
    }),
    talk('再听一遍还是没清楚', ['可以', '没有办', '窗口', '周三', press('3'), '没有', press('2'), '明天上午'], {
      path: ['choose', 'again', 'choose', 'when-call', 'arranged'],
      level: 'B',
    }),
    talk('不按键，直接说要人联系', ['可以', '没办呢', '窗口', '周四', '你让人联系我', silent], {
      path: ['choose', 'when-call', 'soon'],
      level: 'B',
    }),
    talk('要人联系又说不用', ['可以', '没办呢', '窗口', '周四', press('2'), '不用了'], {
      path: ['when-call', 'clear'],
      level: 'A',
    }),
    talk('按键那里说不用了', ['可以', '没办呢', '窗口', '周四', '不用了'], { path: ['choose', 'clear'], level: 'A' }),
    talk('还有不明白的，说不行', ['可以', '没办呢', '窗口', '周四', '不行', '明天下午'], {
      path: ['choose', 'when-call', 'arranged'],
      level: 'B',
    }),
    talk('已经办好了', ['方便', '我已经办好了'], { path: ['tell', 'done'], avoids: ['where'], level: 'B' }),
    talk('不对，早办过', ['方便', '不对'], { path: ['tell', 'done'], level: 'B' }),
    talk('搬走了', ['我早就搬走了'], { path: ['opening', 'moved'], level: 'F' }),
    talk('通知了才说搬家', ['你说', '我搬家了'], { path: ['tell', 'moved'], level: 'F' }),
    talk('没空听，一句话说完', ['不方便', '知道了'], { path: ['opening', 'short', 'clear'], level: 'B' }),
    talk('一句话里说办过了', ['不方便', '办过了'], { path: ['short', 'done'], level: 'B' }),
    talk('一句话里说搬走了', ['不方便', '我户口迁走了'], { path: ['short', 'moved'], level: 'F' }),
    talk('一句话没听懂，再细说', ['不方便', '没有', '还没办', '窗口', '周四', press('1')], {
      path: ['short', 'tell', 'clear'],
      level: 'A',
    }),
    talk('不需要听', ['没兴趣'], { path: ['opening', 'noted'], says: '月底前办理', level: 'E' }),
    talk('怀疑是骗子', ['你们是骗子吧', '方便', '没办呢', '窗口', '周四', press('1')], {
      path: ['real', 'tell', 'clear'],
      says: '不要密码和验证码',
      level: 'A',
    }),
    talk('周末不上班，换工作日', ['方便', '没办', '窗口', '周六上午', '周五上午', '清楚了'], {
      path: ['day', 'choose', 'clear'],
      says: '窗口周末不上班',
      answers: { day: '周五上午' },
      level: 'A',
    }),
    talk('周三改成周四', ['方便', '没办呢', '窗口', '周三，不对，周四', press('1')], {
      path: ['day', 'clear'],
      answers: { day: '周四' },
      level: 'A',
    }),
    talk('问带什么材料', ['方便', '要带什么材料', '还没办', '窗口', '周五', press('1')], {
      path: ['tell', 'bring', 'where', 'clear'],
      says: '带上本人身份证件',
      level: 'A',
    }),
    talk('你是谁', ['你是哪里的', '方便', '没办呢', '窗口', '周五', press('1')], {
      path: ['common-whoAreYou', 'clear'],
      level: 'A',
    }),
    talk('在开会', ['我在开会', '今天下午五点'], { path: ['common-busy', 'common-busy-kept'], level: 'C' }),
    talk('听完不想办', ['方便', '没兴趣'], { path: ['tell', 'noted'], level: 'E' }),
    talk('问怎么办时不想听了', ['方便', '还没办', '没兴趣'], { path: ['where', 'noted'], level: 'E' }),
    talk('一句话也没兴趣', ['不方便', '没兴趣'], { path: ['short', 'noted'], level: 'E' }),
    talk('不出声', [silent], { path: ['opening', 'unsure'], level: 'F' }),
  ],
};
