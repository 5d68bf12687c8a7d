import { numeralValue, numeral as whole } from './numerals.ts';

/** Figures as they are said: 三十五, 两三百, 十几个, 百分之五, 三个半, 十二块八毛五, 一百二十块零五毛. */
export interface FigureSaid {
  /** Equal where it is one figure; yuan where it is money. */
  readonly from: number;
  readonly to: number;
  readonly isPercent?: true;
}

type Groups = Readonly<Record<string, string | undefined>>;
interface Rule {
  /** Sticky, with named groups. */
  readonly pattern: RegExp;
  readonly means: (said: Groups) => FigureSaid | null;
}

const scales: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000, 亿: 100_000_000 };
const digit = '[\\d一二两三四五六七八九]';
const chinese = '[一二两三四五六七八九]';
/** What is counted: before it 三五 are three or five, and 半 is a half. */
const counted =
  '(?:个|位|人|年|月|天|次|块|元|斤|岁|家|套|台|辆|件|间|层|亩|平|米|公里|小时|钟头|分钟|盒|瓶|份|张|本|名|口|只|头|趟|回|成|倍|晚|楼|桌|节|箱|袋|户|棵|根|吨|桶)';

const scaleOf = (text: string): number => [...text].reduce((product, char) => product * scales[char]!, 1);
const figureOf = (text: string | undefined): number => (text === undefined ? 0 : (numeralValue(text) ?? Number.NaN));
/** To the fen, and no 0.1 + 0.2. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
const one = (value: number): FigureSaid | null =>
  Number.isFinite(value) ? { from: rounded(value), to: rounded(value) } : null;
const between = (from: number, to: number): FigureSaid => ({ from: rounded(from), to: rounded(to) });

const percent = ({ value }: Groups): FigureSaid | null => {
  const said = one(figureOf(value));
  return said && { ...said, isPercent: true };
};
const fraction = ({ below, above }: Groups): FigureSaid | null => one(figureOf(above) / figureOf(below));

const yuan = ({ value, dimes, cents, onlyCents, half }: Groups): FigureSaid | null =>
  one(
    figureOf(value) +
      figureOf(dimes) / 10 +
      (figureOf(cents) + figureOf(onlyCents)) / 100 +
      (half === undefined ? 0 : 0.5),
  );
const dimes = ({ value, cents }: Groups): FigureSaid | null => one(figureOf(value) / 10 + figureOf(cents) / 100);

/** 两三百, 三五千, 一百二三十, 三百五六, 十七八: neighbours, and three and five. */
const someOf = ({ head = '', low, high, scale = '' }: Groups): FigureSaid | null => {
  const [from, to] = [figureOf(low), figureOf(high)];
  if (to !== from + 1 && !(from === 3 && to === 5)) return null;
  const unit = scale === '' ? (scales[head.at(-1) ?? ''] ?? 10) / 10 : scaleOf(scale);
  return between(figureOf(head || '零') + from * unit, figureOf(head || '零') + to * unit);
};

/** 三成 is 30 %, 五个点 5 %. */
const tenths = ({ value, half }: Groups): FigureSaid | null =>
  percent({ value: `${10 * figureOf(value) + (half === undefined ? 0 : 5)}` });
/** 万把块, 千把人. */
const about = ({ scale = '' }: Groups): FigureSaid | null => one(scales[scale]!);

/** 十几, 二十多, 三百多: up to the next of the last unit, without it. */
const orMore = ({ value = '', scale = '' }: Groups): FigureSaid | null => {
  const from = figureOf(value);
  const last = /[十百千万亿](?=[^十百千万亿]*$)/.exec(value)?.[0];
  if (!Number.isFinite(from) || last === undefined) return null;
  const step = scales[last]!;
  return between((from + step / 10) * scaleOf(scale), (from + step - step / 10) * scaleOf(scale));
};

const plain = ({ value }: Groups): FigureSaid | null => one(figureOf(value));
const andHalf = ({ value }: Groups): FigureSaid | null => one(figureOf(value) + 0.5);

const rule = (source: string, means: Rule['means']): Rule => ({ pattern: new RegExp(source, 'y'), means });

