import { expect, test } from 'vitest';
import type { Intent, KnowledgeItem } from '../../plan/plan.ts';
import { buildRecognition, recognise } from '../recognise.ts';
import { tidy } from '../text.ts';
import { builtInLibrary } from './library.ts';
import { listedMeanings, proposedMeanings } from './told.ts';
import { builtInTopics, tradeTopics } from './topics.ts';

const intent = (name: string, meanings: readonly string[], likes: readonly string[] = []): Intent => ({
  id: name,
  name,
  priority: 1,
  words: [],
  likes,
  meanings,
});
const item = (name: string, meanings: readonly string[], likes: readonly string[] = []): KnowledgeItem => ({
  id: name,
  name,
  priority: 1,
  words: [],
  likes,
  meanings,
  answers: ['好'],
  interruption: { when: 'never' },
  next: { resume: 'continue' },
  limit: 1,
});

/** What a new operator takes, and a sentence of his own. */
const plan = {
  intents: [
    { ...intent('肯定', ['yes'], ['那你给我讲讲吧']), means: 'yes' as const },
    { ...intent('否定', ['no']), means: 'no' as const },
    { ...intent('拒绝', ['refusal']), means: 'refuse' as const },
    intent('正在忙', ['busy']),
    intent('你是谁', ['who']),
    intent('转人工', ['person']),
  ],
  knowledge: [item('问价', ['price']), item('地址', ['where'])],
};
const recognition = buildRecognition(plan);
const meant = (text: string) => recognise(recognition, text).map(({ entry }) => entry.id);

/** By hand; none of them stands in the library. */
test.each([
  ['嗯嗯那你给我仔细讲一讲呗', ['肯定']],
  ['那行，咱约个时间我过去看看', ['肯定']],
  ['我们家真的用不到这个东西', ['否定']],
  ['不用了谢谢啊', ['否定']],
  ['你们一天到晚打电话烦死个人', ['拒绝']],
  ['我这会儿正在开车呢', ['正在忙']],
  ['喂，请问你是哪个公司的呀', ['你是谁']],
  ['帮我转一下人工客服', ['转人工']],
  ['那你们这个一共得交多少钱', ['问价']],
  ['你们店具体开在哪个位置啊', ['地址']],
])('meanings that are taken by name let a plan understand 「%s」: %j', (text, ids) => {
  expect(meant(text)).toEqual(ids);
});

test.each([
  ['要', '不要'],
  ['用', '不用了'],
  ['我有兴趣', '我没有兴趣'],
  ['我愿意参加', '我不愿意参加'],
  ['我同意', '我不同意'],
  ['可以的', '不可以的'],
  ['我打算去', '我不打算去'],
  ['方便', '不方便'],
  ['我想了解', '我不想了解'],
])('「%s」 is no no, and 「%s」 no yes', (yes, no) => {
  expect(meant(yes)).not.toContain('否定');
  expect(meant(no)).not.toContain('肯定');
});

test.each([
  '昨天隔壁老王家的狗又叫了一晚上',
  '你们那里今天下不下雨',
  '我得先去把窗户关上',
  '鸡蛋多少钱一斤',
  '我女儿上大学去了',
  '这歌真好听',
  '嗯',
  'xyz',
])('what no plan asks stays not understood: %s', text => {
  expect(meant(text)).toEqual([]);
});

test.each(['交了的钱还能不能退回来', '你们能不能给打个八折', '我跟我媳妇商量商量再说'])(
  'what the library knows and this plan does not stays not understood: %s',
  text => {
    expect(meant(text)).toEqual([]);
  },
);

test('the reason names a sentence and how near it is; a sentence of the plan’s own before one of the library', () => {
  expect(recognise(recognition, '那你给我讲讲吧')).toMatchObject([{ by: 'like', heard: '那你给我讲讲吧', score: 1 }]);
  const [builtIn] = recognise(recognition, '那行，咱约个时间我过去看看');
  expect(builtInTopics.find(({ id }) => id === 'yes')!.sentences).toContain(builtIn!.heard);
  expect(builtIn!.score).toBeGreaterThan(0.6);
  expect(builtIn!.score).toBeLessThan(1);
});

test('who takes no meaning hears none, whatever its name, words and sentences are like', () => {
  const bare = item('需要带什么', [], ['要带什么过来', '带身份证就行吗']);
  expect(recognise(buildRecognition({ intents: [], knowledge: [bare] }), '你有什么事啊')).toEqual([]);
  const wordy = buildRecognition({ ...plan, intents: [{ ...intent('忙', []), words: ['在忙'] }], knowledge: [] });
  expect(recognise(wordy, '我正开会呢')).toEqual([]);
  expect(recognise(wordy, '我在忙')).toMatchObject([{ by: 'words' }]);
});

