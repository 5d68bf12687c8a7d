import type { LocalMedia, RemoteMedia } from '../exchange/types.ts';
import { type Accepted, type Direction, findFormat, type ReadMedia, readSdp } from './read.ts';
import { type SdpOrigin, writeAnswer, writeOffer } from './write.ts';

/**
 * Offer and answer (RFC 3264) for what we speak: PCMA or PCMU at 20 ms, telephone-event (RFC 4733), and T.140 text
 * with or without redundancy (RFC 4103). The answerer takes the offerer's favourite; whatever else is offered is
 * rejected with port 0, in its place.
 */
export type Negotiated =
  | { readonly ok: true; readonly remote: RemoteMedia }
  | { readonly ok: false; readonly because: string };

export type Answered =
  | { readonly ok: true; readonly remote: RemoteMedia; readonly body: Uint8Array }
  | { readonly ok: false; readonly because: string };

const AUDIO = ['pcma/8000', 'pcmu/8000'];
const KEYS = ['telephone-event/8000'];

export const createOffer = (origin: SdpOrigin, local: LocalMedia): Uint8Array => Buffer.from(writeOffer(origin, local));

/** The other side's answer to our offer: our m-lines in our order. */
export const readAnswer = (body: Uint8Array, offered: LocalMedia): Negotiated => {
  const sdp = readSdp(body);
  if (!sdp.ok) return sdp;
  const [audio, text] = sdp.media;
  const accepted = audio === undefined ? null : acceptAudio(audio);
  if (accepted === null) return { ok: false, because: 'no common audio' };
  return { ok: true, remote: remoteOf(accepted, offered.text && text !== undefined ? acceptText(text) : null) };
};

/** Our answer to an offer; refused (488) when it holds no audio we speak. */
export const answerOffer = (body: Uint8Array, origin: SdpOrigin, local: LocalMedia): Answered => {
  const sdp = readSdp(body);
  if (!sdp.ok) return sdp;
  const audioAt = sdp.media.findIndex(media => acceptAudio(media) !== null);
  const audio = sdp.media[audioAt] === undefined ? null : acceptAudio(sdp.media[audioAt]);
  if (audio === null) return { ok: false, because: 'no common audio' };
  const textAt = local.text === undefined ? -1 : sdp.media.findIndex(media => acceptText(media) !== null);
  const text = sdp.media[textAt] === undefined ? null : acceptText(sdp.media[textAt]);
  const lines = sdp.media.map((media, i) => ({ media, accepted: i === audioAt ? audio : i === textAt ? text : null }));
  return { ok: true, remote: remoteOf(audio, text), body: Buffer.from(writeAnswer(origin, local, lines)) };
};

const acceptAudio = (media: ReadMedia): Accepted | null => {
  if (media.kind !== 'audio' || media.port === 0 || media.host === null || media.protocol !== 'RTP/AVP') return null;
  const voice = findFormat(media, AUDIO);
  if (voice === null) return null;
  const keys = findFormat(media, KEYS);
  return { media, formats: keys === null ? [voice] : [voice, keys] };
};

const acceptText = (media: ReadMedia): Accepted | null => {
  if (media.kind !== 'text' || media.port === 0 || media.host === null || media.protocol !== 'RTP/AVP') return null;
  const t140 = findFormat(media, ['t140/1000']);
  if (t140 === null) return null;
  const red = findFormat(media, ['red/1000']);
  return { media, formats: red === null ? [t140] : [red, t140] };
};

const payloadOf = (accepted: Accepted, encoding: string): number | null =>
  accepted.formats.find(each => each.encoding === encoding)?.payloadType ?? null;

/** An address of 0.0.0.0 is the old way to say "hold": it sends, but does not listen (RFC 3264 §8.4). */
const directionOf = (media: ReadMedia): Direction => {
  if (media.host !== '0.0.0.0' && media.host !== '::') return media.direction;
  return media.direction === 'sendrecv' || media.direction === 'sendonly' ? 'sendonly' : 'inactive';
};

const remoteOf = (audio: Accepted, text: Accepted | null): RemoteMedia => {
  const voice = audio.formats[0]!;
  return {
    audio: {
      address: { host: audio.media.host!, port: audio.media.port },
      codec: voice.encoding === 'pcma/8000' ? 'PCMA' : 'PCMU',
      payloadType: voice.payloadType,
      telephoneEvent: payloadOf(audio, 'telephone-event/8000'),
      direction: directionOf(audio.media),
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
