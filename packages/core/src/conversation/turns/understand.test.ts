import { expect, test } from 'vitest';
import { type CompiledPlan, compilePlan } from '../compile/compile.ts';
import type { Accepts, CollectNode, KnowledgeItem, Plan, SpeakNode } from '../plan/plan.ts';
import { smallPlan } from '../plan/small-plan.test-data.ts';
import type { ListeningNode } from '../walk/routing.ts';
import { understand } from './understand.ts';
import { asksForNoMoreCalls } from './wish.ts';

/** Plans of other trades, built as an operator builds them: three words an item, the global dialogue as it is offered. */
const item = (id: string, words: readonly string[], more: Partial<KnowledgeItem> = {}): KnowledgeItem => ({
  id,
  name: id,
  priority: 5,
  words,
  answers: [`${id}。`],
  interruption: { when: 'never' },
  next: { resume: 'repeat' },
  limit: 2,
  ...more,
});
const asksFor = (id: string, accepts: Accepts, to: string): CollectNode => ({
  kind: 'collect',
  id,
  name: id,
  sentences: ['哪个？'],
  interruption: { when: 'never' },
  variable: 'it',
  accepts,
  routers: [
    { on: 'collected', to },
    { on: 'refuse', to: 'bye' },
  ],
});
const options = (...words: readonly string[]): Accepts => ({
  type: 'choice',
  options: words.map(word => ({ value: word, words: [word] })),
});
const offer: SpeakNode = {
  kind: 'speak',
  id: 'offer',
  name: 'offer',
  sentences: ['方便吗？'],
  interruption: { when: 'never' },
  routers: [
    { on: 'yes', to: 'day' },
    { on: 'no', to: 'bye' },
    { on: 'refuse', to: 'bye' },
  ],
};
const nodes: readonly (CollectNode | SpeakNode)[] = [
  offer,
  asksFor('day', { type: 'date' }, 'kind'),
  asksFor('kind', options('普通', '加强'), 'seats'),
  asksFor('seats', { type: 'number' }, 'sum'),
  asksFor('sum', { type: 'amount' }, 'name'),
  asksFor('name', { type: 'text' }, 'mobile'),
  asksFor('mobile', { type: 'phone' }, 'bye'),
];
const busy = item('busy', ['在忙', '没空', '下午', '明天', '晚上'], {
  name: '忙',
  priority: 4,
  common: 'busy',
  likes: ['你明天下午再打给我吧', '晚上八点以后再联系'],
});
const knowledge: readonly KnowledgeItem[] = [
  busy,
  item('who', ['你是谁'], { name: '你是谁', priority: 4, common: 'whoAreYou' }),
  item('purpose', ['有何贵干'], { name: '什么事' }),
  item('person', ['转人工', '真人'], { priority: 4, common: 'wantsPerson', next: { goto: 'bye' } }),
  item('fasting', ['空腹', '抽血']),
  item('price', ['多少钱', '贵多少']),
  item('parking', ['停车']),
  item('book', ['预约', '约周'], { next: { goto: 'day' } }),
];
const plan: Plan = {
  ...smallPlan,
  variables: [{ name: 'it', label: '它', fallback: '', spoken: 'asWritten' }],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'offer',
      nodes: [...nodes, { kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见。'] }],
    },
  ],
  intents: [
    {
      id: 'yes',
      name: '肯定',
      priority: 1,
      means: 'yes',
      words: ['需要', '可以', '行', '好的', '方便', '你说', '参加'],
    },
    { id: 'no', name: '否定', priority: 2, means: 'no', words: ['不行', '不可以', '没有'] },
    {
      id: 'refuse',
      name: '拒绝',
      priority: 3,
      means: 'refuse',
      words: ['不要', '不用', '不需要', '不方便', '在开会', '在开车'],
    },
    { id: 'never', name: '别再打', priority: 6, means: 'refuse', noMoreCalls: true, words: ['别打了', '不要打电话'] },
  ],
  knowledge,
  levelRules: [{ level: 'D', name: '其他', when: [] }],
};
const asked = { date: '2026-11-24', minute: 600 };
const compiled = (of: Plan): CompiledPlan => {
  const result = compilePlan(of);
  return result.ok ? result.compiled : expect.unreachable(JSON.stringify(result.faults));
};
const whole = compiled(plan);

