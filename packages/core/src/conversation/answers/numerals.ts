/** Numbers as Chinese speakers say them: 十二, 二十三, 一百零五, 三千二, 幺三八, 12. */
const digits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  幺: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

const numeral = /\d+(?:\.\d+)?|[零〇一幺二两三四五六七八九十百千万]+/;

/** Value of a numeral such as 「一百零五」 or 「12」; null when it is none. Digits in a row (三五) read as 35. */
export const numeralValue = (text: string): number | null => {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (!/^[零〇一幺二两三四五六七八九十百千万]+$/.test(text)) return null;
  if (!/[十百千万]/.test(text)) return Number([...text].map(char => digits[char]).join(''));
  const [high, low] = text.includes('万') ? text.split('万', 2) : ['', text];
  const ten = high === '' ? 0 : section(high!) * 10_000;
  return ten + section(low!, ten > 0 ? 1000 : 0);
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

/** Words that hold a figure and count nothing. */
const noCount = /一(?:共|下|般|起|样|直|定|些|会儿?|边|切|旦)|万一|十分|统一|唯一/g;

/** The first number said in a text, with the words it was said in. */
export const firstNumber = (text: string): { readonly value: number; readonly heard: string } | null => {
  const heard = numeral.exec(text.replace(noCount, ''))?.[0];
  const value = heard === undefined ? null : numeralValue(heard);
  return heard === undefined || value === null ? null : { value, heard };
};

/** The longest run of spoken or written digits, as digits: 「幺三八 零零一二」 → 1380012. */
export const spokenDigits = (text: string): string => {
  const runs = text.replace(/[\s-]/g, '').match(/[\d零〇一幺二两三四五六七八九]+/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return [...longest].map(char => digits[char] ?? char).join('');
};
