import { neverDialled } from '../phone/index.ts';
import type { Rewriting } from './types.ts';

/**
 * A number as its carrier wants it written (product.md §3, line: number rewriting), step by step: strip, a 0 before mobile
 * numbers of other provinces, the country code, the prefix.
 *
 * Whatever the rules of a line say, none makes a number that is never dialled: what is left of the number must be an
 * ordinary one, and with its prefix it must not begin like an emergency call.
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

/**
 * @param phone digits, as `normalisePhone` keeps them.
 * @param province where the number lives, '' where nobody knows: then no 0 is put before it.
 * @returns what goes into the request; null where it would be a number that is never dialled.
 */
export const rewritten = (phone: string, rewriting: Rewriting, province: string): string | null => {
  const { strip, prefix, country, homeProvince } = rewriting;
  const bare = withCountry(withTrunkZero(stripped(phone, strip), homeProvince, province), country);
  const final = `${prefix}${bare}`;
  if (bare === '' || neverDialled(bare) !== null) return null;
  const begins = [final, final.replace(/\D/g, '')].map(number => neverDialled(number));
  return begins.includes('emergency') || begins.includes('abroad') ? null : final;
};
