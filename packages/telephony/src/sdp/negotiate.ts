import type { SdesKey } from '../srtp/keys.ts';
import { chosenCrypto } from './crypto.ts';
import type { Codec, LocalMedia, RemoteMedia } from './media.ts';
import { type Accepted, type Direction, findFormat, type ReadMedia, type ReadSdp, readSdp } from './read.ts';
import { PAYLOAD, type SdpOrigin, type Slot, writeAnswer, writeOffer } from './write.ts';

/**
 * Offer and answer (RFC 3264) for what we speak: PCMA or PCMU at 20 ms, comfort noise (RFC 3389), telephone-event
 * (RFC 4733), T.140 text with or without redundancy (RFC 4103). The answerer takes the offerer's favourite; whatever else
 * is offered is rejected with port 0, in its place. Who has a key speaks encrypted or not at all (RFC 4568): what a line
 * promises its user no far end can talk it out of.
 */
export interface Side {
  readonly local: LocalMedia;
  /** What we speak, the favourite first. */
  readonly codecs: readonly Codec[];
  /** We hold the far end: it hears us, we do not listen (RFC 3264 §8.4). */
  readonly isHolding: boolean;
}

/** What both sides said, as far as the next offer has to keep to it. */
export interface Agreement {
  readonly remote: RemoteMedia;
  readonly slots: readonly Slot[];
  readonly keys: number;
}

type Negotiated =
  | { readonly ok: true; readonly agreement: Agreement }
  | { readonly ok: false; readonly because: string };

type Answered =
  | { readonly ok: true; readonly agreement: Agreement; readonly body: (origin: SdpOrigin) => Uint8Array }
  | { readonly ok: false; readonly because: string };

const KEYS = 'telephone-event/8000';
const NOISE = 'cn/8000';
const NO_AUDIO = { ok: false, because: 'no common audio' } as const;

/** The first offer, or a later one that keeps to what was agreed. */
export const createOffer = (origin: SdpOrigin, side: Side, agreed: Agreement | null): Uint8Array => {
  const { local, codecs, isHolding } = side;
  const first: readonly Slot[] = local.text === undefined ? ['audio'] : ['audio', 'text'];
  const offered = {
    codecs,
    direction: isHolding ? ('sendonly' as const) : ('sendrecv' as const),
    slots: agreed?.slots ?? first,
    keys: agreed?.keys ?? PAYLOAD.keys,
  };
  return Buffer.from(writeOffer(origin, local, offered));
};

/** The other side's answer to our offer: our lines in our order. */
export const readAnswer = (body: Uint8Array, side: Side, agreed: Agreement | null): Negotiated => {
  const sdp = readSdp(body);
  if (!sdp.ok) return sdp;
  const { local } = side;
  const slots: readonly Slot[] = agreed?.slots ?? (local.text === undefined ? ['audio'] : ['audio', 'text']);
  const audio = at(sdp, slots.indexOf('audio'));
  const accepted = audio === undefined ? null : acceptAudio(audio, side);
  if (audio === undefined || accepted === null) return NO_AUDIO;
  const crypto = local.crypto === undefined ? null : chosenCrypto(local.crypto, audio.cryptos);
  if (local.crypto !== undefined && crypto === null) return NO_AUDIO;
  const text = local.text === undefined ? undefined : at(sdp, slots.indexOf('text'));
  const remote = remoteOf(accepted, crypto, text === undefined ? null : acceptText(text));
  return { ok: true, agreement: { remote, slots, keys: agreed?.keys ?? PAYLOAD.keys } };
};

const at = (sdp: Extract<ReadSdp, { ok: true }>, index: number): ReadMedia | undefined => sdp.media[index];

