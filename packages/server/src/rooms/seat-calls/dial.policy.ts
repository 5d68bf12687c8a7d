import type { RefusalKey } from '@lianxian/contract';
import { extensionOf, normalisePhone } from '@lianxian/core';

/**
 * What a seat's telephone asks for when it dials, and what it is told when it may not. SIP carries no sentences of ours: the
 * answer names a refusal of the contract in `X-Because`, the page has its words.
 */
export type Wanted =
  /** A colleague's short number; where no seat has it, it is a number like any other, and judged as one. */
  | { readonly type: 'extension'; readonly extension: number; readonly text: string }
  /** A number as it was typed; whether it is one is judged later. */
  | { readonly type: 'number'; readonly text: string }
  /** Stands for a number that the seat may not see. */
  | { readonly type: 'token'; readonly token: string };

/** Longer ones are no number, no extension and no token. */
const LONGEST = 400;
/** What tokens are made of. */
const TOKEN = /^[\w.-]+$/;

/** Null: nothing that anybody could mean. */
export const wantedOf = (user: string): Wanted | null => {
  const text = user.trim();
  if (text === '' || text.length > LONGEST) return null;
  const extension = extensionOf(text);
  if (extension !== null) return { type: 'extension', extension, text };
  const read = normalisePhone(text);
  if (read.ok || read.because !== 'notDigits') return { type: 'number', text };
  return TOKEN.test(text) ? { type: 'token', token: text } : null;
};

/** An id that came in a header: digits of our own making, or nothing. */
export const idOf = (header: string | null): string | null =>
  header !== null && /^[1-9]\d{0,17}$/.test(header.trim()) ? header.trim() : null;

/** What a page's call is refused with, as SIP has it (RFC 3261 §21.4.4, §21.4.5, §21.5.4). */
export const codeOf = (because: RefusalKey): number => codes[because] ?? FORBIDDEN;

const FORBIDDEN = 403;
const codes: Partial<Record<RefusalKey, number>> = {
  notFound: 404,
  callsStopping: 503,
  callsAway: 503,
  diskFull: 503,
};
