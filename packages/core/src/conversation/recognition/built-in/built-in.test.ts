import { expect, test } from 'vitest';
import type { Intent, KnowledgeItem } from '../../plan/plan.ts';
import { buildRecognition, recognise } from '../recognise.ts';
import { tidy } from '../text.ts';
import { builtInLibrary } from './library.ts';
import { topicsTaken } from './told.ts';
import { builtInTopics } from './topics.ts';

const intent = (name: string, likes: readonly string[], means?: Intent['means']): Intent => ({
  id: name,
  name,
  priority: 1,
  words: [],
  likes,
  ...(means && { means }),
});
const item = (name: string, likes: readonly string[]): KnowledgeItem => ({
  id: name,
  name,
  priority: 1,
  words: [],
  likes,
  answers: ['好'],
  interruption: { when: 'never' },
  next: { resume: 'continue' },
  limit: 1,
});

/** What a new operator writes: one sentence each, or two. */
const plan = {
  intents: [
    intent('肯定', ['那你给我讲讲吧'], 'yes'),
    intent('否定', ['我暂时没有这个打算'], 'no'),
    intent('拒绝', ['以后不要给我打电话了'], 'refuse'),
    intent('正在忙', ['我现在手上有事', '我在外面呢不方便']),
    intent('你是谁', ['您是哪家单位的']),
    intent('转人工', ['我不想跟机器说话']),
  ],
  knowledge: [item('问价', ['这个怎么收费', '一年下来多少钱']), item('地址', ['你们在什么地方'])],
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
])('a sentence or two of its own, and the built-in intents, let a plan understand 「%s」: %j', (text, ids) => {
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

test('a plan of words alone hears its words alone', () => {
  const wordy = buildRecognition({ ...plan, intents: [{ ...intent('忙', []), words: ['在忙'] }], knowledge: [] });
  expect(recognise(wordy, '我正开会呢')).toEqual([]);
  expect(recognise(wordy, '我在忙')).toMatchObject([{ by: 'words' }]);
});

test('of two that want the same kind of sentence the one that is called like it has it, of two as near neither', () => {
  const likes = ['这个多少钱', '怎么收费的'];
  const idsOf = (...items: readonly KnowledgeItem[]) =>
    recognise(buildRecognition({ intents: [], knowledge: items }), '那一共得交几个钱啊').map(({ entry }) => entry.id);
  expect(idsOf(item('甲', likes))).toEqual(['甲']);
  expect(idsOf(item('甲', likes), item('价格', likes))).toEqual(['价格']);
  expect(idsOf(item('甲', likes), item('乙', likes))).toEqual([]);
});

test('an operator is told which kinds of sentences are heard beside the plan’s own, and some of them', () => {
  const told = topicsTaken(plan);
  const namesOf = (id: string) => told.filter(({ owner }) => owner.id === id).map(({ name }) => name);
  expect(namesOf('正在忙')).toEqual(['忙']);
  expect(namesOf('你是谁')).toEqual(['你是谁']);
  expect(namesOf('转人工')).toEqual(['转人工']);
  const busy = told.find(({ name }) => name === '忙')!;
  const all = builtInTopics.find(({ id }) => id === 'busy')!.sentences;
  expect(busy).toMatchObject({ owner: { kind: 'intent', id: '正在忙' }, sentences: all.length });
  expect(all).toEqual(expect.arrayContaining([...busy.some]));
  expect(new Set(busy.some).size).toBe(8);
  expect(topicsTaken({ intents: [intent('忙', [])], knowledge: [] })).toEqual([]);
});

test('the library is made once for all plans, and holds each sentence once', () => {
  expect(builtInLibrary()).toBe(builtInLibrary());
  const all = builtInTopics.flatMap(({ sentences }) => sentences.map(tidy));
  expect(all.length).toBeGreaterThan(4_000);
  expect(new Set(all).size).toBe(all.length);
});