const countRules: readonly Rule[] = [
  rule(`百分之(?<value>${whole}|百)`, ({ value }) => percent({ value: value === '百' ? '100' : value })),
  rule('百分百', () => percent({ value: '100' })),
  rule(`(?<value>\\d+(?:\\.\\d+)?)%`, percent),
  rule(`(?<below>${whole})分之(?<above>${whole})`, fraction),
  rule(`(?<value>${whole})来(?=${counted})`, ({ value }) => one(figureOf(value))),
  rule(`(?<value>[二三四五六七八九]?十)[几多来](?<scale>[万亿]?)`, orMore),
  rule(`(?<value>${whole})成(?<half>半)?(?!都|功|立|为|本|品|交|绩|人|年|是|就|不|没|会|又|你|他)`, tenths),
  rule(`(?<value>${whole})个(?:百分)?点(?!钟|心|子)`, percent),
  rule(`(?<scale>[百千万])把(?=${counted})`, about),
  rule(
    `(?<head>(?:${chinese}[百千万]|${chinese}?十)+)(?<low>${chinese})(?<high>${chinese})(?<scale>[十百千万亿]*)`,
    someOf,
  ),
  rule(`(?<low>${chinese})(?<high>${chinese})(?:(?<scale>[十百千万亿]+)|(?=${counted}))`, someOf),
  rule(`(?<value>${whole})${counted}半(?!天|夜|路|价)`, andHalf),
  rule(`(?<value>${chinese}?十)有(?<more>${chinese})(?![\\d百千万]|${counted})`, ({ value, more }) =>
    one(figureOf(value) + figureOf(more)),
  ),
  rule(`(?<value>${whole})[多来](?!说|少|一点)`, orMore),
  rule(`(?<value>${whole})`, plain),
  rule(`半(?=${counted})`, () => one(0.5)),
];

const moneyRules: readonly Rule[] = [
  rule(
    `(?<value>${whole})(?:块钱?|元|圆)(?:零?(?<dimes>${digit})(?:毛|角)(?:零?(?<cents>${digit})分?)?|零(?<onlyCents>${digit})分?|(?<half>半)|(?<dimes2>${digit})(?![\\d百千万十个多]))`,
    ({ dimes2, ...said }) => yuan({ ...said, dimes: said.dimes ?? dimes2 }),
  ),
  rule(`(?<value>${digit}|十)(?:毛|角)(?:钱|(?<cents>${digit})分?)?`, dimes),
  rule(`(?<cents>${digit}|十)分钱`, ({ cents }) => one(figureOf(cents) / 100)),
  ...countRules,
];

/** Words that hold a figure and count nothing. */
const noCount =
  /乱七八糟|不三不四|八成(?=是|你|他|又|得|会|不)|一分钱一分货|一毛不拔|十万火急|一(?:辈子|生|共|下|般|起|样|直|定|些|会儿?|边|切|旦|点儿?(?![零〇一二两三四五六七八九\d半钟])|块儿)|万一|十分(?!钟|之)|统一|唯一|三天两头|七七八八|乱七八糟|千万(?=别|不要|记得|要)|四处|第一|一概|一律|一向|一方面|一来|不一样|一半是|(?<=([一-龥]))一(?=\1)/y;

const figureBegins = /[\d零〇一幺二两俩仨三四五六七八九十百千万廿半]/;
const within = /[\d零〇一幺二两俩仨三四五六七八九十百千万亿点]/;

export type FoundFigure = FigureSaid & { readonly start: number; readonly end: number };

/** All figures of a text in its order; `asMoney`: 三块五, 八毛. */
export const figuresIn = (text: string, asMoney: boolean): readonly FoundFigure[] => {
  const found: FoundFigure[] = [];
  for (let at = 0; at < text.length; ) {
    noCount.lastIndex = at;
    const nothing = noCount.exec(text)?.[0].length ?? 0;
    if (nothing === 0 && !figureBegins.test(text[at]!)) {
      at += 1;
      continue;
    }
    const figure = nothing > 0 ? null : figureAt(text, at, asMoney);
    if (figure) found.push(figure);
    at = nothing > 0 ? at + nothing : (figure?.end ?? at + 1);
    // What is left of a figure that none could read is no figure of its own.
    if (!figure && nothing === 0) while (at < text.length && within.test(text[at]!)) at += 1;
  }
  return found;
};

const figureAt = (text: string, at: number, asMoney: boolean): FoundFigure | null => {
  for (const { pattern, means } of asMoney ? moneyRules : countRules) {
    pattern.lastIndex = at;
    const said = pattern.exec(text);
    const figure = said && means(said.groups ?? {});
    if (said && figure) return { ...figure, start: at, end: at + said[0].length };
  }
  return null;
};
