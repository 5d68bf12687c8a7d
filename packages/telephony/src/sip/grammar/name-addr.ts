import { type Params, parseParams } from './params.ts';
import { isTokenCode, quotedEnd, skipSpace, splitList, unquote } from './scan.ts';
import { isUri } from './uri.ts';

/** From, To, Contact, Route, Record-Route: `"Name" <uri>;params` or a bare `uri;params` (RFC 3261 §20.10). */
export interface NameAddr {
  readonly display: string;
  readonly uri: string;
  readonly params: Params;
}

/** Display names are tokens or quoted; beyond the letter of the RFC unquoted non-ASCII is let through, as phones send it. */
const isDisplay = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isTokenCode(code) && code !== 32 && code !== 9 && code < 128) return false;
  }
  return true;
};

export const parseNameAddr = (text: string): NameAddr | null => {
  let display = '';
  let at = skipSpace(text, 0);
  if (text.charCodeAt(at) === 34) {
    const end = quotedEnd(text, at);
    if (end < 0) return null;
    display = unquote(text.slice(at, end));
    at = skipSpace(text, end);
    if (text.charCodeAt(at) !== 60) return null;
  }
  const open = text.indexOf('<', at);
  if (open < 0) return parseBare(text, at);
  if (open > at) {
    const name = text.slice(at, open).trim();
    if (!isDisplay(name)) return null;
    display = name;
  }
  const close = text.indexOf('>', open);
  if (close < 0) return null;
  const uri = text.slice(open + 1, close).trim();
  if (!isUri(uri)) return null;
  const params = parseParams(text, close + 1);
  return params === null ? null : { display, uri, params };
};

/** Without brackets everything behind `;` belongs to the header, and `?` or `,` may not occur (RFC 3261 §20). */
const parseBare = (text: string, from: number): NameAddr | null => {
  const semicolon = text.indexOf(';', from);
  const uri = text.slice(from, semicolon < 0 ? text.length : semicolon).trim();
  if (uri.includes('?') || uri.includes(',') || !isUri(uri)) return null;
  const params = parseParams(text, semicolon < 0 ? text.length : semicolon);
  return params === null ? null : { display: '', uri, params };
};

/** All addresses of a list header that may come as several lines; null when one of them is malformed. */
export const parseNameAddrs = (values: readonly string[]): readonly NameAddr[] | null => {
  const all: NameAddr[] = [];
  for (const value of values) {
    const items = splitList(value);
    if (items === null) return null;
    for (const item of items) {
      const address = parseNameAddr(item);
      if (address === null) return null;
      all.push(address);
    }
  }
  return all;
};

export const tagOf = (address: NameAddr): string => address.params.get('tag') ?? '';
