import { type MediaDescription, parse } from 'sdp-transform';
import type { Address } from '../net/address.ts';
import type { Direction } from '../sdp/read.ts';

/**
 * SDP between browsers and us (RFC 8829, RFC 8839, RFC 8842): of theirs what a leg needs is read, ours is written whole, and
 * what the native library has to know of them is written for it with nothing else in it. No candidate of theirs is passed
 * on: nothing is sent to an address that has not spoken to us first, and names behind mDNS need no looking up.
 */
export interface BrowserSound {
  readonly mid: string;
  readonly ufrag: string;
  readonly pwd: string;
  readonly fingerprint: string;
  readonly setup: 'actpass' | 'active' | 'passive';
  readonly direction: Direction;
  /** Payload type of telephone events at 8 kHz; null where it takes none. */
  readonly telephoneEvent: number | null;
  /** Kinds of all its media lines, and which of them is this one: an answer has as many. */
  readonly kinds: readonly string[];
  readonly index: number;
}

/** Static (RFC 3551). */
export const PCMA = 8;
/** The payload type of keys where we offer. */
export const OFFERED_EVENT = 101;

const MAX_SDP = 16_384;
/** A browser has a line for each kind; our answer has as many, and longer ones. */
const MOST_MEDIA = 8;
const TOKEN = /^[A-Za-z0-9+/]{4,256}$/;
const MID = /^[!-~]{1,32}$/;
const FINGERPRINT = /^sha-(256|384|512)$/i;
const HASH = /^[0-9A-F]{2}(:[0-9A-F]{2}){31,63}$/i;

/** Null when there is nothing in it that we can talk by. */
export const readBrowserSound = (sdp: string): BrowserSound | null => {
  if (sdp.length > MAX_SDP || !sdp.startsWith('v=0')) return null;
  const session = parse(sdp);
  if (session.media.length > MOST_MEDIA) return null;
  const index = session.media.findIndex(({ type, port, protocol }) => {
    return type === 'audio' && port !== 0 && typeof protocol === 'string' && protocol.includes('TLS');
  });
  const media = session.media[index];
  if (media === undefined) return null;
  const ufrag = media.iceUfrag ?? session.iceUfrag ?? '';
  const pwd = media.icePwd ?? session.icePwd ?? '';
  const { type = '', hash = '' } = media.fingerprint ?? session.fingerprint ?? {};
  const mid = String(media.mid ?? '0');
  const setup = media.setup ?? session.setup;
  const isWhole = TOKEN.test(ufrag) && TOKEN.test(pwd) && FINGERPRINT.test(type) && HASH.test(hash) && MID.test(mid);
  if (!isWhole || !formatsOf(media).includes(PCMA)) return null;
  return {
    mid,
    ufrag,
    pwd,
    fingerprint: `${type} ${hash}`,
    setup: setup === 'active' || setup === 'passive' ? setup : 'actpass',
    direction: media.direction ?? session.direction ?? 'sendrecv',
    telephoneEvent: telephoneEventOf(media),
    kinds: session.media.map(each => each.type),
    index,
  };
};

const formatsOf = ({ payloads = '' }: MediaDescription): readonly number[] => String(payloads).split(' ').map(Number);

const telephoneEventOf = (media: MediaDescription): number | null => {
  const formats = formatsOf(media);
  const found = media.rtp.find(
    ({ payload, codec, rate }) =>
      codec.toLowerCase() === 'telephone-event' &&
      rate === 8_000 &&
      payload >= 96 &&
      payload <= 127 &&
      formats.includes(payload),
  );
  return found?.payload ?? null;
};

/** What only the library knows of our side. */
interface OwnEnd {
  readonly ufrag: string;
  readonly pwd: string;
  readonly fingerprint: string;
  readonly setup: 'actpass' | 'active' | 'passive';
}

/** Reads it from the library's own description; null when that is not what we know. */
export const readOwnEnd = (sdp: string): OwnEnd | null => {
  const find = (pattern: RegExp) => pattern.exec(sdp)?.[1]?.trim() ?? null;
  const [ufrag, pwd] = [find(/^a=ice-ufrag:(.+)$/m), find(/^a=ice-pwd:(.+)$/m)];
  const [fingerprint, setup] = [find(/^a=fingerprint:(.+)$/m), find(/^a=setup:(\w+)/m)];
  if (ufrag === null || pwd === null || fingerprint === null) return null;
  return { ufrag, pwd, fingerprint, setup: setup === 'active' || setup === 'passive' ? setup : 'actpass' };
};

