import type { LadderMessage } from '../live/index.ts';

/** What the doctor reads in kept SIP: of the far end's own messages, those that have a text. */
const theirs = (ladder: readonly LadderMessage[]): readonly string[] =>
  ladder.filter(({ way, text }) => way === 'in' && text !== '').map(({ text }) => text);

/** RFC 3551 §6: payloads that need no rtpmap. */
const staticNames: Readonly<Record<string, string>> = {
  '0': 'PCMU',
  '3': 'GSM',
  '4': 'G723',
  '8': 'PCMA',
  '9': 'G722',
  '13': 'CN',
  '15': 'G728',
  '18': 'G729',
};
/** Companions of a codec (RFC 4733, RFC 3389). */
const companions = ['TELEPHONE-EVENT', 'CN'];

const codecsOf = (text: string): string[] => {
  const payloads = /^m=audio \d+ \S+ ([\d ]+)/m.exec(text)?.[1]?.trim().split(/ +/) ?? [];
  const named = new Map(
    [...text.matchAll(/^a=rtpmap:(\d+) ([\w.-]+)\//gm)].map(([, payload, name]) => [payload, name]),
  );
  const names = payloads.map(payload => (named.get(payload) ?? staticNames[payload] ?? payload).toUpperCase());
  return names.filter(name => !companions.includes(name));
};

/** Codecs that the far end's answers name, the favourite first. */
export const codecsIn = (ladder: readonly LadderMessage[]): string[] => [...new Set(theirs(ladder).flatMap(codecsOf))];

/** Where the far end wants to be reached (RFC 3261 §12.1.2): the host of the Contact of its answer; null where none is kept. */
export const contactIn = (ladder: readonly LadderMessage[]): string | null => {
  const answers = theirs(ladder).filter(text => /^SIP\/2\.0 2\d\d /.test(text));
  const contact = answers.map(
    text => /^(?:Contact|m)[ \t]*:[^\r\n]*?sips?:(?:[^@\s>;]*@)?([^\s>;,]+)/im.exec(text)?.[1],
  );
  return contact.find(host => host !== undefined) ?? null;
};
