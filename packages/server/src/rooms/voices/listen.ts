import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { voiceLimits, wire } from '@lianxian/contract';
import { isSilent, type Sentence } from '@lianxian/core';
import { decodeAlaw, soundPeaks, speechWav } from '@lianxian/telephony';
import type { OpenMerchantDb } from '../../platform/db/index.ts';
import { bindStream, type Front, refuse, type Session } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { soundName } from './make-sound.ts';
import { findSound } from './voices.store.ts';
import { durationOf } from './voices.view.ts';

/** What speaks a sentence as a call would; the house gives it. */
export interface SentenceSpeaker {
  /** A-law at 8 kHz. Rejects when the voice cannot, or not in time. */
  readonly speak: (sentence: Sentence, by: { readonly merchantId: string }) => Promise<Uint8Array>;
}

interface Speakers<Voice> {
  /** The voice a merchant chose; null: the usual one. */
  readonly chosenBy: (merchantId: string) => Promise<Voice | null>;
  /** By that voice; without one by the usual voice. */
  readonly speak: (sentence: Sentence, voice?: Voice) => Promise<Uint8Array>;
}

/** As on a call: a service that does not speak now is stood in for by the usual voice. */
export const withStandIn =
  <Voice>({ chosenBy, speak }: Speakers<Voice>): SentenceSpeaker['speak'] =>
  async (sentence, { merchantId }) => {
    const chosen = await chosenBy(merchantId);
    if (chosen === null) return await speak(sentence);
    return await speak(sentence, chosen).catch(() => speak(sentence));
  };

export interface ListenParts {
  readonly secrets: Secrets;
  readonly speaker: SentenceSpeaker;
  /** As the merchant's product is called: who made a synthesised sound. */
  readonly producerOf: (merchantId: string) => Promise<string>;
}

const SOUND_PATH = 'voice/sound';
/** A recording of the library is asked for by its name, a sentence by itself, sealed: it may say a callee's name. */
const RECORDING = /^[\da-f]{40}$/;

type Segments = Sentence['segments'];

const madeOf = (segments: Segments): 'recorded' | 'synthesised' | 'mixed' => {
  const spoken = segments.filter(({ text }) => !isSilent(text));
  const recorded = spoken.filter(({ prompt }) => prompt !== undefined).length;
  if (recorded === 0) return 'synthesised';
  return recorded === spoken.length ? 'recorded' : 'mixed';
};

const contextOf = (merchantId: string): string => `sentence ${merchantId}`;

/** Small: it stands in an address, and a sentence with many values has hundreds of segments. */
const packed = (segments: Segments): string => deflateRawSync(JSON.stringify(segments)).toString('base64');
const unpacked = (text: string): Segments =>
  JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString('utf8')) as Segments;

/**
 * Sounds by ticket, as WAV: a recording as it is, a sentence as a call would say it, with its label where it is
 * synthesised. The ticket carries what is to be said, so that any process of the house may answer it: on the one that
 * gave it out the prompts lie ready, another makes them.
 */
export const openListening = (
  front: Front,
  merchantDb: OpenMerchantDb,
  { secrets, speaker, producerOf }: ListenParts,
) => {
  const ticketFor = (merchantId: string, subject: string, at: Date): string =>
    `${wire.prefix}${SOUND_PATH}?ticket=${front.tickets.issue({ kind: 'sound', merchantId, subject }, at)}`;

  const recording = async (merchantId: string, name: string): Promise<Buffer | null> => {
    const stored = await findSound(merchantDb(merchantId), name);
    return stored === undefined ? null : speechWav(decodeAlaw(stored.audio), null);
  };
  const spoken = async (merchantId: string, segments: Segments): Promise<Uint8Array> =>
    await speaker.speak({ segments, text: '' }, { merchantId }).catch(() => {
      throw refuse('voiceNotMade');
    });

  bindStream(
    front,
    { path: SOUND_PATH, mime: 'audio/wav', kind: 'sound', what: 'recording' },
    async ({ merchantId, subject }) => {
      if (RECORDING.test(subject)) return await recording(merchantId, subject);
      const segments = unpacked(secrets.open(subject, contextOf(merchantId)));
      const audio = await spoken(merchantId, segments);
      const isLabelled = madeOf(segments) !== 'recorded';
      const label = isLabelled ? { producer: await producerOf(merchantId), produceId: soundName(audio) } : null;
      return speechWav(decodeAlaw(audio), label);
    },
  );

  return {
    /** An address for a recording of the library. */
    recording: ({ merchantId }: Session, sound: string, at: Date): string => ticketFor(merchantId, sound, at),
    /** Speaks a sentence and gives its address. */
    sentence: async ({ merchantId }: Session, { segments }: Pick<Sentence, 'segments'>, at: Date) => {
      const audio = await spoken(merchantId, segments);
      const subject = secrets.seal(packed(segments), contextOf(merchantId));
      const peaks = [...soundPeaks(decodeAlaw(audio), voiceLimits.peaks)];
      const made = madeOf(segments);
      return { url: ticketFor(merchantId, subject, at), made, durationMs: durationOf(audio.length), peaks };
    },
  };
};
export type Listening = ReturnType<typeof openListening>;
