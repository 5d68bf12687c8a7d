import { serialOf } from './serial-date.ts';

/**
 * In which order a list is called (docs/tasks.md#order-of-a-list). Each number has a rank of bytes, compared as bytes are; of
 * equal ranks the one that came first is called first. Nothing is the rank of a list that is called as it came.
 */
export const listOrders = ['given', 'ascending', 'descending', 'shuffled'] as const;
export type ListOrder = (typeof listOrders)[number];

/** So much of a text tells it from others. */
const TEXT_CHARS = 16;
const KIND = { number: 1, text: 2, nothing: 255 } as const;

/** 1,200 and ￥35.5 and 80% are numbers, and so are dates: 2026/2/1 comes before 2026/12/1, whose signs are the lesser. */
const NUMBER = /^[¥￥$]?\s*([-+]?\d[\d,]*(?:\.\d+)?)\s*[%元]?$/;
const numberOf = (text: string): number | null => {
  const found = NUMBER.exec(text)?.[1];
  return found === undefined ? serialOf(text) : Number(found.replaceAll(',', ''));
};

/** Eight bytes in the order of the numbers: the sign turned round, of negative ones all the bits. */
const bytesOfNumber = (value: number): Uint8Array => {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, value === 0 ? 0 : value);
  const isNegative = bytes[0]! >= 128;
  return bytes.map((byte, at) => (isNegative ? 255 - byte : at === 0 ? byte + 128 : byte));
};

const bytesOfText = (text: string): Uint8Array => {
  const bytes: number[] = [];
  for (const sign of [...text].slice(0, TEXT_CHARS)) {
    const code = sign.codePointAt(0)!;
    bytes.push(1 + (code >> 16), (code >> 8) & 255, code & 255);
  }
  return Uint8Array.from(bytes);
};

/**
 * The rank of a row by what its column says: numbers as numbers, before texts, and what says nothing last, whichever way.
 * A text ends with a byte that no sign begins with, so that what begins another comes before it.
 */
export const rankOf = (cell: string, order: 'ascending' | 'descending'): Uint8Array => {
  const text = cell.normalize('NFKC').trim();
  if (text === '') return Uint8Array.of(KIND.nothing);
  const value = numberOf(text);
  const bytes = value === null ? Uint8Array.of(...bytesOfText(text), 0) : bytesOfNumber(value);
  const kind = value === null ? KIND.text : KIND.number;
  return Uint8Array.of(kind, ...(order === 'ascending' ? bytes : bytes.map(byte => 255 - byte)));
};

/** Shuffled by a seed: the same number has the same place, however often the list is read. */
export const shuffledRank = (phone: string, seed: number): Uint8Array => {
  // FNV-1a, then the last steps of MurmurHash3: every figure moves every bit.
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < phone.length; at += 1) hash = Math.imul(hash ^ phone.charCodeAt(at), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return Uint8Array.of(hash >>> 24, (hash >>> 16) & 255, (hash >>> 8) & 255, hash & 255);
};
