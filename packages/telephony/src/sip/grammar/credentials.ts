import { isToken, quote, quotedEnd, skipSpace, splitList, tokenEnd, unquote } from './scan.ts';

/** `Digest realm="x", nonce="y"`: WWW-/Proxy-Authenticate and (Proxy-)Authorization (RFC 3261 §20.7, RFC 8760). */
export interface AuthFields {
  readonly scheme: string;
  /** Names lower case, values without quotes. */
  readonly fields: ReadonlyMap<string, string>;
}

export const parseAuth = (value: string): AuthFields | null => {
  const schemeEnd = tokenEnd(value, 0);
  if (schemeEnd === 0) return null;
  const items = splitList(value.slice(schemeEnd).trim());
  if (items === null) return null;
  const fields = new Map<string, string>();
  for (const item of items) {
    const nameEnd = tokenEnd(item, 0);
    const equals = skipSpace(item, nameEnd);
    if (nameEnd === 0 || item.charCodeAt(equals) !== 61) return null;
    const text = item.slice(skipSpace(item, equals + 1));
    if (text.charCodeAt(0) === 34 && quotedEnd(text, 0) !== text.length) return null;
    fields.set(item.slice(0, nameEnd).toLowerCase(), unquote(text));
  }
  return { scheme: value.slice(0, schemeEnd).toLowerCase(), fields };
};

/** Fields that the grammar wants bare; all others are written between quotes. */
const BARE = new Set(['algorithm', 'qop', 'nc', 'stale', 'userhash']);

export const formatAuth = (fields: readonly (readonly [string, string])[], bare: ReadonlySet<string> = BARE): string =>
  `Digest ${fields.map(([name, text]) => `${name}=${bare.has(name) && isToken(text) ? text : quote(text)}`).join(', ')}`;