test('what is near no sentence of a meaning is none of them, however little speaks for another', () => {
  const price = buildRecognition({
    intents: [],
    knowledge: [
      item(
        '问价',
        builtInTopics.map(({ id }) => id),
      ),
    ],
  });
  expect(recognise(price, '一共要交多少钱')).not.toEqual([]);
  expect(recognise(price, '乒乓球拍胶皮粘歪掉啦')).toEqual([]);
});

test('a meaning that two took is of the higher priority, then of the first', () => {
  const idsOf = (...knowledge: readonly KnowledgeItem[]) =>
    recognise(buildRecognition({ intents: [], knowledge }), '那一共得交几个钱啊').map(({ entry }) => entry.id);
  const [first, second] = [item('甲', ['price']), item('乙', ['price'])];
  expect(idsOf(first, second)).toEqual(['甲']);
  expect(idsOf(first, { ...second, priority: 2 })).toEqual(['乙']);
});

/** By hand; none of them stands in the list. */
test.each([
  ['你们体检报告多长时间能取', ['报告']],
  ['早上去之前能吃东西吗', ['准备']],
  ['做这个要交多少钱', ['问价']],
  ['我正在开车', ['忙']],
  ['前天我们家水管爆了', []],
  // Of a trade nobody took anything of.
  ['你们的洗牙多少钱一次', ['问价']],
])('a plan of a trade hears its own meanings and the general ones: 「%s」 is %j', (text, ids) => {
  const knowledge = [item('报告', ['checkupReport']), item('准备', ['checkupBefore']), item('问价', ['price'])];
  const heard = recognise(buildRecognition({ intents: [intent('忙', ['busy'])], knowledge }), text);
  expect(heard.map(({ entry }) => entry.id)).toEqual(ids);
});

test('an operator is offered meanings by name, words and sentences; what is taken is offered to nobody', () => {
  const offered = (...knowledge: readonly KnowledgeItem[]) =>
    proposedMeanings({ intents: [], knowledge }).map(({ owner, meanings }) => [owner.id, meanings[0]]);
  const named = item('价格', []);
  const worded = { ...item('何时出结果', []), words: ['报告什么时候出来', '几天能拿报告'] };
  expect(offered(named, worded, item('闲聊', []))).toEqual([
    ['价格', 'price'],
    ['何时出结果', 'checkupReport'],
  ]);
  expect(offered(named, item('其他', ['price']))).toEqual([]);
  const yes = { ...intent('肯定', []), means: 'no' as const };
  expect(proposedMeanings({ intents: [yes], knowledge: [] }).flatMap(({ meanings }) => meanings)).not.toContain('yes');
});

test('the list names what every trade hears and what one does, with sentences unlike each other', () => {
  const list = listedMeanings();
  const busy = list.find(({ id }) => id === 'busy')!;
  const all = builtInTopics.find(({ id }) => id === 'busy')!.sentences;
  expect(busy).toMatchObject({ name: '忙', trade: '', sentences: all.length });
  expect(all).toEqual(expect.arrayContaining([...busy.some]));
  expect(new Set(busy.some).size).toBe(8);
  expect(list.some(({ id }) => id === 'aside')).toBe(false);
  expect(new Set(list.map(({ trade }) => trade).filter(trade => trade !== '')).size).toBeGreaterThanOrEqual(12);
});

/** Plans of before name these: none may go, or be called otherwise. */
const ofFirstList =
  'yes no refusal busy later consider elsewhere who purpose number machine person repeat unheard complaint fraud wrong absent ' +
  'wait hello bye price expensive discount where how pay refund effect howLong wechat material age teacher size classTime ' +
  'online trial amount interest repay credit claim service aside';

test('what plans may have named stays in the list under its name, each but once', () => {
  const ids = [...builtInTopics, ...tradeTopics].map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(ofFirstList.split(' ')));
  expect(new Set(ids).size).toBe(ids.length);
});

test('the library is made once for all plans, and holds each sentence once', () => {
  expect(builtInLibrary()).toBe(builtInLibrary());
  const all = [...builtInTopics, ...tradeTopics].flatMap(({ sentences }) => sentences.map(tidy));
  expect(all.length).toBeGreaterThan(6_000);
  expect(new Set(all).size).toBe(all.length);
});
