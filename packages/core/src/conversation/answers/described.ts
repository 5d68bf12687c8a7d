import { negationBefore, tidy } from '../recognition/text.ts';
import { saysOnlyIt } from './beside.ts';
import type { Options } from './same-words.ts';

/*
 * Options that nobody named: by their place among the others, or by characters that only one of them has (「给我粉碎了还到地里」 of 粉碎还田, 打捆
 * and 留高茬).
 */

interface Described {
  readonly value: string;
  readonly matched: string;
}

/** Said so an option is meant by its place; from the first on, or from the last. */
const places: readonly (readonly [RegExp, (count: number) => number])[] = [
  [/(?:第一|头一|头)[个种款样]|(?:前头|前面|先头|最前面?)(?:那|说)?的?(?:那?一?[个种款样])/, () => 0],
  [/(?:第二)[个种款样]/, () => 1],
  [/(?:第三)[个种款样]/, () => 2],
  [/(?:中间|当间儿?|中当间|当中|居中)(?:的|那)?(?:那?一?[个种款样])?/, count => (count === 3 ? 1 : Number.NaN)],
  [/(?:最后|末了?|最末|后头|后面|后边|后尾)(?:那|说)?的?(?:那?一?[个种款样])|后一[个种款样]/, count => count - 1],
];

/** The option at the place that is named; null: none is, or several are. */
export const optionByPlace = (options: Options, text: string): Described | null => {
  const said = tidy(text);
  const named = places.flatMap(([words, at]) => {
    const found = words.exec(said);
    const option = found && negationBefore([...said], found.index) === '' ? options[at(options.length)] : undefined;
    // 「第二个孩子才两岁」 names no option.
    const isAll = found !== null && saysOnlyIt({ type: 'choice', options }, said.replace(found[0], ''));
    return isAll && option ? [{ value: option.value, matched: found[0] }] : [];
  });
  return new Set(named.map(({ value }) => value)).size === 1 ? named[0]! : null;
};

/** They stand in any sentence, whatever it is about. */
const usual = new Set(
  '的一是不有没我你您他她它这那个些种款样了在和跟与或要给到去来做能会可以好都也就还先再多少大小上下头里儿子坐开走跟看打家人',
);
const han = /\p{Script=Han}/u;
/** 「不是地库，是外头敞着的」. */
const denied = /(?:不|别|没|唔|冇|甭)[^，。！、]*$/;
const DENIED_NEAR = 5;

/** One is said by chance: 收到 of 收割机. */
const LEAST_CHARACTERS = 2;
const deniesAll = /都(?:不|没)/;

/**
 * The only option of which two characters are said that no other has, and none of them with a no; null where there is none, or several.
 */
export const optionByCharacters = (options: Options, text: string): Described | null => {
  const said = [...tidy(text)];
  const sets = options.map(({ value, words }) => new Set([...words.join(''), ...value].filter(char => han.test(char))));
  const hits = sets.map((own, at) =>
    said.flatMap((char, place) =>
      own.has(char) && !usual.has(char) && !sets.some((other, n) => n !== at && other.has(char))
        ? [{ char, isDenied: denied.test(said.slice(Math.max(0, place - DENIED_NEAR), place).join('')) }]
        : [],
    ),
  );
  const named = hits.flatMap((found, at) => (found.some(({ isDenied }) => !isDenied) ? [at] : []));
  const [only] = named;
  if (only === undefined || named.length > 1 || deniesAll.test(text)) return null;
  const matched = [...new Set(hits[only]!.map(({ char }) => char))].join('');
  if ([...matched].length < LEAST_CHARACTERS) return null;
  return { value: options[only]!.value, matched };
};
