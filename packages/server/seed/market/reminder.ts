import { emptyPlan } from '../templates/empty.ts';
import { asks, ends, mainFlow, says, slot, variable } from '../templates/parts.ts';
import {
  answered,
  guideOf,
  hearsWhy,
  knows,
  levelsOf,
  passed,
  rule,
  silent,
  type TradePlan,
  talk,
  yesBy,
} from './parts.ts';

const unsure = { silence: 'unsure', notUnderstood: 'unsure' };

/** 预约提醒: time and place of an appointment, confirmed, moved to another day, or cancelled with a reason. */
export const reminder: TradePlan = {
  title: '预约提醒',
  trade: 'appointments',
  says:
    '到店前一天打给已经预约的客户，确认能不能按时来；来不了的当场改一天，不来的问一句原因再取消。' +
    '适合诊所、美发、维修、体检等按时间接待客人的门店，减少空等。',
  note: '确认、改约、取消三条路都有，认路的客户会听到怎么走。',
  plan: {
    ...emptyPlan,
    variables: [
      variable('company', '门店名称', '我们门店'),
      variable('time', '预约时间', '明天'),
      variable('place', '地点', '门店'),
      variable('newDay', '改约日期'),
      variable('why', '取消原因'),
    ],
    flows: [
      mainFlow('opening', [
        says(
          'opening',
          '提醒预约',
          [1, 0],
          [
            `您好，这里是${slot('company')}的智能客服，提醒您预约了${slot('time')}到${slot('place')}，您能按时来吗？`,
            `跟您确认一下，${slot('time')}的预约您能按时来吗？`,
          ],
          {
            ...unsure,
            yes: 'knows-way',
            other: 'ask-again',
            no: 'move',
            refuse: 'why',
            notUnderstood: 'ask-again',
            'intent:cannotCome': 'move',
            'intent:cancels': 'why',
          },
        ),
        says('ask-again', '再确认', [0, 1], ['不好意思，请您说「能来」或者「来不了」。'], {
          ...unsure,
          yes: 'knows-way',
          other: 'unsure',
          no: 'move',
          refuse: 'why',
          'intent:cannotCome': 'move',
          'intent:cancels': 'why',
        }),
        says('knows-way', '问认不认路', [1, 1], ['好的，给您保留着。到店的路您清楚吗？'], {
          yes: 'confirmed',
          other: 'confirmed',
          no: 'told-way',
          refuse: 'confirmed',
          silence: 'confirmed',
          notUnderstood: 'confirmed',
        }),
        says('move', '问要不要改', [2, 1], ['没关系，要不要帮您改一天？'], {
          ...unsure,
          yes: 'new-day',
          other: 'new-day',
          no: 'why',
          refuse: 'why',
          'intent:cannotCome': 'why',
          'intent:cancels': 'why',
        }),
        asks('new-day', '问改到哪天', [2, 2], ['您想改到哪一天？'], {
          variable: 'newDay',
          accepts: { type: 'date' },
          ways: { ...unsure, collected: 'moved', refuse: 'why', 'intent:cancels': 'why' },
        }),
        hearsWhy('why', '问取消原因', [3, 2], {
          sentence: '好的。您这次是因为什么来不了？说一声，我们好改进。',
          variable: 'why',
          to: 'cancelled',
        }),
        ends('confirmed', '已确认', [0, 2], ['好的，我们等您来，路上注意安全，再见。']),
        ends(
          'told-way',
          '告诉怎么走',
          [1, 2],
          [`地点是${slot('place')}，您导航过来就行，找不到给门店打电话，我们等您，再见。`],
        ),
        ends('moved', '已改约', [2, 3], [`好的，已经帮您记下改到${slot('newDay')}，会有同事再和您确认，再见。`]),
        ends('cancelled', '取消', [3, 3], ['好的，这次先帮您取消，需要时随时联系我们，再见。']),
        ends('unsure', '没有确认', [-1, 2], ['那我们先保留您的预约，有变化请联系门店，再见。']),
      ]),
    ],
    intents: [
      ...yesBy('能来', '会来', '准时', '到时候见', '清楚', '知道', '认识路'),
      // Who cannot come is not busy now: before the part for that.
      {
        id: 'cannotCome',
        name: '来不了',
        priority: 6,
        words: ['来不了', '去不了', '不能来', '没空', '没时间', '有事', '改天'],
        // Said and taken back in one breath.
        except: ['也行', '也可以', '还是能', '还是来', '还是去', '抽空', '来得及'],
      },
      { id: 'cancels', name: '取消', priority: 7, words: ['取消', '不去了', '不来了', '不做了', '退掉', '退了'] },
    ],
    knowledge: [
      knows(
        'place',
        ['问地点', '在哪里', '地址', '怎么去', '什么位置'],
        ['你们店具体在什么地方', '地铁坐到哪一站'],
        [`地点是${slot('place')}，稍后可以查看短信里的地址。`],
      ),
      knows(
        'bring',
        ['问要带什么', '带什么', '要准备什么', '带证件'],
        ['过来的时候需要带什么东西'],
        ['带上身份证件就可以。'],
      ),
      knows(
        'when',
        ['问时间', '几点', '什么时候', '哪一天'],
        ['我约的是几点钟来着', '帮我看看约在哪天'],
        [`您约的是${slot('time')}，麻烦您提前十分钟到。`],
      ),
      knows(
        'late',
        ['问迟到', '迟到', '晚到', '晚一点到', '赶不上'],
        ['如果堵车晚一会儿还能不能做'],
        ['晚十几分钟没关系，再晚请您提前给门店说一声。'],
      ),
      knows(
        'fee',
        ['问费用', '多少钱', '收费', '费用', '违约金'],
        ['取消要不要扣钱', '去了以后要交多少费用'],
        ['改约和取消都不收钱，费用到店再和您确认。'],
      ),
      knows(
        'parking',
        ['问停车', '停车', '车位', '开车去'],
        ['开车过来有地方停吗'],
        ['门店附近可以停车，您到了请前台指路。'],
      ),
    ],
    levelRules: levelsOf(
      rule('A', '确认到场', passed('confirmed'), passed('told-way')),
      rule('B', '改约', answered('newDay')),
      rule('E', '取消', passed('cancelled')),
    ),
  },
  answers: { whoAreYou: [`我是${slot('company')}的智能客服，提醒您${slot('time')}的预约。`] },
  guide: guideOf(
    [
      '1',
      '客户能来吗？',
      [
        ['能来', '2'],
        ['要改时间', '3'],
        ['不来了', '4'],
      ],
    ],
    ['2', '有没有特别需要？', ['停车', '带孩子', '没有']],
    ['3', '改到什么时候？', ['本周', '下周', '再联系']],
    ['4', '为什么不来了？', ['时间不合适', '去了别家', '不需要了']],
  ),
  tests: [
    talk('说没空，又说还是来', ['没空，哦，那还是来吧', '知道'], {
      path: ['opening', 'knows-way', 'confirmed'],
      level: 'A',
    }),
    talk('能来，也认路', ['能来', '知道'], {
      path: ['opening', 'knows-way', 'confirmed'],
      level: 'A',
      says: '路上注意安全',
    }),
    talk('能来，不认路', ['可以的', '不知道怎么走，没有去过'], { path: ['knows-way', 'told-way'], level: 'A' }),
    talk('来不了，改到周五', ['来不了', '好的', '周五下午'], {
      path: ['opening', 'move', 'new-day', 'moved'],
      answers: { newDay: '周五下午' },
      level: 'B',
      says: '改到周五下午',
    }),
    talk('没空，也不改了', ['没空', '不行', '我出差了'], {
      path: ['move', 'why', 'cancelled'],
      level: 'E',
    }),
    talk('不去了，说了原因', ['不去了，取消吧', '我在家附近弄好了'], {
      path: ['opening', 'why', 'cancelled'],
      avoids: ['move'],
      level: 'E',
    }),
    talk('含糊的再问一次', ['嗯，那个啥', '那个那个', '能来', '清楚'], {
      path: ['opening', 'ask-again', 'knows-way', 'confirmed'],
      level: 'A',
    }),
    talk('再问也来不了', ['嗯，那个啥', '那个那个', '去不了', '改吧，可以', '下周一'], {
      path: ['ask-again', 'move', 'new-day', 'moved'],
      answers: { newDay: '下周一' },
      level: 'B',
    }),
    talk('问几点再答应', ['我约的几点', '能来', '知道'], {
      path: ['opening', 'when', 'knows-way', 'confirmed'],
      says: '麻烦您提前十分钟到',
      given: { time: '明天上午十点' },
      level: 'A',
    }),
    talk('你是谁', ['你哪位', '能来', '认识路'], { path: ['common-whoAreYou', 'confirmed'], level: 'A' }),
    talk('改到周三，又说周四', ['不行', '可以', '周三，不对，周四上午'], {
      path: ['move', 'new-day', 'moved'],
      answers: { newDay: '周四上午' },
      level: 'B',
    }),
    talk('要改又取消', ['去不了', '可以', '不用了', '我要出差一个月'], {
      path: ['new-day', 'why', 'cancelled'],
      level: 'E',
    }),
    talk('改天也来不了', ['去不了', '来不了', '我搬到外地了'], { path: ['move', 'why', 'cancelled'], level: 'E' }),
    talk('在开车，晚点再打', ['我在开车', '今天晚上'], {
      path: ['common-busy', 'common-busy-kept'],
      answers: { callbackTime: '今天晚上' },
      level: 'C',
    }),
    talk('含糊的再问，说不行', ['嗯，那个啥', '那个那个', '不行', '可以', '周五'], {
      path: ['ask-again', 'move', 'new-day', 'moved'],
      level: 'B',
    }),
    talk('含糊的再问，要取消', ['嗯，那个啥', '那个那个', '取消吧', '家里有点事'], {
      path: ['ask-again', 'why', 'cancelled'],
      level: 'E',
    }),
    talk('不想来了', ['没兴趣，不感兴趣了', '价格不合适'], { path: ['opening', 'why', 'cancelled'], level: 'E' }),
    talk('不改了，直接取消', ['来不了', '取消吧', '孩子要考试'], { path: ['move', 'why', 'cancelled'], level: 'E' }),
    talk('约新日子时取消', ['来不了', '可以', '还是取消吧', '孩子要考试'], {
      path: ['new-day', 'why', 'cancelled'],
      level: 'E',
    }),
    talk('不感兴趣，不用改', ['来不了', '没兴趣', '没兴趣说'], { path: ['move', 'why', 'cancelled'], level: 'E' }),
    talk('能来，别的不想听', ['能来', '没兴趣'], { path: ['knows-way', 'confirmed'], level: 'A' }),
    talk('不出声就先保留', [silent], { path: ['opening', 'unsure'], level: 'F' }),
    talk('打错了', ['你打错了'], { avoids: ['knows-way'], level: 'F' }),
  ],
};