/** 「周三 + fasting」, 「yes」, 「busy」, 「again」, 「nothing」. */
const heard = (at: string, text: string, by = whole): string => {
  const node = by.nodes.get(at) as ListeningNode;
  const { meant } = understand(by, node, {}, { text, syllables: [], asked });
  switch (meant.type) {
    case 'answer':
      return meant.asked ? `${meant.value} + ${meant.asked.id}` : meant.value;
    case 'knowledge':
      return meant.item.id;
    case 'router':
      return `${meant.means ?? 'own'}${meant.asked ? ` + ${meant.asked.id}` : ''}`;
    case 'unrouted':
      return `${meant.means ?? 'own'}, nowhere`;
    default:
      return meant.type;
  }
};

/** By hand: node → sentence → what it means there. */
const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Asked for a day: the answer and nothing else, whatever else has its words.
  day: {
    明天下午三点: '明天 15:00',
    那就周三下午吧: '周三下午',
    我约周五晚上: '周五晚上',
    '嗯，明天上午可以': '明天上午',
    周三可以吗: '周三',
    您看周六行不行: '周六',
    约周四吧: '周四',
    我想预约周三: '周三',
    我明天下午带孩子过去: '明天下午',
    // Two meanings.
    '周三吧，要空腹吗': '周三 + fasting',
    周三上午吧要抽血吗: '周三上午 + fasting',
    '后天，你是谁啊': '后天 + who',
    '下周一，那停车方便吗': '下周一 + parking',
    // What goes before.
    '不要，你们别老周三打': 'refuse',
    '我在忙，周三再说': 'busy',
    '周三不去了，给我转人工': 'person',
    // Not an answer.
    要空腹吗: 'fasting',
    我要预约: 'nothing',
    我在开会: 'busy',
    今天别打了明天再打: 'busy',
    上班别打: 'busy',
    上班时间别打电话: 'busy',
    喂: 'again',
    '啊？': 'again',
    能听见吗: 'again',
    '喂，听得到吗': 'again',
    啥事: 'purpose',
    什么事啊: 'purpose',
    你谁: 'who',
    干嘛的: 'who',
    '怎么不行，周三吧': '周三',
    '我周三在忙，周四吧': '周四',
    '今天没空，后天吧': '后天',
    后天我没空: 'nothing',
    在忙周四吧: 'busy',
  },
  kind: {
    普通的吧: '普通',
    那就给我来个加强的: '加强',
    好的加强: '加强',
    '普通的，要空腹吗': '普通 + fasting',
    '我在忙，普通的吧': '普通',
    加强的贵多少: 'price',
    普通的多少钱: 'price',
    加强的是什么: 'again',
    普通和加强的有什么区别: 'nothing',
    普通的可以吗: 'nothing',
    不要加强的: 'nothing',
    加强的不要: 'nothing',
    不想做加强的: 'nothing',
    加强的就算了: 'nothing',
    '不要加强的，普通的': '普通',
    不是加强是普通: '普通',
    普通的就行不用加强: '普通',
    加强的普通的都不要: 'nothing',
    普通还是加强好呢: 'nothing',
    普通还是加强吧: '加强',
    不考虑加强: 'nothing',
    都不要: 'refuse',
    // By its place.
    头一个: '普通',
    我第二个孩子才两岁: 'nothing',
    前面那个人跟我说过了: 'nothing',
    后面那个吧: '加强',
    不是第一个: 'nothing',
    莫加强: 'nothing',
    不给我加强: 'nothing',
    加强的不用了: 'nothing',
    '不用了，普通的也太麻烦': 'refuse',
  },
  seats: {
    三个人: '3',
    一共五位: '5',
    三个人可以吗: '3',
    '四个大人，能停车吗': '4 + parking',
    四个人停车的有两个: '2',
    '三个人可以吗，停车方便吗': '3 + parking',
    六个人了好停车伐: '6 + parking',
    一个人多少钱: 'price',
    '不要，一天打我三次': 'refuse',
    '一共六位，大人两位小孩四位': '6',
    '12，上六年级': '12',
    八十来位: '80',
    八十有四: '84',
    三桌半: '3.5',
  },
  sum: {
    五千块: '5000',
    '两万吧，你是谁': '20000 + who',
    '存五万，停车方便吗': '50000 + parking',
  },
  name: {
    王晓雯: '王晓雯',
    我叫李可以: '我叫李可以',
    我叫王芳对了停车方便吗: '我叫王芳 + parking',
    '。。。': 'nothing',
    '😀': 'nothing',
    '姓陈 停车要钱不': '姓陈 + parking',
    你是谁: 'who',
    你谁啊: 'who',
    喂: 'again',
    能听见吗: 'again',
    地址还是老地方: '地址还是老地方',
    要空腹吗: 'fasting',
    不需要: 'refuse',
  },
  mobile: {
    '别打这个，打13880264795': '13880264795',
    '13880264795，别太早打': '13880264795',
    '138开头，后面是80264795': '13880264795',
    我不想留电话: 'refuse',
    幺三八零零一三八零零零: '13800138000',
    我的手机号是13800138000: '13800138000',
  },
  // A question with a yes or a no.
  offer: {
    可以: 'yes',
    '可以啊，怎么过去': 'yes',
    可以啊怎么弄: 'yes',
    好的多少钱: 'yes + price',
    '行，那我不修了': 'nothing',
    '可以，但我现在没钱': 'nothing',
    '行，那我不等了，现在约': 'yes',
    '没问题，我不怕疼': 'yes',
    '可以，不过别太早': 'yes',
    '你先跟我讲讲，停车要钱不': 'parking',
    那你说说是什么活动: 'yes',
    你说什么: 'again',
    需要抽血吗: 'fasting',
    需要带什么: 'nothing',
    可以改时间吗: 'nothing',
    '可以？': 'nothing',
    什么时候都可以: 'yes',
    可以的没什么问题: 'yes',
    不方便: 'refuse',
    不要参加: 'refuse',
    要不要参加呢: 'nothing',
    想不想参加: 'nothing',
    怎么不行: 'yes',
    怎么不可以: 'yes',
    这有什么不行的: 'yes',
    怎么不可以便宜点: 'nothing',
    在开会: 'busy',
    我在开车呢: 'busy',
    开车呢不方便: 'busy',
    '我在开会，不需要': 'refuse',
    我儿子在上课: 'nothing',
    不是在忙: 'nothing',
    我现在不忙: 'nothing',
    不用转人工: 'nothing',
    今天别打了明天再打: 'busy',
    中午别打电话: 'busy',
    别打了我在上班: 'busy',
    今天别打折: 'nothing',
    喂喂: 'again',
    啊: 'again',
    你能听见我说话吗: 'again',
    听得到: 'yes',
    有事吗: 'purpose',
    你们是干嘛的: 'who',
    没什么事: 'yes',
    不用空腹吗: 'fasting',
    不需要打针吗: 'nothing',
    '不需要，听不懂吗': 'refuse',
    不用打了行吗: 'refuse',
    有没有优惠: 'nothing',
    我没说要转人工: 'nothing',
    别转人工: 'nothing',
    我不投诉: 'nothing',
    可以个屁: 'no',
    方便你个头: 'no',
    唔方便: 'no',
    谁说不行了: 'nothing',
    我可没说不要: 'nothing',
    '你们收得干净不嘛，莫给我漏一地': 'nothing',
    '没有，哦，是这事啊，好的，可以': 'nothing',
    '不需要，那，先这样，好的': 'refuse',
    可以你个大爷: 'no',
    '算了吧，这套片子我们不打算要了': 'refuse',
    等他回来再说不知道他有没有空: 'nothing',
  },
};
test.each(Object.entries(table).flatMap(([at, rows]) => Object.entries(rows).map(row => [at, ...row] as const)))(
  'at %s 「%s」 means %s',
  (at, text, meaning) => {
    expect(heard(at, text)).toBe(meaning);
  },
);

