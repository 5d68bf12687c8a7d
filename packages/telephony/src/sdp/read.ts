import { isIP } from 'node:net';
import { type MediaDescription, parse } from 'sdp-transform';
import type { Address } from '../net/address.ts';
import { type CryptoLine, readCrypto } from './crypto.ts';

/**
 * SDP of the other side, read into what offer and answer need (RFC 8866, RFC 3264). `sdp-transform` reads the lines;
 * here is what it forgives and we must not: missing parts, shapeless m-lines, sizes without a bound.
 */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export interface ReadMedia {
  readonly kind: string;
  /** 0 means rejected or withdrawn. */
  readonly port: number;
  readonly protocol: string;
  /** As the m-line lists them, the sender's favourite first. */
  readonly formats: readonly string[];
  /** An IP address; null where there is none or it is a name, a group or a broadcast. */
  readonly host: string | null;
  readonly direction: Direction;
  /** Encodings by payload type, lower case: `pcma/8000`. Static types are known without rtpmap (RFC 3551). */
  readonly encodings: ReadonlyMap<number, string>;
  /** Where its RTCP goes when not to the port above (RFC 3605). */
  readonly rtcp: Address | null;
  /** The keys it offers that we can use, the favourite first. */
  readonly cryptos: readonly CryptoLine[];
}

/** A media line with what we take of it, in the sender's order of preference. */
export interface Accepted {
  readonly media: ReadMedia;
  readonly crypto: CryptoLine | null;
  readonly formats: readonly { readonly payloadType: number; readonly encoding: string }[];
}

export type ReadSdp =
  | { readonly ok: true; readonly media: readonly ReadMedia[] }
  | { readonly ok: false; readonly because: string };

const MAX_SDP_BYTES = 16_384;
const MAX_LINE = 1_024;
const MAX_MEDIA = 16;
const MAX_CRYPTOS = 16;

const STATIC_ENCODINGS: ReadonlyMap<number, string> = new Map([
  [0, 'pcmu/8000'],
  [8, 'pcma/8000'],
  [13, 'cn/8000'],
]);

const decoder = new TextDecoder();

export const readSdp = (body: Uint8Array): ReadSdp => {
  if (body.length > MAX_SDP_BYTES) return { ok: false, because: 'SDP too long' };
  const text = decoder.decode(body);
  if (!text.startsWith('v=0')) return { ok: false, because: 'no SDP version line' };
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.some(line => line.length > MAX_LINE)) return { ok: false, because: 'SDP line too long' };
  if (!lines.some(line => line.startsWith('o='))) return { ok: false, because: 'no SDP origin' };
  const mediaLines = lines.filter(line => line.startsWith('m='));
  if (mediaLines.length === 0) return { ok: false, because: 'no media' };
  if (mediaLines.length > MAX_MEDIA) return { ok: false, because: 'too many media' };
  const session = parse(text);
  const media: ReadMedia[] = [];
  for (const each of session.media) {
    const read = readMedia(each, session.connection?.ip, session.direction);
    if (read === null) return { ok: false, because: 'malformed media line' };
    media.push(read);
  }
  return { ok: true, media };
};

const readMedia = (
  media: MediaDescription,
  sessionHost: string | undefined,
  sessionDirection: Direction | undefined,
): ReadMedia | null => {
  // The library leaves shapeless lines half filled, whatever its types say.
  const { type, port, protocol } = media as Partial<MediaDescription>;
  if (typeof type !== 'string' || type === '' || typeof protocol !== 'string' || protocol === '') return null;
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > 65_535) return null;
  const formats = String(media.payloads ?? '')
    .split(' ')
    .filter(format => format !== '');
  if (formats.length === 0) return null;
  const encodings = new Map(STATIC_ENCODINGS);
  for (const { payload, codec, rate } of media.rtp ?? []) {
    if (Number.isInteger(payload)) encodings.set(payload, `${codec}/${rate ?? 8000}`.toLowerCase());
  }
  const host = reachable(media.connection?.ip ?? sessionHost);
  return {
    kind: type,
    port,
    protocol,
    formats,
    host,
    direction: media.direction ?? sessionDirection ?? 'sendrecv',
    encodings,
    rtcp: readRtcp(media, host),
    cryptos: (media.crypto ?? []).slice(0, MAX_CRYPTOS).flatMap(each => readCrypto(each) ?? []),
  };
};

const readRtcp = ({ rtcp }: MediaDescription, mediaHost: string | null): Address | null => {
  const host = rtcp?.address === undefined ? mediaHost : reachable(rtcp.address);
  const port = Number(rtcp?.port);
  return host === null || !Number.isInteger(port) || port < 1 || port > 65_535 ? null : { host, port };
};

/** Sound goes to one host: not to a name, not to a group, not to everybody. */
const reachable = (host: string | undefined): string | null => {
  if (host === undefined || isIP(host) === 0) return null;
  if (isIP(host) === 6) return host.toLowerCase().startsWith('ff') ? null : host;
  return Number.parseInt(host, 10) >= 224 ? null : host;
};

/** The first format of a media whose encoding is among the wanted ones. */
export const findFormat = (
  media: ReadMedia,
  wanted: readonly string[],
): { readonly payloadType: number; readonly encoding: string } | null => {
  for (const format of media.formats) {
    const payloadType = Number(format);
    const encoding = media.encodings.get(payloadType);
    const isPayloadType = /^\d{1,3}$/.test(format) && payloadType <= 127;
    if (isPayloadType && encoding !== undefined && wanted.includes(encoding)) return { payloadType, encoding };
  }
  return null;
};

/** A browser's: its sound travels by DTLS-SRTP (RFC 5764 §8), which no telephone line offers. */
export const isWebRtcOffer = (offer: Uint8Array | null): boolean => {
  const sdp = offer === null ? null : readSdp(offer);
  return sdp?.ok === true && sdp.media.some(({ kind, protocol }) => kind === 'audio' && protocol.includes('TLS'));
};
