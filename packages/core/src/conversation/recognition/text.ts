import type { Match } from './match.ts';

/** Half-width, lower case, no blanks: how texts and words are compared. */
export const tidy = (text: string): string =>
  tidied.test(text) ? text : text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
/** Most of what is said is nothing else, and looked at many times. */
const tidied = /^[\u4e00-\u9fff]*$/;

/** Characters as numbers: what a trie is looked for with. */
export const codesOf = (chars: Iterable<string>): number[] => {
  const codes: number[] = [];
  for (const char of chars) codes.push(char.codePointAt(0)!);
  return codes;
};

/** What may stand around a one-character word without changing it: 好的, 行吧, 嗯对. */
export const particles: ReadonlySet<string> = new Set('啊呀哦噢喔嗯呢吧的啦了哈诶唉呃额哎');

export const punctuation = /[\s，。！？、；：,.!?;:…~“”"'（）()《》-]/;

const negation =
  /(?:不|没|没有|别|未|勿|弗|冇|呒没|覅|甭|唔|唔(?:系|係|使|要|得|太)|唔(?:系|係)(?:几|好)|(?<!约)莫|不太|不大|不怎么|不是很|不是太|不会|不想|不要|不想要|不用|不需要|不必|不能|不是|不是要|不考虑|没法|没说|没说要|没想|没打算|不打算)$/;
const doubleNegation = /(?:不是|没说|并非|也不是|(?:谁|哪个)[说讲](?:我|我们|俺)?)$/;
/** 「可以个屁」, 「方便你个头」, 「好才怪」. */
const mocking = /^(?:个(?:屁|鬼|头|锤子|毛|球)|你个?(?:头|妹|鬼|大爷)|才怪)/;

/** Longest look back for a negation, in characters. */
const LOOK_BACK = 5;
/** … and ahead for mockery. */
const LOOK_BEHIND = 4;

/** The characters right before a place that negate what stands there; empty where none do. */
export const negationBefore = (chars: readonly string[], start: number): string =>
  negation.exec(chars.slice(Math.max(0, start - LOOK_BACK), start).join(''))?.[0] ?? '';

/** 「不可以」 is no; 「可不可以」, 「想不想去」 ask; 「不贵」 is not 「贵」; 「不是不需要」 is no refusal. */
export const withNegation = (chars: readonly string[], match: Match): readonly Match[] => {
  const { entry, start, end } = match;
  if (entry.kind === 'knowledge' && !entry.turnsRound) return [match];
  if (entry.means === 'no' || entry.means === 'refuse') {
    const before = chars.slice(Math.max(0, start - LOOK_BACK), start).join('');
    return doubleNegation.test(before) ? [] : [match];
  }
  const negated = negationBefore(chars, start);
  const isMocked = mocking.test(chars.slice(end, end + LOOK_BEHIND).join(''));
  if (isMocked && negated === '') return entry.means === 'yes' ? [{ ...match, means: 'no', negated: true }] : [];
  if (negated === '') return [match];
  const before = chars[start - negated.length - 1];
  const asks = before !== undefined && (before === chars[start] || before === negated[1]);
  if (asks || entry.means !== 'yes') return [];
  return [{ ...match, heard: negated + match.heard, start: start - negated.length, means: 'no', negated: true }];
};

const notNegating =
  /没问题|没啥问题|没什么问题|没意见|没毛病|没错|没什么不|没关系|没事|不好意思|对不起|不错|差不多|不过|不管|不但|不仅|不论|不然|不一样|不同|不如|不知道|特别|别的|别人|区别|级别|分别|个别|性别|未来|非常|除非|无论|无所谓|不就/g;
/** 能不能, 有没有, 要不要: they ask. */
const eitherOr = /(.)[不没]\1/g;

/**
 * Whether a sentence says the contrary of its words: an odd number of negations, where 「不是不想」 counts twice and 「能不能」
 * and 「不好意思」 not at all.
 */
export const isNegative = (tidied: string): boolean =>
  ((tidied
    .replace(notNegating, '')
    .replace(eitherOr, '$1')
    .match(/不|没|别|未|无|甭|勿|弗|唔(?=[使要得好系想会])|冇|(?<!约)莫(?!非|名)/g)?.length ?? 0) &
    1) ===
  1;
