import { digitsAloud } from '@lianxian/telephony';

/** A mobile number is read 3-4-4; anything else in fours from the left, with a breath between. */
const grouped = (digits: string): string =>
  (/^1\d{10}$/.test(digits)
    ? [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)]
    : (digits.match(/.{1,4}/g) ?? [])
  ).join(' ');

/** Phones and codes as a robot reads them so that they can be written down: 幺三八，零零幺三，八零零零. */
export const spokenDigitByDigit = (text: string): string =>
  digitsAloud(text.replace(/[\s-]/g, '').replace(/\d+/g, grouped));
