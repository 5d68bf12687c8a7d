import { expect, test } from 'vitest';
import { buildLexicon, findWords, isBackchannel } from './lexicon.ts';
import type { Owner } from './match.ts';

type LexiconEntry = Owner & { readonly word: string };
const lexiconOf = (entries: readonly LexiconEntry[]) =>
  buildLexicon(entries, [entries.map(({ word }, at) => [at, word] as const)]);

const yes = (word: string): LexiconEntry => ({ kind: 'intent', id: 'yes', priority: 1, word, means: 'yes' });
const refusal = (word: string): LexiconEntry => ({ kind: 'intent', id: 'refusal', priority: 1, word, means: 'refuse' });
const own = (word: string): LexiconEntry => ({ kind: 'intent', id: 'dear', priority: 1, word });
const knows = (word: string): LexiconEntry => ({ kind: 'knowledge', id: 'price', priority: 1, word });

const lexicon = lexiconOf([
  ...['好', '是', '嗯', '需要', '可以', '方便', '没问题'].map(yes),
  ...['不需要', '别打了'].map(refusal),
  ...['太贵', '贵'].map(own),
  ...['多少钱', 'price'].map(knows),
]);

/** Sentence → what is heard in it, as 「id:means:words」, by hand. */
test.each([
  ['需要', ['yes:yes:需要']],
  ['我们不需要', ['refusal:refuse:不需要']],
  ['不太需要吧', ['yes:no:不太需要']],
  ['我不是很需要', ['yes:no:不是很需要']],
  ['没说需要啊', ['yes:no:没说需要']],
  ['不可以', ['yes:no:不可以']],
  ['可不可以便宜点', []],
  ['需不需要带书', []],
  ['方不方便都行', []],
  ['不好意思，我在外面', []],
  ['不是不需要，是没时间', []],
  ['没问题', ['yes:yes:没问题']],
  ['好', ['yes:yes:好']],
  ['好的好的', ['yes:yes:好', 'yes:yes:好']],
  ['嗯，好啊', ['yes:yes:嗯', 'yes:yes:好']],
  ['你好', []],
  ['好像是哪里听过', []],
  ['是不是搞错了', []],
  ['嗯？', []],
  ['太贵了', ['dear:-:太贵']],
  ['不贵', []],
  ['可以，多少钱？', ['yes:yes:可以', 'price:-:多少钱']],
  ['多 少 钱', ['price:-:多少钱']],
  ['What is the ＰＲＩＣＥ', ['price:-:price']],
  ['', []],
  ['今天天儿真热', []],
])('in 「%s」 is heard %j', (text, heard) => {
  const found = findWords(lexicon, text)
    .toSorted((a, b) => a.start - b.start)
    .map(match => `${match.entry.id}:${match.means ?? '-'}:${match.heard}`);
  expect(found).toEqual(heard);
});

test.each([
  ['嗯', true],
  ['嗯嗯，好的', true],
  ['哦，这样啊。', true],
  ['对对对', true],
  ['好的，周六上午', false],
  ['不好', false],
  ['喂', false],
  ['', false],
  ['。', false],
])('「%s」 only says that one listens: %s', (text, is) => {
  expect(isBackchannel(text)).toBe(is);
});

test('whatever somebody says or types, telling that it only listens takes the time of its length', () => {
  const before = process.cpuUsage();
  expect(isBackchannel(`${'嗯好'.repeat(2_000)}吃`)).toBe(false);
  expect(isBackchannel('嗯好'.repeat(2_000))).toBe(true);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});

test('twenty thousand words are matched in well under a millisecond a sentence', () => {
  const big = lexiconOf(Array.from({ length: 20_000 }, (_, index) => own(`词${index}语`)));
  const before = process.cpuUsage();
  for (let n = 0; n < 1_000; n++) findWords(big, '我说词19999语和词7语都不是我要的那个词语');
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});
