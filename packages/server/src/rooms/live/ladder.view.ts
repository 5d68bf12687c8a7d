import type { LiveCallEvent } from '@lianxian/contract';
import { maskLive, maskNumbers, maskPhone, maskReason } from '@lianxian/core';

/** SIP as people may see it: no credentials, no keys, and no phone for who may not see any. */

/** A long INVITE with credentials and SDP has 2 kB; one message must fit the bus, as JSON. */
const TEXT_BYTES = 4_500;
const SUMMARY_BYTES = 250;
const CSEQ_BYTES = 80;

/** Cut to so many bytes of JSON; without what PostgreSQL's text and JSON cannot hold, which a cut may make. */
const fitting = (text: string, bytes: number): string => {
  let kept = text.slice(0, bytes).replaceAll('\0', '').toWellFormed();
  while (Buffer.byteLength(JSON.stringify(kept)) > bytes)
    kept = kept.slice(0, Math.floor(kept.length * SHORTER)).toWellFormed();
  return kept;
};
const SHORTER = 0.8;

/** What stands on a rung, however long its sender made it. */
export const rungOf = ({ summary, cseq }: { readonly summary: string; readonly cseq: string }) => ({
  summary: fitting(summary, SUMMARY_BYTES),
  cseq: fitting(cseq, CSEQ_BYTES),
});

/** With lines that were folded (RFC 3261 §7.3.1). */
const credentials = /^((?:Proxy-)?Authorization[ \t]*:)[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim;
/** RFC 4568 §6.1: key and salt of the media. */
const mediaKeys = /^(a=crypto:\S+ \S+ )[^\r\n]*/gim;

/** The message with credentials and keys taken out; at most 4,500 bytes of JSON. */
export const safeText = (text: string): string =>
  fitting(text.replace(credentials, '$1 …').replace(mediaKeys, '$1…'), TEXT_BYTES);

/** Of an INVITE: a call's answer or refusal. */
export const isFinalAnswer = ({ summary, cseq }: { readonly summary: string; readonly cseq: string }): boolean =>
  /^[2-6]\d\d /.test(summary) && cseq.endsWith('INVITE');

/**
 * The far end said 200 again and again: it never got our ACK (RFC 3261 §13.3.1.4). Two may cross on the way; three do
 * not.
 */
export const repeatsItsAnswer = (
  messages: readonly { readonly way: 'in' | 'out'; readonly summary: string; readonly cseq: string }[],
): boolean => {
  const answers = messages.filter(
    ({ way, summary, cseq }) => way === 'in' && /^2\d\d .*/.test(summary) && cseq.endsWith('INVITE'),
  );
  return [...Map.groupBy(answers, ({ cseq }) => cseq).values()].some(same => same.length > CROSSING_ANSWERS);
};
const CROSSING_ANSWERS = 2;

/** The callers and callees of SIP are in the user parts of its addresses and in names (RFC 3261 §19.1.1, §20.10). */
const inAddresses = /((?:sips?|tel):\+?|"|^[\w-]+[ \t]*:[ \t]*(?=[^\r\n<]*<))(\+?[\d.()-]{6,})(?=[@>;:"\s]|$)/gim;
/** Elsewhere what looks like a mobile number; the hosts of SIP have dots. */
const mobile = /(?<![\w.])1[3-9]\d{9}(?![\w.])/g;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** A text for who may not see phones: the call's own number wherever it stands, and whoever else is addressed. */
export const maskedText = (text: string, phone: string): string => {
  const masked = text
    .replace(inAddresses, (whole, before: string, number: string) =>
      ADDRESS.test(number) ? whole : `${before}${maskPhone(number)}`,
    )
    .replace(mobile, maskPhone);
  return phone.length < 5 ? masked : masked.replaceAll(phone, maskPhone(phone));
};

type Message = Extract<LiveCallEvent, { kind: 'sip' }>['message'];
const masked = (message: Message, phone: string): Message => ({
  ...message,
  summary: maskReason(message.summary, phone),
  text: maskedText(message.text, phone),
});

/** The kept SIP of a call as its viewer may see it. */
export const ladderView = (
  row: { readonly phone: string; readonly messages: unknown },
  seesPhones: boolean,
): Message[] => {
  // Written by ourselves, message for message as the contract has them.
  const messages = (row.messages ?? []) as readonly Message[];
  return messages.map(message => (seesPhones ? message : masked(message, row.phone)));
};

/** What a live call tells who may not see phones. */
export const maskedEvent = (event: LiveCallEvent, phone: string): LiveCallEvent => {
  if (event.kind === 'sip') return { ...event, message: masked(event.message, phone) };
  if (event.kind === 'answer') return { ...event, value: maskNumbers(event.value) };
  if (event.kind !== 'line') return event;
  const { understood } = event;
  return {
    ...event,
    text: maskLive(event.text),
    understood: understood && { ...understood, matched: maskNumbers(understood.matched) },
  };
};
