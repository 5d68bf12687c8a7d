import { normalisePhone } from '../../phone/index.ts';
import { spokenDigits } from './numerals.ts';

/*
 * Telephone numbers as people say them.
 */

export const LONGEST_PHONE = 12;
export const mobile = /^1[3-9]\d{9}$/;
/** Mobile, 0 with an area code, 400 and 800 numbers, and seats of seven or eight digits within a city. */
const phone = /^(?:1[3-9]\d{9}|0\d{9,11}|[48]00\d{7}|[2-9]\d{6,7})$/;

/** A number of a phone, normalised; null where the digits are none. */
export const phoneIn = (digits: string): string | null => {
  const normalised = normalisePhone(digits);
  return normalised.ok && phone.test(normalised.phone) ? normalised.phone : null;
};

/** Said in groups, too: 「幺三八，零零一二，三四五六」. */
export const spokenPhone = (text: string): string | null => phoneIn(spokenDigits(text.replace(/[，、,.。；;]/g, '')));
