import type { Accepts } from '../plan/plan.ts';
import { tidy } from '../recognition/text.ts';

type Options = Extract<Accepts, { type: 'choice' }>['options'];

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/**
 * Whom something is for is asked in every trade, and said in more words than anybody lists: who is named by one of a row is named by
 * all of it.
 */
const rows: readonly ReadonlySet<string>[] = [
  listed('自己 我自己 本人 我本人 我来 我用 我要 我去 给我 我个人'),
  listed(`孩子 小孩 小孩子 小朋友 儿子 女儿 闺女 娃 娃儿 娃娃 宝宝 宝贝 小子 丫头 囡囡 小囡 崽 伢 细路 细佬 仔仔 囝囝 孙子 孙女 外孙
    外孙女 大宝 二宝 老大 老二`),
  listed(`老人 老人家 爸 妈 爸爸 妈妈 爹 老爸 老妈 老娘 我娘 俺娘 父亲 母亲 父母 爸妈 爷爷 奶奶 姥姥 姥爷 外公 外婆 公公 婆婆 岳父 岳母
    丈人 丈母娘 老爷子 老太太 老汉 老头 阿公 阿婆 长辈`),
  listed('爱人 老公 老婆 媳妇 媳妇儿 丈夫 妻子 先生 太太 对象 老伴 家属 配偶'),
];

/** A word by which an option is named: as the plan writes it, or another of its row. */
interface OptionWord {
  readonly value: string;
  readonly written: string;
  readonly word: string;
}

/** Every word by which an option is named; a row that fits two options tells them apart no longer. */
export const wordsOfOptions = (options: Options): readonly OptionWord[] => {
  const known = found.get(options) ?? gather(options);
  found.set(options, known);
  return known;
};
/** Plans never change. */
const found = new WeakMap<Options, readonly OptionWord[]>();

const gather = (options: Options): readonly OptionWord[] => {
  const own = options.flatMap(({ value, words }) => words.map(written => ({ value, written, word: tidy(written) })));
  const taken = new Set(own.map(({ word }) => word));
  const more = rows.flatMap(row => {
    const named = new Set(
      own.filter(({ word, value }) => row.has(word) || row.has(tidy(value))).map(({ value }) => value),
    );
    const [value] = named;
    if (value === undefined || named.size > 1) return [];
    return [...row].filter(word => !taken.has(word)).map(word => ({ value, written: word, word }));
  });
  return [...own, ...more].filter(({ word }) => word !== '');
};
