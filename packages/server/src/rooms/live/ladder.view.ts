import type { LiveCallEvent } from '@lianxian/contract';
import { maskPhone } from '@lianxian/core';

/** SIP as people may see it: no credentials, no keys, and no phone for who may not see any. */

/** A long INVITE with credentials and SDP has 2 kB; one message must fit the bus. */
const TEXT_CHARS = 4_000;

/** With lines that were folded (RFC 3261 §7.3.1). */
const credentials = /^((?:Proxy-)?Authorization[ \t]*:)[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim;
/** RFC 4568 §6.1: key and salt of the media. */
const mediaKeys = /^(a=crypto:\S+ \S+ )[^\r\n]*/gim;

/** The message with credentials and keys taken out; at most 4,000 characters. */
export const safeText = (text: string): string =>
  text
    .replace(credentials, '$1 …')
    .replace(mediaKeys, '$1…')
    // What PostgreSQL's text cannot hold.
    .replaceAll('\0', '')
    .slice(0, TEXT_CHARS);

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

/** The callers and callees of SIP are in the user parts of its addresses and in quoted names (RFC 3261 §19.1.1, §20.10). */
const inAddresses = /((?:sips?|tel):\+?|")(\+?[\d.()-]{6,})(?=[@>;:"\s]|$)/gi;

/** A text for who may not see phones: the call's own number wherever it stands, and whoever else is addressed. */
export const maskedText = (text: string, phone: string): string => {
  const masked = text.replace(inAddresses, (_, before: string, number: string) => `${before}${maskPhone(number)}`);
  return phone.length < 5 ? masked : masked.replaceAll(phone, maskPhone(phone));
};

type Message = Extract<LiveCallEvent, { kind: 'sip' }>['message'];
const masked = (message: Message, phone: string): Message => ({ ...message, text: maskedText(message.text, phone) });

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
export const maskedEvent = (event: LiveCallEvent, phone: string): LiveCallEvent =>
  event.kind === 'sip' ? { ...event, message: masked(event.message, phone) } : event;
