import { expect, test } from 'vitest';
import type { Intent, KnowledgeItem, Recognised } from '../plan/plan.ts';
import { readPattern } from './pattern.ts';
import { buildRecognition, recognise } from './recognise.ts';

const intent = (id: string, recognised: Partial<Recognised>, means?: Intent['means']): Intent => ({
  id,
  name: id,
  priority: 1,
  words: [],
  ...recognised,
  ...(means && { means }),
});
const item = (id: string, recognised: Partial<Recognised>): KnowledgeItem => ({
  id,
  name: id,
  priority: 1,
  words: [],
  answers: ['好'],
  interruption: { when: 'never' },
  next: { resume: 'continue' },
  limit: 1,
  ...recognised,
});
const recognitionOf = (intents: readonly Intent[], knowledge: readonly KnowledgeItem[] = []) =>
  buildRecognition({ intents, knowledge });
/** 「id by heard」 of all that is found. */
const heard = (recognition: ReturnType<typeof recognitionOf>, text: string, syllables?: readonly string[]) =>
  recognise(recognition, text, syllables).map(match => `${match.entry.id} ${match.by} ${match.heard}`);

test.each([
  ['什么时候能给我发货呀', ['ship combined 什么时候+发货']],
  ['发货的话是什么时候', ['ship combined 什么时候+发货']],
  ['什么时候的事', []],
  ['怎么到现在还没发货，什么时候的单子了', []],
  ['我没收到短信', ['lost combined 没+收到']],
  ['我收到了', []],
])('all words of a row count in any order, unless they are turned round: %s → %j', (text, found) => {
  const recognition = recognitionOf([
    intent('ship', { combined: [['什么时候', '发货']] }),
    intent('lost', { combined: [['没', '收到']] }),
  ]);
  expect(heard(recognition, text)).toEqual(found);
});

test.each([
  ['不用', ['no exact 不用']],
  ['啊，不用了吧。', ['no exact 不用']],
  ['不用现在给我', []],
  ['嗯', ['hum exact 嗯']],
  ['好的', ['fine exact 好的']],
  ['好的呀', ['fine exact 好的']],
])('the whole sentence and nothing else: %s → %j', (text, found) => {
  const recognition = recognitionOf([
    intent('no', { exact: ['不用'] }),
    intent('hum', { exact: ['嗯'] }),
    intent('fine', { exact: ['好的'] }),
  ]);
  expect(heard(recognition, text)).toEqual(found);
});

test.each([
  ['[帮我|给我](查|报)天气', '麻烦给我查天气吧', '给我查天气'],
  ['[帮我|给我](查|报)天气', '报天气', '报天气'],
  ['[帮我|给我](查|报)天气', '看天气', null],
  ['多少*钱', '多少来着的钱', '多少来着的钱'],
  ['多少*钱', '多少，钱', null],
  ['多少*钱', '多少一二三四五六七八九钱', null],
  ['(周[一|二]|礼拜)都行', '我周二都行', '周二都行'],
  ['(周[一|二]|礼拜)都行', '周都行', '周都行'],
  ['Ａb[ c]d', 'abd', 'abd'],
])('pattern %s in 「%s」 finds %s', (pattern, text, found) => {
  const recognition = recognitionOf([], [item('p', { patterns: [pattern] })]);
  expect(heard(recognition, text)).toEqual(found === null ? [] : [`p pattern ${found}`]);
});

test.each(['', '*', '[可选]', '[a|b]*', '(a', 'a)', 'a|b', '(a|)', '[]', '((((((a))))))', 'a'.repeat(101), '(a|*)'])(
  'a pattern that cannot be read, or would match anything, is none: %j',
  pattern => expect(readPattern(pattern)).toBeNull(),
);

test('many hostile patterns of one plan take some ms of a sentence, not seconds of everybody', () => {
  const hostile = [`我${'*'.repeat(97)}的`, `${'我*'.repeat(49)}的`];
  const items = Array.from({ length: 100 }, (_, n) => item(`p${n}`, { patterns: hostile }));
  const recognition = recognitionOf([], [item('p', { patterns: ['(不|没)要'] }), ...items]);
  const before = process.cpuUsage();
  expect(heard(recognition, `不要的${'我'.repeat(490)}`)).toEqual(['p pattern 不要']);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});

test('a pattern with many ways through it still comes to its end, whatever somebody writes', () => {
  const recognition = recognitionOf([], [item('p', { patterns: [`${'[*a]*'.repeat(19)}b`] })]);
  expect(heard(recognition, `b${'a'.repeat(499)}c`)).toEqual(['p pattern b']);
});

