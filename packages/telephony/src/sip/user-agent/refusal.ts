import { type Header, header, type ReceivedResponse, type SipMessage } from '../grammar/message.ts';
import { parseNameAddrs } from '../grammar/name-addr.ts';
import { readReason } from '../grammar/reason.ts';
import { parseSipUri } from '../grammar/uri.ts';
import type { LegEnding } from './ending.ts';

/** What a refusal or a BYE tells beyond its number. */
export type EndingFacts = Pick<LegEnding, 'reason' | 'q850' | 'retryAfterMs'>;

export const factsOf = (message: SipMessage): EndingFacts => {
  const { q850, text } = readReason(message.headers);
  const phrase = message.kind === 'response' ? message.reason : '';
  const retryAfter = retryAfterMs(message.headers);
  return {
    reason: phrase === '' ? (text ?? '') : phrase,
    ...(q850 === null ? {} : { q850 }),
    ...(retryAfter === null ? {} : { retryAfterMs: retryAfter }),
  };
};

/** Longer than a day nobody means it. */
const MAX_RETRY_AFTER_S = 86_400;

/** `Retry-After: 18000;duration=3600 (in a meeting)` (RFC 3261 §20.33); null where there is none. */
export const retryAfterMs = (headers: readonly Header[]): number | null => {
  const digits = /^\s*(\d{1,9})/.exec(header(headers, 'retry-after') ?? '')?.[1];
  return digits === undefined ? null : Math.min(Number.parseInt(digits, 10), MAX_RETRY_AFTER_S) * 1_000;
};

/**
 * Where a 3xx sends us, when that is a server of the trunk itself; null for everywhere else. A carrier that spreads its
 * load is followed; to follow it to strangers would let whoever answers an INVITE choose whom we call, at our user's
 * cost and with his caller number.
 */
export const redirectOf = (response: ReceivedResponse, hosts: readonly string[]): string | null => {
  if (response.status < 300 || response.status > 399) return null;
  const values = response.headers.filter(({ name }) => name === 'contact').map(({ value }) => value);
  for (const { uri } of parseNameAddrs(values) ?? []) {
    const parsed = parseSipUri(uri);
    if (parsed !== null && parsed.scheme === 'sip' && hosts.includes(parsed.host.toLowerCase())) return uri;
  }
  return null;
};
