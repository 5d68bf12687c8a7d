import type { Accepts } from '../plan/plan.ts';
import { tidy } from '../recognition/text.ts';

export type Options = Extract<Accepts, { type: 'choice' }>['options'];

const listed = (words: string): readonly string[] => words.trim().split(/\s+/);

interface Row {
  /** What an option is called that means all of them; one of a son, or of a gentleman, does not. */
  readonly general: ReadonlySet<string>;
  readonly people: readonly string[];
}

/** Whom something is for is asked in every trade, and said in more words than anybody lists. */
const rows: readonly Row[] = [
  { general: new Set(listed('自己 本人')), people: listed('自己 我自己 本人 我本人 我个人') },
  {
    general: new Set(listed('孩子 小孩 小朋友 宝宝 娃 儿童')),
    people:
      listed(`孩子 小孩 小孩子 小朋友 儿子 女儿 闺女 娃娃 我娃 俺娃 娃儿 宝宝 小子 丫头 囡囡 小囡 细路 细佬 囝囝 孙子 孙女 外孙
      外孙女 大宝 二宝 我家老大 我家老二 俺家老二`),
  },
  {
    general: new Set(listed('老人 老人家 家里老人 父母 长辈')),
    people:
      listed(`老人 老人家 爸爸 妈妈 我爸 我妈 俺爸 俺妈 咱爸 咱妈 给爸 给妈 老爸 老妈 老娘 我娘 俺娘 俺爹 我爹 父亲 母亲 父母 爸妈
      爷爷 奶奶 姥姥 姥爷 外公 外婆 公公 婆婆 岳父 岳母 老丈人 丈母娘 老爷子 老太太 老汉儿 阿公 阿婆 长辈`),
  },
  {
    general: new Set(listed('爱人 配偶 伴侣')),
    people: listed('爱人 老公 老婆 媳妇 媳妇儿 丈夫 妻子 老伴 配偶'),
  },
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
  const more = rows.flatMap(({ general, people }) => {
    const named = new Set(
      own.filter(({ word, value }) => general.has(word) || general.has(tidy(value))).map(({ value }) => value),
    );
    const specific = own.some(({ word, value }) => !named.has(value) && people.includes(word));
    const [value] = named;
    if (value === undefined || named.size > 1 || specific) return [];
    return people.filter(word => !taken.has(word)).map(word => ({ value, written: word, word }));
  });
  return [...own, ...more].filter(({ word }) => word !== '');
};