test('an hour at which one does not want to be called is no wish to be called no more, whatever words a plan has for that', () => {
  const wish = (text: string) => asksForNoMoreCalls(whole, text);
  expect(['今天别打了明天再打', '上班时间不要打电话', '开会呢别打了'].filter(wish)).toEqual([]);
  expect(['别打了', '以后不要打电话', '我在上班，别再打了'].filter(text => !wish(text))).toEqual([]);
});

test('who is asked about 打疫苗 answers that he did, or does not; a wish not to be called is heard all the same', () => {
  const wish = (text: string) => asksForNoMoreCalls(whole, text, [], { heard: '您孩子今年的疫苗打了吗？' });
  expect(['打了', '打了，上个月刚打', '三针都打了', '不打了', '还没打呢', '早打过了'].filter(wish)).toEqual([]);
  const wishes = ['不要打扰我', '请勿打扰', '以后不要打了', '以后不许打', '永远不要打了', '你们不要打了，听见没有'];
  expect(wishes.filter(text => !wish(text))).toEqual([]);
});

test('where a number of a phone is asked for, to tell one and to refuse to is no wish to be called no more', () => {
  const wishAt = (id: string) => (text: string) => asksForNoMoreCalls(whole, text, [], { node: whole.nodes.get(id) });
  const told = [
    '打我这个噻 13880264795',
    '打我那个嘛 15082639471',
    '号码不给你们了',
    '号码我不想给',
    '电话号码不方便留',
  ];
  expect(told.filter(wishAt('mobile'))).toEqual([]);
  const wishes = [
    '别打我这个 13880264795',
    '把13880264795删了',
    '13880264795不要打了',
    '13880264795拉黑',
    '天天打烦死了13880264795投诉你们',
    '号码不给，别再打了',
    '以后不要再打我电话了',
  ];
  expect(wishes.filter(text => !wishAt('mobile')(text))).toEqual(['别打我这个 13880264795', '把13880264795删了']);
  expect(wishes.slice(-4).filter(text => !wishAt('mobile')(text))).toEqual([]);
  const elsewhere = [...told, ...wishes];
  expect(elsewhere.filter(wishAt('seats'))).toEqual(elsewhere.filter(text => asksForNoMoreCalls(whole, text)));
});

