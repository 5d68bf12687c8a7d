import { zonesAbroad } from './countries.ts';

/**
 * Phone numbers as people type them, and the ones that are never dialled (docs/safety.md#numbers-never-dialled, A-31).
 */
export type PhoneRefusal = 'empty' | 'notDigits' | 'tooShort' | 'tooLong';

export type NormalisedPhone =
  | { readonly ok: true; readonly phone: string }
  | { readonly ok: false; readonly because: PhoneRefusal };

/** 8–12 digits are left when blanks, dashes and the country code are gone. */
export const phoneDigits = { least: 8, most: 12 } as const;

/** Of another country: as many as E.164 has behind the +. */
const abroadDigits = { least: 8, most: 15 } as const;

/** Characters of a text that are looked at: what is longer is no number, however it is written. */
const LONGEST_TEXT = 100;

/**
 * The one place where a typed or imported number becomes the number that is kept, for browser and server: blanks, dashes,
 * brackets, dots, the invisible marks that address books add, +86 and 0086 are taken out, and an 86 or a 0 before a mobile
 * number; full-width figures count as figures. A number of another country begins with + or 00, and is kept with a +.
 */
export const normalisePhone = (text: string): NormalisedPhone => {
  if (text.length > LONGEST_TEXT) return { ok: false, because: /^\d+$/.test(text) ? 'tooLong' : 'notDigits' };
  const plain = text
    .normalize('NFKC')
    .replace(/^(\s*(?:\+|00)[\d\s-]+)\(0\)/, '$1')
    .replace(/[\s\p{Cf}\-‐-―−()（）.·]/gu, '');
  const foreign = /^(?:\+|00)(?!86)([1-9]\d*)$/.exec(plain)?.[1];
  if (foreign !== undefined) return whole(`+${foreign}`, foreign.length, abroadDigits);
  const phone = plain.replace(/^(?:\+86|0086)/, '').replace(/^(?:86|0)(?=1[3-9]\d{9}$)/, '');
  if (phone === '') return { ok: false, because: 'empty' };
  if (!/^\d+$/.test(phone)) return { ok: false, because: 'notDigits' };
  return whole(phone, phone.length, phoneDigits);
};

const whole = (phone: string, digits: number, { least, most }: { least: number; most: number }): NormalisedPhone => {
  if (digits < least) return { ok: false, because: 'tooShort' };
  return digits > most ? { ok: false, because: 'tooLong' } : { ok: true, phone };
};

/** 13812345678 → 138****5678; a short number keeps its last two figures. */
export const maskPhone = (phone: string): string => {
  if (phone.length <= 4) return '*'.repeat(phone.length);
  if (phone.length < 8) return `${'*'.repeat(phone.length - 2)}${phone.slice(-2)}`;
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
};

export type NeverDialled = 'emergency' | 'short' | 'premium' | 'abroad';

/** Area codes as a number may carry them before an emergency or short number (010110 reaches the police too). */
const areaCode = /^0(?:10|2\d|[3-9]\d{2})/;
/** With figures behind it too: an exchange that reads 110 rings the police, whatever follows. */
const emergency = /^(?:(?:110|112|119|120|122|999|12110|12119|12120|12122)\d*|911)$/;
/** Service and short numbers have up to six figures: 1xx, 100xx, 12xxx, 95xxx, 96xxx. */
const short = /^\d{1,6}$/;
const service = /^(?:1\d{2,5}|9[56]\d{3,4})$/;
/**
 * Paid information and voice services: 160 and 168 (声讯台), 12590, longer forms of 95 and 96, 118, and 106, which takes
 * messages only. Local numbers begin with 2 to 8 and mobile ones with 13 to 19 without these, so none is hit.
 */
const premium = /^(?:16[08]|1259|9[56]|118|106)\d+$/;

/** With a country code other than 86: of a country that nobody knows, or not as it is kept. */
const abroad = (phone: string): boolean => /^(?:\+|00)(?!86)\d/.test(phone) && zonesAbroad(phone).length === 0;

/**
 * Numbers no line ever dials, whoever asks: emergency, short and premium ones, with or without an area code, and those of
 * countries that nobody knows. Null for an ordinary number, and for one abroad, which some lines dial.
 */
export const neverDialled = (phone: string): NeverDialled | null => {
  // Of eight figures a plain 86 belongs to a local number; otherwise it is the country code.
  const bare = phone.replace(phone.length === 8 ? /^(?:\+|00)86/ : /^(?:\+|00)?86/, '');
  const local = areaCode.test(bare) ? bare.replace(areaCode, '') : bare.replace(/^0+/, '');
  const ways = [phone, bare, local];
  if (ways.some(number => emergency.test(number))) return 'emergency';
  if (short.test(bare) || service.test(local)) return 'short';
  if (abroad(phone)) return 'abroad';
  return ways.some(number => premium.test(number)) ? 'premium' : null;
};

/** 154 is held by no operator; practice callees live in 15400000000–15400009999, and only the practice line may dial them. */
export const isPracticeNumber = (phone: string): boolean => /^1540000\d{4}$/.test(phone);