const lines = (all: readonly string[]): string => `${all.join('\r\n')}\r\n`;

const formats = (telephoneEvent: number | null): readonly string[] => [
  `a=rtpmap:${PCMA} PCMA/8000`,
  ...(telephoneEvent === null
    ? []
    : [`a=rtpmap:${telephoneEvent} telephone-event/8000`, `a=fmtp:${telephoneEvent} 0-16`]),
];

const formatList = (telephoneEvent: number | null): string =>
  telephoneEvent === null ? String(PCMA) : `${PCMA} ${telephoneEvent}`;

/** A browser's side as the native library is told of it. */
export const forLibrary = (sound: BrowserSound): string =>
  lines([
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${sound.mid}`,
    `m=audio 9 UDP/TLS/RTP/SAVPF ${formatList(sound.telephoneEvent)}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${sound.mid}`,
    'a=sendrecv',
    'a=rtcp-mux',
    ...formats(sound.telephoneEvent),
    'a=ice-options:trickle',
    `a=ice-ufrag:${sound.ufrag}`,
    `a=ice-pwd:${sound.pwd}`,
    `a=fingerprint:${sound.fingerprint}`,
    `a=setup:${sound.setup}`,
  ]);

interface OwnSdp {
  readonly end: OwnEnd;
  /** The browser's side; null: we offer. */
  readonly theirs: BrowserSound | null;
  /** Where the one UDP port of all seats is reached, the likeliest first. */
  readonly at: readonly Address[];
  /** Of its o-line: unlike any other leg's. */
  readonly id: string;
}

/** Our offer or answer: one sound, PCMA and telephone events, all candidates in it (no trickle). */
export const writeOwnSdp = ({ end, theirs, at, id }: OwnSdp): string => {
  const mid = theirs?.mid ?? '0';
  const event = theirs === null ? OFFERED_EVENT : theirs.telephoneEvent;
  const first = at[0] ?? { host: '0.0.0.0', port: 9 };
  const sound = [
    `m=audio ${first.port} UDP/TLS/RTP/SAVPF ${formatList(event)}`,
    `c=IN IP${first.host.includes(':') ? 6 : 4} ${first.host}`,
    `a=mid:${mid}`,
    `a=${mirrored(theirs?.direction ?? 'sendrecv')}`,
    'a=rtcp-mux',
    ...formats(event),
    'a=ptime:20',
    'a=msid:lianxian sound',
    `a=ice-ufrag:${end.ufrag}`,
    `a=ice-pwd:${end.pwd}`,
    `a=fingerprint:${end.fingerprint}`,
    `a=setup:${end.setup}`,
    ...at.map(candidate),
    'a=end-of-candidates',
  ];
  const kinds = theirs?.kinds ?? ['audio'];
  const media = kinds.map((kind, i) => (i === (theirs?.index ?? 0) ? lines(sound) : refusedLine(kind)));
  const session = ['v=0', `o=- ${id} 1 IN IP4 127.0.0.1`, 's=-', 't=0 0', `a=group:BUNDLE ${mid}`];
  return lines(session) + media.join('');
};

/** A media line we take nothing of (RFC 3264 §6). */
const refusedLine = (kind: string): string =>
  kind === 'application'
    ? lines(['m=application 0 UDP/DTLS/SCTP webrtc-datachannel', 'c=IN IP4 0.0.0.0'])
    : lines([`m=${kind} 0 UDP/TLS/RTP/SAVPF 0`, 'c=IN IP4 0.0.0.0']);

/** The recommended priority of a host candidate (RFC 8445 §5.1.2.1), one step down for each further one. */
const candidate = ({ host, port }: Address, index: number): string =>
  `a=candidate:${index + 1} 1 udp ${126 * 2 ** 24 + (65_535 - index) * 2 ** 8 + 255} ${host} ${port} typ host`;

const MIRROR = { sendrecv: 'sendrecv', sendonly: 'recvonly', recvonly: 'sendonly', inactive: 'inactive' } as const;

export const mirrored = (direction: Direction): Direction => MIRROR[direction];

/** The same SDP said again within its dialog: nothing of the way changes, the direction and the part in DTLS may. */
export const revised = (
  sdp: string,
  { version, direction, setup }: { version: number; direction: Direction; setup: OwnEnd['setup'] },
): string =>
  sdp
    .replace(/^(o=- \S+) \d+/m, `$1 ${version}`)
    .replace(/^a=(sendrecv|sendonly|recvonly|inactive)$/m, `a=${direction}`)
    .replace(/^a=setup:\w+/m, `a=setup:${setup}`);
