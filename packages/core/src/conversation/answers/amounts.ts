import { type FigureSaid, figuresIn } from './figure-words.ts';
import { isBesides, isNegated } from './when/phrases.ts';

const upTo = /^[个块元人岁年]?钱?(?:到|至|-|~|—)$/;

export type Amount = FigureSaid & { readonly heard: string };

/** What is counted, and is not money. */
const otherCount =
  /^个?(?:月|人|年|天|次|平|小时|星期|季度|孩子|大人|岁|折|期|分期|节课|节|课时|号|点(?!几)|楼|室|单元|户|斤|公斤|份|盒|瓶|箱|套|件|张|本|只|口|家)/;

/**
 * The figure a sentence means: of all that are named those that are negated are dropped and the last one is taken,
 * 「不是三个，是五个」, 「三百，不对，五百」. Null when none is named.
 */
export const amountIn = (text: string, asMoney: boolean): Amount | null => {
  const plain = text.replace(/(\d)[,，](?=\d{3}(?!\d))/g, '$1');
  const found = figuresIn(plain, asMoney);
  const meant = found.filter((figure, n) => {
    const [before, after] = [
      plain.slice(found[n - 1]?.end ?? 0, figure.start),
      plain.slice(figure.end, found[n + 1]?.start),
    ];
    return !isNegated(before, '') && !isBesides(before, after);
  });
  // Of 「三千八一个月」 the month is no money.
  const [last, before] = meant.filter(({ end }) => !asMoney || !otherCount.test(plain.slice(end))).toReversed();
  if (last === undefined) return null;
  const isUpTo = before !== undefined && upTo.test(plain.slice(before.end, last.start));
  const { start, end, ...figure } = isUpTo ? { ...last, start: before.start, from: before.from } : last;
  return { ...figure, heard: plain.slice(start, end) };
};