/** Our answer to an offer; refused (488) when it holds no audio we speak. */
export const answerOffer = (body: Uint8Array, side: Side): Answered => {
  const sdp = readSdp(body);
  if (!sdp.ok) return sdp;
  const { local } = side;
  const audioAt = sdp.media.findIndex(media => acceptAudio(media, side) !== null);
  const audio = sdp.media[audioAt] === undefined ? null : acceptAudio(sdp.media[audioAt], side);
  if (audio === null) return NO_AUDIO;
  const textAt = local.text === undefined ? -1 : sdp.media.findIndex(media => acceptText(media) !== null);
  const text = sdp.media[textAt] === undefined ? null : acceptText(sdp.media[textAt]);
  const lines = sdp.media.map((media, i) => ({
    media,
    accepted: i === audioAt ? audio : i === textAt ? text : null,
    direction: i === audioAt ? answerDirection(directionOf(media), side.isHolding) : MIRROR[directionOf(media)],
  }));
  const remote = remoteOf(audio, audio.crypto, text);
  const slots = sdp.media.map((media, i): Slot => (i === audioAt ? 'audio' : i === textAt ? 'text' : media));
  const agreement = { remote, slots, keys: remote.audio.telephoneEvent ?? PAYLOAD.keys };
  return { ok: true, agreement, body: origin => Buffer.from(writeAnswer(origin, local, lines)) };
};

const acceptAudio = (media: ReadMedia, { local, codecs }: Side): Accepted | null => {
  const protocol = local.crypto === undefined ? 'RTP/AVP' : 'RTP/SAVP';
  if (media.kind !== 'audio' || media.port === 0 || media.host === null || media.protocol !== protocol) return null;
  const [crypto = null] = media.cryptos;
  if (local.crypto !== undefined && crypto === null) return null;
  const voice = findFormat(
    media,
    codecs.map(codec => `${codec.toLowerCase()}/8000`),
  );
  if (voice === null) return null;
  const others = [findFormat(media, [NOISE]), findFormat(media, [KEYS])].flatMap(each => each ?? []);
  return { media, crypto: local.crypto === undefined ? null : crypto, formats: [voice, ...others] };
};

const acceptText = (media: ReadMedia): Accepted | null => {
  if (media.kind !== 'text' || media.port === 0 || media.host === null || media.protocol !== 'RTP/AVP') return null;
  const t140 = findFormat(media, ['t140/1000']);
  if (t140 === null) return null;
  const red = findFormat(media, ['red/1000']);
  return { media, crypto: null, formats: red === null ? [t140] : [red, t140] };
};

const payloadOf = (accepted: Accepted, encoding: string): number | null =>
  accepted.formats.find(each => each.encoding === encoding)?.payloadType ?? null;

/** An address of 0.0.0.0 is the old way to say "hold": it sends, but does not listen (RFC 3264 §8.4). */
const directionOf = (media: ReadMedia): Direction => {
  if (media.host !== '0.0.0.0' && media.host !== '::') return media.direction;
  return media.direction === 'sendrecv' || media.direction === 'sendonly' ? 'sendonly' : 'inactive';
};

/** What we do when the other side says what it does (RFC 3264 §6.1). */
const MIRROR: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

const answerDirection = (theirs: Direction, isHolding: boolean): Direction => {
  if (!isHolding) return MIRROR[theirs];
  return theirs === 'sendrecv' || theirs === 'recvonly' ? 'sendonly' : 'inactive';
};

const remoteOf = (audio: Accepted, crypto: SdesKey | null, text: Accepted | null): RemoteMedia => {
  const voice = audio.formats[0]!;
  const { rtcp } = audio.media;
  return {
    audio: {
      address: { host: audio.media.host!, port: audio.media.port },
      codec: voice.encoding === 'pcma/8000' ? 'PCMA' : 'PCMU',
      payloadType: voice.payloadType,
      telephoneEvent: payloadOf(audio, KEYS),
      comfortNoise: payloadOf(audio, NOISE),
      direction: directionOf(audio.media),
      ...(rtcp === null ? {} : { rtcp }),
      ...(crypto === null ? {} : { crypto: { suite: crypto.suite, inline: crypto.inline } }),
    },
    ...(text === null
      ? {}
      : {
          text: {
            address: { host: text.media.host!, port: text.media.port },
            t140: payloadOf(text, 't140/1000')!,
            red: payloadOf(text, 'red/1000'),
          },
        }),
  };
};

/** Whether an offer wants encryption that we can give: then keys are made for it. */
export const wantsCrypto = ({ media }: Extract<ReadSdp, { ok: true }>): boolean =>
  media.some(each => each.kind === 'audio' && each.protocol === 'RTP/SAVP' && each.cryptos.length > 0);
