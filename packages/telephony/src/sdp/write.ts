import { isIP } from 'node:net';
import { type CryptoLine, cryptoOffer, formatCrypto } from './crypto.ts';
import type { Codec, LocalMedia } from './media.ts';
import type { Accepted, Direction, ReadMedia } from './read.ts';

/** The o-line's identity: the id stays for a call, the version grows with each change (RFC 3264 §8). */
export interface SdpOrigin {
  readonly id: string;
  readonly version: number;
}

/** Our payload types: static for G.711 and comfort noise, dynamic as most of the world numbers them. */
export const PAYLOAD = { PCMA: 8, PCMU: 0, noise: 13, keys: 101, t140: 98, red: 99 } as const;

/** A media line of an agreement, in its place: one that we use, or one that was rejected and stays so (RFC 3264 §8). */
export type Slot = 'audio' | 'text' | Pick<ReadMedia, 'kind' | 'protocol' | 'formats'>;

interface Offered {
  readonly codecs: readonly Codec[];
  readonly direction: Direction;
  readonly slots: readonly Slot[];
  /** A payload type keeps its meaning for the life of a session (RFC 3264 §8.3.2). */
  readonly keys: number;
}

const sessionLines = (origin: SdpOrigin, host: string): string => {
  const family = isIP(host) === 6 ? 'IP6' : 'IP4';
  return `v=0\r\no=- ${origin.id} ${origin.version} IN ${family} ${host}\r\ns=-\r\nc=IN ${family} ${host}\r\nt=0 0\r\n`;
};

/** Two generations of redundancy behind each new piece of text (RFC 4103 §4.2). */
const redFormat = (t140: number): string => `${t140}/${t140}/${t140}`;

const rejected = ({ kind, protocol, formats }: Exclude<Slot, string>): string =>
  `m=${kind} 0 ${protocol} ${formats.join(' ')}\r\n`;

/** The telephone's keys: 0 to 9, *, #, A to D (RFC 4733 §3.2). */
const KEY_EVENTS = '0-15';

export const writeOffer = (origin: SdpOrigin, local: LocalMedia, offered: Offered): string => {
  const lines = offered.slots.map(slot => {
    if (slot === 'audio') return audioOffer(local, offered);
    return slot === 'text' ? textOffer(local) : rejected(slot);
  });
  return sessionLines(origin, local.audio.host) + lines.join('');
};

const audioOffer = (local: LocalMedia, { codecs, direction, keys }: Offered): string => {
  const protocol = local.crypto === undefined ? 'RTP/AVP' : 'RTP/SAVP';
  const formats = [...codecs.map(codec => PAYLOAD[codec]), PAYLOAD.noise, keys];
  const maps = codecs.map(codec => `a=rtpmap:${PAYLOAD[codec]} ${codec}/8000\r\n`).join('');
  const cryptos = local.crypto === undefined ? '' : cryptoOffer(local.crypto).map(formatCrypto).join('');
  return (
    `m=audio ${local.audio.port} ${protocol} ${formats.join(' ')}\r\n${maps}a=rtpmap:${PAYLOAD.noise} CN/8000\r\n` +
    `a=rtpmap:${keys} telephone-event/8000\r\na=fmtp:${keys} ${KEY_EVENTS}\r\n${cryptos}a=ptime:20\r\na=${direction}\r\n`
  );
};

const textOffer = (local: LocalMedia): string => {
  const { t140, red } = PAYLOAD;
  return (
    `m=text ${local.text?.port ?? 0} RTP/AVP ${red} ${t140}\r\n` +
    `a=rtpmap:${red} red/1000\r\na=fmtp:${red} ${redFormat(t140)}\r\na=rtpmap:${t140} t140/1000\r\na=sendrecv\r\n`
  );
};

const SPELLING: Readonly<Record<string, string>> = {
  'pcma/8000': 'PCMA/8000',
  'pcmu/8000': 'PCMU/8000',
  'cn/8000': 'CN/8000',
};

export const writeAnswer = (
  origin: SdpOrigin,
  local: LocalMedia,
  lines: readonly { readonly media: ReadMedia; readonly accepted: Accepted | null; readonly direction: Direction }[],
): string => {
  let out = sessionLines(origin, local.audio.host);
  for (const { media, accepted, direction } of lines) {
    out += accepted === null ? rejected(media) : answerLine(local, accepted, direction);
  }
  return out;
};

const answerLine = (local: LocalMedia, { media, formats, crypto }: Accepted, direction: Direction): string => {
  const isAudio = media.kind === 'audio';
  const port = isAudio ? local.audio.port : (local.text?.port ?? 0);
  let out = `m=${media.kind} ${port} ${media.protocol} ${formats.map(each => each.payloadType).join(' ')}\r\n`;
  for (const { payloadType, encoding } of formats) {
    out += `a=rtpmap:${payloadType} ${SPELLING[encoding] ?? encoding}\r\n`;
    if (encoding === 'telephone-event/8000') out += `a=fmtp:${payloadType} ${KEY_EVENTS}\r\n`;
    if (encoding === 'red/1000') {
      const t140 = formats.find(each => each.encoding === 't140/1000')!.payloadType;
      out += `a=fmtp:${payloadType} ${redFormat(t140)}\r\n`;
    }
  }
  if (crypto !== null && local.crypto !== undefined) out += formatCrypto(ourKey(crypto, local.crypto.inline));
  if (isAudio) out += 'a=ptime:20\r\n';
  return `${out}a=${direction}\r\n`;
};

/** Their tag and suite, our key (RFC 4568 §5.1.2). */
const ourKey = ({ tag, suite }: CryptoLine, inline: string): CryptoLine => ({ tag, suite, inline });
