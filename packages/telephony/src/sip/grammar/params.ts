import { quotedEnd, skipSpace, tokenEnd } from './scan.ts';

/** `;name=value` pairs: names lower case, a parameter without value is null. Values keep their quotes. */
export type Params = ReadonlyMap<string, string | null>;

const noParams: Params = new Map();

/** A header with more parameters than this is an attack, not a call. */
const MAX_PARAMS = 64;

/** Ends an unquoted value; RFC 3261 §25.1 gen-value: token, host (IPv6 brackets and colons too) or quoted string. */
const isValueCode = (code: number): boolean => code > 32 && code !== 34 && code !== 44 && code !== 59 && code !== 127;

/**
 * Parses everything from `from` to the end of the text as `*( ; param )`. The first of two parameters of one name
 * counts. Null when it is anything else: `;;`, a stray comma, an open quote.
 */
export const parseParams = (text: string, from: number): Params | null => {
  let i = skipSpace(text, from);
  if (i >= text.length) return noParams;
  const params = new Map<string, string | null>();
  while (i < text.length) {
    if (text.charCodeAt(i) !== 59 || params.size >= MAX_PARAMS) return null;
    const nameStart = skipSpace(text, i + 1);
    const nameEnd = tokenEnd(text, nameStart);
    if (nameEnd === nameStart) return null;
    const name = text.slice(nameStart, nameEnd).toLowerCase();
    i = skipSpace(text, nameEnd);
    let value: string | null = null;
    if (text.charCodeAt(i) === 61) {
      const start = skipSpace(text, i + 1);
      const end = valueEnd(text, start);
      if (end <= start) return null;
      value = text.slice(start, end);
      i = skipSpace(text, end);
    }
    if (!params.has(name)) params.set(name, value);
  }
  return params;
};

const valueEnd = (text: string, from: number): number => {
  if (text.charCodeAt(from) === 34) return quotedEnd(text, from);
  let i = from;
  while (i < text.length && isValueCode(text.charCodeAt(i))) i++;
  return i;
};

export const formatParams = (params: Params): string => {
  let out = '';
  for (const [name, value] of params) out += value === null ? `;${name}` : `;${name}=${value}`;
  return out;
};
