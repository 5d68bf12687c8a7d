/**
 * Phones and codes are spoken digit by digit, as on a Chinese telephone: 1 is 幺, and a breath after every third or
 * fourth digit so that it can be written down (138 0013 8000). Letters are spoken as letters.
 */
const spokenDigits: Readonly<Record<string, string>> = {
  0: '零',
  1: '幺',
  2: '二',
  3: '三',
  4: '四',
  5: '五',
  6: '六',
  7: '七',
  8: '八',
  9: '九',
};

/** A mobile number is read 3-4-4; anything else in fours from the left. */
const groupsOf = (digits: string): string[] =>
  /^1\d{10}$/.test(digits)
    ? [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)]
    : (digits.match(/.{1,4}/g) ?? []);

export const spokenDigitByDigit = (text: string): string =>
  text
    .replace(/[\s-]/g, '')
    .replace(/\d+/g, run =>
      groupsOf(run)
        .map(group => [...group].map(digit => spokenDigits[digit]).join(''))
        .join('，'),
    );
