import { isIP } from 'node:net';
import type { LocalMedia } from '../exchange/types.ts';
import type { Accepted, Direction, ReadMedia } from './read.ts';

/** The o-line's identity: the id stays for a call, the version grows with each change (RFC 3264 §8). */
export interface SdpOrigin {
  readonly id: string;
  readonly version: number;
}

/** Our payload types: static for G.711, dynamic as most of the world numbers them. */
export const PAYLOAD = { pcma: 8, pcmu: 0, keys: 101, t140: 98, red: 99 } as const;

const sessionLines = (origin: SdpOrigin, host: string): string => {
  const family = isIP(host) === 6 ? 'IP6' : 'IP4';
  return `v=0\r\no=- ${origin.id} ${origin.version} IN ${family} ${host}\r\ns=-\r\nc=IN ${family} ${host}\r\nt=0 0\r\n`;
};

/** Two generations of redundancy behind each new piece of text (RFC 4103 §4.2). */
const redFormat = (t140: number): string => `${t140}/${t140}/${t140}`;

export const writeOffer = (origin: SdpOrigin, local: LocalMedia): string => {
  const { pcma, pcmu, keys, t140, red } = PAYLOAD;
  const audio =
    `m=audio ${local.audio.port} RTP/AVP ${pcma} ${pcmu} ${keys}\r\n` +
    `a=rtpmap:${pcma} PCMA/8000\r\na=rtpmap:${pcmu} PCMU/8000\r\n` +
    `a=rtpmap:${keys} telephone-event/8000\r\na=fmtp:${keys} 0-15\r\na=ptime:20\r\na=sendrecv\r\n`;
  const text =
    local.text === undefined
      ? ''
      : `m=text ${local.text.port} RTP/AVP ${red} ${t140}\r\n` +
        `a=rtpmap:${red} red/1000\r\na=fmtp:${red} ${redFormat(t140)}\r\na=rtpmap:${t140} t140/1000\r\na=sendrecv\r\n`;
  return sessionLines(origin, local.audio.host) + audio + text;
};

/** What we do when the other side says what it does (RFC 3264 §6.1). */
const MIRROR: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

const SPELLING: Readonly<Record<string, string>> = { 'pcma/8000': 'PCMA/8000', 'pcmu/8000': 'PCMU/8000' };

export const writeAnswer = (
  origin: SdpOrigin,
  local: LocalMedia,
  lines: readonly { readonly media: ReadMedia; readonly accepted: Accepted | null }[],
): string => {
  let out = sessionLines(origin, local.audio.host);
  for (const { media, accepted } of lines) {
    if (accepted === null) {
      out += `m=${media.kind} 0 ${media.protocol} ${media.formats.join(' ')}\r\n`;
      continue;
    }
    const isAudio = media.kind === 'audio';
    const port = isAudio ? local.audio.port : (local.text?.port ?? 0);
    out += `m=${media.kind} ${port} RTP/AVP ${accepted.formats.map(each => each.payloadType).join(' ')}\r\n`;
    for (const { payloadType, encoding } of accepted.formats) {
      out += `a=rtpmap:${payloadType} ${SPELLING[encoding] ?? encoding}\r\n`;
      if (encoding === 'telephone-event/8000') out += `a=fmtp:${payloadType} 0-15\r\n`;
      if (encoding === 'red/1000') {
        const t140 = accepted.formats.find(each => each.encoding === 't140/1000')!.payloadType;
        out += `a=fmtp:${payloadType} ${redFormat(t140)}\r\n`;
      }
    }
    if (isAudio) out += 'a=ptime:20\r\n';
    out += `a=${MIRROR[media.direction]}\r\n`;
  }
  return out;
};
