import { clausesIn } from '../recognition/clauses.ts';
import { saysOnlyIt } from './beside.ts';
import { type FigureSaid, type FoundFigure, figuresIn } from './figure-words.ts';
import { isBesides, isNegated } from './when/phrases.ts';

const upTo = /^[个块元人岁年]?钱?(?:到|至|-|~|—)$/;

export type Amount = FigureSaid & { readonly heard: string };

/** What is counted, and is not money. */
const otherCount =
  /^个?(?:月|人|年|天|次|平|小时|星期|季度|孩子|大人|岁|折|期|分期|节课|节|课时|号|点(?!几)|楼|室|单元|户|斤|公斤|份|盒|瓶|箱|套|件|张|本|只|口|家)/;

/** 「有十二个年头了」 says how many there are; 「有一份不放辣」 something of one. */
const hasIt = /(?:^|[，,])(?:都|已经|大概|差不多)?有$/;
const isAll = /^[^，,不没太]?(?:年头|小时|钟头|星期|月)?了?[吧啊呢的]?[，,。]?$/;

/** 「一共六扇，客厅两扇卧室四扇」. */
const inAll = /(?:一共|总共|统共|合计|拢共|加起来)(?:是|有|就|大概|得)*$/;

/** It stands so near before the figure, in characters. */
const ALL_NEAR = 8;

/** 「一副眼镜几多钱」: what one costs is asked, and nothing told. */
const price = /^[^，,。;；]{1,8}(?:多少|几多|几钱|怎么卖|咋卖|啥价|什么价)/;
const isAskedOf = (text: string, { start, end }: FoundFigure): boolean =>
  /^[一1半]$/.test(text.slice(start, end)) && price.test(text.slice(end));

/** What one of is told of besides: 一趟, 一辈子, 一次; 一个 may be the answer. */
const ofOne = /^[一1]$/;
/** 「12，上六年级」. */
const ofPlace = /^(?:年级|班|楼|栋|单元|路)/;
/** 「五百行不行」 asks whether it may be the answer; these ask for something else. */
const asked = /多少|几|什么|啥|怎么|咋|哪|多久|多长|[要能会]不[要能会]/;

/**
 * Without the last ones that are no answers of their own where one stands alone before them: 「八年 一趟能拾掇利索不」,
 * 「五百吧，三个镜片多少钱」; none where it is asked what one costs, and none stands alone.
 */
const standingFirst = (text: string, figures: readonly FoundFigure[]): readonly FoundFigure[] => {
  const clauses = clausesIn(text).map(({ text }) => text);
  const alone = figures.findLastIndex(figure => standsAlone(text, clauses, figure));
  if (alone < 0) return figures.some(figure => isAskedOf(text, figure)) ? [] : figures;
  const unit = text[figures[alone]!.end];
  const isSaidBesides = (figure: FoundFigure): boolean => {
    const words = text.slice(figure.start, figure.end);
    const clause = clauses.findLast(one => one.includes(words)) ?? '';
    const counted = text[figure.end] ?? '';
    return (
      isAskedOf(text, figure) ||
      ofPlace.test(text.slice(figure.end)) ||
      asked.test(clause.replace(words, '')) ||
      (ofOne.test(words) && /[^\s\p{P}个吧了]/u.test(counted) && counted !== unit)
    );
  };
  const after = figures.slice(alone + 1);
  return after.every(isSaidBesides) ? figures.slice(0, alone + 1) : figures;
};

/** In a clause that says nothing else. */
const standsAlone = (text: string, clauses: readonly string[], { start, end }: FoundFigure): boolean => {
  const words = text.slice(start, end);
  return clauses.some(clause => clause.includes(words) && saysOnlyIt({ type: 'number' }, clause.replace(words, '')));
};

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
    if (found.length === 1 && hasIt.test(before) && isAll.test(after)) return true;
    return !isNegated(before, '') && !isBesides(before, after);
  });
  // Of 「三千八一个月」 the month is no money.
  const counted = meant.filter(({ end }) => !asMoney || !otherCount.test(plain.slice(end)));
  const whole = counted.findLast(({ start }) => inAll.test(plain.slice(Math.max(0, start - ALL_NEAR), start)));
  const isOfAll = whole && counted.every(({ start, end }) => start <= whole.start || plain[end] === plain[whole.end]);
  const [last, before] = isOfAll ? [whole] : standingFirst(plain, counted).toReversed();
  if (last === undefined) return null;
  const isUpTo = before !== undefined && upTo.test(plain.slice(before.end, last.start));
  const { start, end, ...figure } = isUpTo ? { ...last, start: before.start, from: before.from } : last;
  return { ...figure, heard: plain.slice(start, end) };
};
