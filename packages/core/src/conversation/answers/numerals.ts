/** Numbers as Chinese speakers say them: 十二, 二十三, 一百零五, 三千二, 幺三八, 12. */
const digits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  幺: 1,
  二: 2,
  两: 2,
  俩: 2,
  仨: 3,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000, 亿: 100_000_000 };

const d = '[一二两三四五六七八九]';
const tens = `${d}?十${d}?`;
const hundreds = `${d}百(?:零${d}|${tens}|${d})?`;
const thousands = `${d}千(?:零?${hundreds}|零?${tens}|零${d}|${d})?`;
const below = `(?:${thousands}|${hundreds}|${tens})`;
const myriads = `(?:${below}|${d})万(?:零?${below}|零${d}|${d})?`;
const fraction = '点[零〇一幺二两三四五六七八九]+[百千万亿]*';
/**
 * A numeral as it is said, of a pattern's source: it ends where its grammar does, so that 三千八 is read of 「三千八一个月」.
 */
export const numeral =
  `(?:\\d+(?:\\.\\d+)?[十百千万亿]*(?:(?<=[百千万])\\d(?![\\d百千万亿]))?|` +
  `(?:(?:${below}|${d})亿(?:${myriads}|零?${below}|${d})?|${myriads}|${below})(?:${fraction})?|` +
  `[俩仨]|廿[一二三四五六七八九]?|[零〇一幺二两三四五六七八九]+(?:${fraction})?)`;

const written = /^(\d+(?:\.\d+)?)([十百千万亿]*)(\d?)$/;
const broken = /^(.+)点([零〇一幺二两三四五六七八九]+)([十百千万亿]*)$/;
const spoken = /^[零〇一幺二两俩仨三四五六七八九十百千万廿]+$/;

/**
 * Value of a numeral: 一百零五, 三千二, 一点五万, 一亿两千万, 12, 3千5; null when it is none. Digits in a row (三五) read as 35.
 */
export const numeralValue = (text: string): number | null => {
  const figures = written.exec(text);
  if (figures) return scaled(Number(figures[1]), figures[2] ?? '', figures[3] ?? '');
  const [, head, decimals, scale = ''] = broken.exec(text) ?? [];
  if (decimals !== undefined) {
    const whole = numeralValue(head ?? '');
    return whole === null ? null : scaled(Number(`${whole}.${spokenDigits(decimals)}`), scale, '');
  }
  const [high, low] = text.split('亿');
  if (low === undefined) return belowYi(text);
  const [above, below] = [numeralValue(high ?? ''), low === '' ? 0 : belowYi(low)];
  return above === null || below === null ? null : above * units.亿! + below;
};

/** 1.5 with 万; 3 with 千 and a 5 behind it is 3,500. */
const scaled = (value: number, scale: string, next: string): number => {
  const factor = [...scale].reduce((product, unit) => product * units[unit]!, 1);
  return value * factor + (next === '' ? 0 : (Number(next) * factor) / 10);
};

const belowYi = (text: string): number | null => {
  if (!spoken.test(text)) return null;
  const plain = text.replaceAll('廿', '二十');
  if (!/[十百千万]/.test(plain)) return Number([...plain].map(char => digits[char]).join(''));
  const [high, low] = plain.includes('万') ? plain.split('万', 2) : ['', plain];
  const ten = high === '' ? 0 : section(high!) * units.万!;
  return ten + section(low!, ten > 0 ? 1_000 : 0);
};

/** Below 10,000. A last digit without unit takes the next lower one: 三千二 is 3,200, but 三千零二 is 3,002. */
const section = (text: string, above = 0): number => {
  let sum = 0;
  let digit: number | null = null;
  let next = above;
  for (const char of text) {
    const unit = units[char];
    if (unit !== undefined) {
      sum += (digit ?? 1) * unit;
      next = unit / 10;
      digit = null;
    } else {
      digit = digits[char]!;
      if (digit === 0) next = 1;
    }
  }
  return sum + (digit ?? 0) * Math.max(next, 1);
};

/** 三个八, 两个零: so many of the same digit. */
const repeated =
  /([两俩二仨三四五六七八2-8])个([零〇一幺二两三四五六七八九\d])(?![十百千万亿个点]|[一二三四五六七八九]?[月号])/g;

/** A run of digits in a text, as digits: 「幺三八」 → 138. */
export interface DigitRun {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

/** A text in which each run of spoken or written digits is in one piece (「尾号三个八」 → 尾号888), and its runs. */
export const digitRuns = (text: string): { readonly text: string; readonly runs: readonly DigitRun[] } => {
  const plain = text
    .replace(/[\s-]/g, '')
    .replace(repeated, (_, times, digit) => digit.repeat(numeralValue(times) ?? 1))
    .replace(/[零〇一幺二两三四五六七八九]/g, char => String(digits[char]));
  const runs = [...plain.matchAll(/\d+/g)].map(({ 0: run, index }) => ({
    digits: run,
    start: index,
    end: index + run.length,
  }));
  return { text: plain, runs };
};

/** The longest run of digits: 「幺三八 零零一二」 → 1380012. */
export const spokenDigits = (text: string): string =>
  digitRuns(text).runs.reduce((best, { digits: run }) => (run.length > best.length ? run : best), '');
