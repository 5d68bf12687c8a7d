import { expect, test } from 'vitest';
import { type AskedKind, askedBy } from './asked.ts';
import { type Act, actOdds, dialogueActs } from './dialogue-act.ts';

const of = (kind: AskedKind) => ({ kind, words: new Set<string>() });
const surest = (said: string, asked: AskedKind): Act => {
  const odds = actOdds(said, [], of(asked));
  return dialogueActs.reduce((best, act) => (odds[act] > odds[best] ? act : best));
};

/** By hand: what was asked → what a sentence does → sentences. */
const table: Readonly<Partial<Record<AskedKind, Readonly<Partial<Record<Act, string>>>>>> = {
  offer: {
    yes: '你说吧 方便的 行你讲 没有不方便 嗯你讲吧我听着',
    refuse: '没兴趣 我不感兴趣谢谢 别烦我',
    busy: '我在开会 正开车呢 现在不方便 晚点再打',
    who: '你是谁 你们哪个公司的 您哪位',
    source: '你怎么有我电话 你从哪儿弄来我号码的',
    purpose: '什么事 找我干嘛',
    repeat: '再说一遍 没听清 喂喂',
    person: '转人工 我要跟真人说',
    wrong: '你打错了 你打错电话了吧',
    later: '我考虑一下 再考虑考虑',
  },
  whether: {
    yes: '对 是的 需要的 没啥不行 中 要得 可不嘛 不用谢可以的 冇问题',
    no: '没有 不用了 用不着 不要 甭了 不得行 唔使',
    question: '多少钱 在什么地方 怎么收费 需要空腹吗 要带什么东西',
    complaint: '我要投诉你们',
    later: '我跟家里商量一下 还没想好',
  },
  whetherNot: { yes: '没有 没呢 还没有', no: '装了 早就交过了' },
  what: { answer: '周三下午 三个人 普通的 王小明', question: '哪个便宜 有哪些可以选' },
};

test.each(
  Object.entries(table).flatMap(([asked, rows]) =>
    Object.entries(rows).flatMap(([act, said]) => said.split(' ').map(one => [asked as AskedKind, one, act] as const)),
  ),
)('to %s: 「%s」 is %s', (asked, said, act) => {
  expect(surest(said, asked)).toBe(act);
});

test('what was misheard sounds like what was said', () => {
  const written = actOdds('形可以', ['xing', 'ke', 'yi'], of('whether'));
  const sounded = actOdds('方变的', ['fang', 'bian', 'de'], of('offer'));
  expect([written.yes > 0, sounded.yes > 0]).toEqual([true, true]);
});

test('of two things both are heard', () => {
  const odds = actOdds('可以的多少钱', [], of('whether'));
  expect([odds.yes > -1, odds.question > -1, odds.refuse < -1]).toEqual([true, true, true]);
});

test('nothing, a mark and a book are read', () => {
  for (const said of ['', '，', '😀', '不要'.repeat(50_000)])
    expect(Object.values(actOdds(said, [], of('told'))).every(Number.isFinite)).toBe(true);
});

test.each([
  ['您好，请问现在方便说话吗？', 'offer'],
  ['给您介绍一下，可以吗？', 'offer'],
  ['您家里需要做保养吗？', 'whether'],
  ['您是王先生吗？', 'whether'],
  ['您有没有收到短信？', 'whether'],
  ['您家里还没装宽带是吧？', 'whetherNot'],
  ['您不介意稍等一下吧？', 'whetherNot'],
  ['那房子现在租给别人住了吗？', 'whether'],
  ['之前打疫苗有没有出现过不舒服？', 'whether'],
  ['您最近有不舒服吗？', 'whether'],
  ['您没有怀孕吧？', 'whetherNot'],
  ['我是暖阳售后，您报修的单子收到了，现在登记一下好吗？', 'offer'],
  ['我是暖阳售后，请问是王先生吗？', 'whether'],
  ['那就定在周三上午九点，没问题吧？', 'confirm'],
  ['您的号码是幺三八，对吗？', 'confirm'],
  ['您看哪天方便？', 'what'],
  ['您想要普通的还是加强的？', 'what'],
  ['您贵姓？', 'what'],
  ['快递明天上午送到，请您留意。', 'told'],
  ['', 'told'],
] as const)('「%s」 asks: %s', (said, kind) => {
  expect(askedBy(said).kind).toBe(kind);
});

test('an answer takes up what was asked, with a no or without', () => {
  const asked = askedBy('您家的阀门能关上吗？');
  const surestOf = (said: string) => {
    const odds = actOdds(said, [], asked);
    return dialogueActs.reduce((best, act) => (odds[act] > odds[best] ? act : best));
  };
  expect(['关上了', '关得上', '关不上', '没关上'].map(surestOf)).toEqual(['yes', 'yes', 'no', 'no']);
});