const asking = recognitionOf(
  [
    intent('yes', { likes: ['我有兴趣了解', '听上去挺好的'] }, 'yes'),
    intent('moved', { likes: ['我已经搬家了', '我不住那边了'] }),
  ],
  [
    item('price', { likes: ['这个多少钱', '一年的费用是多少'] }),
    item('where', { likes: ['你们在什么地方', '从地铁站怎么走'] }),
  ],
);
test.each([
  ['请问一下大概怎么收费的', ['price like 这个多少钱']],
  ['你们上一年收多少钱', ['price like 一年的费用是多少']],
  ['你们店在哪儿呢', ['where like 你们在什么地方']],
  ['我对这个没有兴趣了解', []],
  ['我还住那边', []],
  ['今天天气真不错', []],
  ['嗯', []],
])('a sentence like one of the plan’s, never its contrary: %s → %j', (text, found) => {
  expect(heard(asking, text)).toEqual(found);
});

test('nobody knows which was meant where two owners’ sentences are as near', () => {
  const twins = recognitionOf([], [item('a', { likes: ['课程几点开始'] }), item('b', { likes: ['课程几点结束'] })]);
  expect(heard(twins, '课程几点啊')).toEqual([]);
  expect(heard(twins, '课程几点开始啊')).toEqual(['a like 课程几点开始']);
});

/** Syllables as a rim makes them, by hand. */
const said: Record<string, string> = {
  发票: 'fa piao',
  需要: 'xu yao',
  转人工: 'zhuan ren gong',
  我要开发飘: 'wo yao kai fa piao',
  我要开花票: 'wo yao kai hua piao',
  我要开哈票: 'wo yao kai ha piao',
  专冷工: 'zhuan leng gong',
  蓄要: 'xu yao',
  不蓄要: 'bu xu yao',
  部蓄要: 'bu xu yao',
  可不可需要: 'ke bu ke xu yao',
};
const syllablesOf = (text: string): readonly string[] => (said[text] ?? '').split(' ');
test.each([
  ['我要开发飘', ['invoice sound 发票 1']],
  ['我要开哈票', ['invoice sound 发票 0.8']],
  ['我要开花票', []],
  ['专冷工', ['person sound 转人工 0.87']],
  ['蓄要', ['yes sound 需要 1 yes']],
  ['不蓄要', ['yes sound 不需要 1 no']],
  ['部蓄要', []],
])('what a recogniser wrote otherwise is heard by its sound: %s → %j', (text, found) => {
  const recognition = buildRecognition(
    {
      intents: [intent('yes', { sounds: ['需要'] }, 'yes')],
      knowledge: [item('invoice', { sounds: ['发票'] }), item('person', { sounds: ['转人工'] })],
    },
    syllablesOf,
  );
  const matches = recognise(recognition, text, syllablesOf(text));
  expect(
    matches.map(({ entry, by, heard, score, means }) => [entry.id, by, heard, score, means].join(' ').trim()),
  ).toEqual(found);
  expect(recognise(recognition, text, ['other', 'length'])).toEqual([]);
});

test('words come before similar sentences, and those before sound', () => {
  const recognition = buildRecognition(
    {
      intents: [intent('word', { words: ['价格'] })],
      knowledge: [item('like', { likes: ['这个价格多少'] }), item('sound', { sounds: ['价格'] })],
    },
    () => ['jia', 'ge'],
  );
  expect(heard(recognition, '价格')).toEqual(['word words 价格', 'sound words 价格']);
  expect(heard(recognition, '这个得多少钱', ['zhe', 'ge', 'de', 'jia', 'ge', 'x'])).toEqual(['like like 这个价格多少']);
  expect(heard(recognition, '嫁个', ['jia', 'ge'])).toEqual(['sound sound 价格']);
});

test('a group of the common library lends its words to who names it, as they were at publishing', () => {
  const borrowed = [{ id: '7', name: '忙', recognised: { words: ['在开会'], patterns: ['在(开|坐)车'] } }];
  const recognition = buildRecognition({
    intents: [intent('busy', { groups: ['7', 'gone'] }), intent('other', {})],
    knowledge: [],
    borrowed,
  });
  expect(heard(recognition, '我在开会')).toEqual(['busy words 在开会']);
  expect(heard(recognition, '我在坐车')).toEqual(['busy pattern 在坐车']);
});