test('an answer that was written otherwise is heard by its sound, with what is asked in the same breath', () => {
  const asked = { date: '2026-11-24', minute: 600 };
  const meantOf = (text: string, syllables: string) =>
    understand(whole, whole.nodes.get('day') as ListeningNode, {}, { text, syllables: syllables.split(' '), asked })
      .meant;
  expect(meantOf('明天下无', 'ming tian xia wu')).toMatchObject({ type: 'answer', when: { part: 'afternoon' } });
  expect(meantOf('周溜上午，要空腹吗', 'zhou liu shang wu  yao kong fu ma')).toMatchObject({
    type: 'answer',
    value: '周六上午',
    asked: { id: 'fasting' },
  });
});

test('where a plan has nothing for 忙 or who calls, what is said of them means what it did', () => {
  const bare = compiled({ ...plan, knowledge: knowledge.filter(({ id }) => id === 'price') });
  expect(heard('offer', '在开会', bare)).toBe('refuse');
  expect(heard('offer', '中午别打电话', bare)).toBe('nothing');
  expect(heard('offer', '啥事', bare)).toBe('nothing');
});

test('a router for 忙 is something for it: an intent that is called so, where the node has a way for it', () => {
  const later = { id: 'later', name: '现在忙', priority: 5, words: ['脱不开身'] };
  const withIntent = compiled({
    ...plan,
    intents: [...plan.intents, later],
    knowledge: [],
    flows: plan.flows.map(flow => ({
      ...flow,
      nodes: flow.nodes.map(node =>
        node.kind === 'speak' ? { ...node, routers: [...node.routers, { on: { intent: 'later' }, to: 'bye' }] } : node,
      ),
    })),
  });
  expect(['在开会', '上班别打'].map(text => heard('offer', text, withIntent))).toEqual(['own', 'own']);
  expect(heard('day', '上班别打', withIntent)).toBe('nothing');
});

test('where the global dialogue is ignored a 「喂」 is not answered, nor does 忙 act', () => {
  const deaf = compiled({
    ...plan,
    flows: plan.flows.map(flow => ({
      ...flow,
      nodes: flow.nodes.map(node => (node.kind === 'speak' ? { ...node, ignoring: { common: true } } : node)),
    })),
  });
  expect(['喂', '我开车呢', '你谁'].map(text => heard('offer', text, deaf))).toEqual(['nothing', 'nothing', 'nothing']);
});

test('whatever somebody says or a plan offers, a turn takes its few ms', () => {
  const words = Array.from({ length: 300 }, (_, n) => String.fromCodePoint(0x4e00 + n));
  const wide = compiled({
    ...plan,
    flows: plan.flows.map(flow => ({
      ...flow,
      nodes: flow.nodes.map(node =>
        node.id === 'kind' ? ({ ...node, accepts: options(...words) } as CollectNode) : node,
      ),
    })),
  });
  const hostile = [words.join(''), '不要'.repeat(250), '吗'.repeat(500), '啊不啊'.repeat(160), '周三吧'.repeat(160)];
  hostile.push(
    '别打上班'.repeat(120),
    '怎么不行'.repeat(120),
    `${'喂'.repeat(499)}？`,
    `${words.slice(0, 240).join('还是')}吗`,
  );
  const before = process.cpuUsage();
  for (const text of hostile) for (const at of ['kind', 'day', 'seats', 'offer']) heard(at, text, wide);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

test('where a text is asked for a mere question is no answer; a text that asks besides is one', () => {
  expect(heard('name', '你们几点关门')).toBe('nothing');
  expect(heard('name', '王小明，几点关门来着')).toBe('王小明，几点关门来着');
});
