import { type AbroadWay, isAbroad, neverDialled, phoneDigits } from '../phone/index.ts';
import type { Rewriting } from './types.ts';

/**
 * A number as its carrier wants it written (docs/lines.md#how-a-number-is-written), step by step: strip, a 0 before
 * mobile numbers of other provinces, the country code, the prefix.
 *
 * Whatever the rules of a line say, none makes a number that is never dialled: what is left of the number must be an
 * ordinary one, and so must be what goes into the request, prefix and all. A country code makes an ordinary number no
 * other, so it is judged without one.
 */
const mobile = /^1[3-9]\d{9}$/;
/** With its area code, or a service number that is the same from everywhere (400, 800): the country code may stand before it. */
const wholeNational = /^(?:0\d{9,11}|1[3-9]\d{9}|[48]00\d{7})$/;
const countryCodes = { none: null, plus86: '+86', '86': '86', '0086': '0086' } as const;

const stripped = (phone: string, strip: string): string =>
  strip !== '' && phone.startsWith(strip) ? phone.slice(strip.length) : phone;

/** 「广东」 and 「广东省」 are one. */
const isHome = (home: string, province: string): boolean => home.startsWith(province) || province.startsWith(home);

const withTrunkZero = (phone: string, home: string, province: string): string =>
  home !== '' && province !== '' && mobile.test(phone) && !isHome(home, province) ? `0${phone}` : phone;

/** Behind a country code the 0 of the national trunk is left out (ITU-T E.164 §8.1). */
const withCountry = (phone: string, country: Rewriting['country']): string => {
  const code = countryCodes[country];
  return code === null || !wholeNational.test(phone) ? phone : `${code}${phone.replace(/^0/, '')}`;
};

/** Marks of a prefix (`8888#`) are taken as they are, and as an exchange that passes over them does. */
const isOrdinary = (final: string): boolean =>
  [final, final.replace(/\D/g, '')].every(number => {
    const never = neverDialled(number);
    if (isAbroad(number)) return false;
    return never === null || (never === 'premium' && isTechnical(number));
  });

/** Carriers give technical prefixes in 95 and 96; what is longer than any number one dials is a number behind one. */
const isTechnical = (number: string): boolean => /^9[56]/.test(number) && number.length > phoneDigits.most;

/**
 * @param phone digits, as `normalisePhone` keeps them.
 * @param province where the number lives, '' where nobody knows: then no 0 is put before it.
 * @returns what goes into the request; null where it would be a number that is never dialled.
 */
export const rewritten = (phone: string, rewriting: Rewriting, province: string): string | null => {
  const { strip, prefix, country, homeProvince } = rewriting;
  const national = withTrunkZero(stripped(phone, strip), homeProvince, province);
  if (national === '' || isAbroad(national) || neverDialled(national) !== null) return null;
  const bare = withCountry(national, country);
  return prefix === '' || isOrdinary(`${prefix}${bare}`) ? `${prefix}${bare}` : null;
};

/** A number of another country: as it is kept, or with 00 for the +, behind the line's prefix; null where the line does not call abroad. */
export const rewrittenAbroad = (
  phone: string,
  way: AbroadWay,
  { prefix }: Pick<Rewriting, 'prefix'>,
): string | null => {
  if (way === 'none' || neverDialled(phone) !== null) return null;
  return `${prefix}${way === '00' ? phone.replace('+', '00') : phone}`;
};
