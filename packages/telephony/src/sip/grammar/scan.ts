/**
 * Characters of RFC 3261 §25.1 as a table, and small scanners over one header value. No regular expressions on what
 * comes from the network: each scanner looks at a character once, so hostile input costs its length and no more.
 */

const TOKEN = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.!%*_+`'~") {
  TOKEN[char.charCodeAt(0)] = 1;
}

export const isTokenCode = (code: number): boolean => code < 128 && TOKEN[code] === 1;

export const isToken = (text: string): boolean => {
  if (text.length === 0) return false;
  for (let i = 0; i < text.length; i++) if (!isTokenCode(text.charCodeAt(i))) return false;
  return true;
};

const isSpaceCode = (code: number): boolean => code === 32 || code === 9;

export const skipSpace = (text: string, from: number): number => {
  let i = from;
  while (i < text.length && isSpaceCode(text.charCodeAt(i))) i++;
  return i;
};

/** Where the token that starts at `from` ends; `from` itself when there is none. */
export const tokenEnd = (text: string, from: number): number => {
  let i = from;
  while (i < text.length && isTokenCode(text.charCodeAt(i))) i++;
  return i;
};

/** The index after the closing quote of the quoted string that opens at `from`; -1 when it never closes. */
export const quotedEnd = (text: string, from: number): number => {
  for (let i = from + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === 34) return i + 1;
  }
  return -1;
};

/** `"a \"b\""` → `a "b"`; text that is not quoted comes back as it is. */
export const unquote = (text: string): string => {
  if (text.charCodeAt(0) !== 34) return text;
  const inner = text.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  let out = '';
  for (let i = 0; i < inner.length; i++) {
    if (inner.charCodeAt(i) === 92 && i + 1 < inner.length) i++;
    out += inner[i];
  }
  return out;
};

/** For values we write between quotes ourselves. */
export const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** A decimal number of at most `max`; null for anything else. Leading zeros are allowed (RFC 4475 §3.1.1.1). */
export const wholeNumber = (text: string, max: number): number | null => {
  if (text.length === 0 || text.length > 20) return null;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return value <= max ? value : null;
};

/**
 * Splits a header list at its commas (RFC 3261 §7.3.1), not at those inside quotes or angle brackets.
 * Null when a quote or bracket never closes or an item is empty.
 */
export const splitList = (value: string): readonly string[] | null => {
  if (!value.includes(',')) return value.length > 0 ? [value] : null;
  const items: string[] = [];
  let start = 0;
  let inBrackets = false;
  for (let i = 0; i <= value.length; i++) {
    const code = i === value.length ? 44 : value.charCodeAt(i);
    if (code === 34 && !inBrackets) {
      i = quotedEnd(value, i) - 1;
      if (i < 0) return null;
    } else if (code === 60) inBrackets = true;
    else if (code === 62) inBrackets = false;
    else if (code === 44 && (!inBrackets || i === value.length)) {
      const item = value.slice(start, i).trim();
      if (item.length === 0) return null;
      items.push(item);
      start = i + 1;
    }
  }
  return inBrackets ? null : items;
};
