import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type SpeechFault, voiceLimits, wire } from '@lianxian/contract';
import { isSilent, type Sentence, type VoiceChoice } from '@lianxian/core';
import { decodeAlaw, soundPeaks, speechWav } from '@lianxian/telephony';
import type { OpenMerchantDb } from '../../platform/db/index.ts';
import { bindStream, type Front, refuse, type Session } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { soundName } from './make-sound.ts';
import { findSound } from './voices.store.ts';
import { durationOf } from './voices.view.ts';

/** For whom a sentence is spoken, and by whom. */
interface SpokenFor {
  readonly merchantId: string;
  readonly voice: VoiceChoice;
}

/** What speaks a sentence as a call would; the house gives it. */
export interface SentenceSpeaker {
  /** A-law at 8 kHz. Rejects when the voice cannot, or not in time. */
  readonly speak: (sentence: Sentence, by: SpokenFor) => Promise<Uint8Array>;
  /** By that voice and no other: who tries one must not take another for it. Never rejects. */
  readonly tryOut: (sentence: Sentence, by: SpokenFor) => Promise<Tried>;
}
type Tried =
  | { readonly sound: Uint8Array; readonly fault: null }
  | { readonly sound: null; readonly fault: SpeechFault };

interface Speakers<Voice> {
  /** Who speaks, null: the usual voice; and that one, at the speed of the plan. */
  readonly speakerOf: (by: SpokenFor) => Promise<{ readonly own: Voice | null; readonly usual: Voice }>;
  readonly speak: (sentence: Sentence, voice: Voice) => Promise<Uint8Array>;
}

/** As on a call: a service that does not speak now is stood in for by the usual voice. */
export const withStandIn =
  <Voice>({ speakerOf, speak }: Speakers<Voice>): SentenceSpeaker['speak'] =>
  async (sentence, by) => {
    const { own, usual } = await speakerOf(by);
    if (own === null) return await speak(sentence, usual);
    return await speak(sentence, own).catch(() => speak(sentence, usual));
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

/** What is to be said, and how. */
interface Saying {
  readonly segments: Segments;
  readonly voice: VoiceChoice;
}
/** Small: it stands in an address, and a sentence with many values has hundreds of segments. */
const packed = (saying: Saying): string => deflateRawSync(JSON.stringify(saying)).toString('base64');
const unpacked = (text: string): Saying =>
  JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString('utf8')) as Saying;

/** An address for a recording of this merchant's, whoever may hear it; good for a minute. */
export const soundAddress = (front: Front, merchantId: string, sound: string, at: Date): string =>
  `${wire.prefix}${SOUND_PATH}?ticket=${front.tickets.issue({ kind: 'sound', merchantId, subject: sound }, at)}`;

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
  const recording = async (merchantId: string, name: string): Promise<Buffer | null> => {
    const stored = await findSound(merchantDb(merchantId), name);
    return stored === undefined ? null : speechWav(decodeAlaw(stored.audio), null);
  };
  const spoken = async (merchantId: string, { segments, voice }: Saying): Promise<Uint8Array> =>
    await speaker.speak({ segments, text: '' }, { merchantId, voice }).catch(() => {
      throw refuse('voiceNotMade');
    });

  bindStream(
    front,
    { path: SOUND_PATH, mime: 'audio/wav', kind: 'sound', what: 'recording' },
    async ({ merchantId, subject }) => {
      if (RECORDING.test(subject)) return await recording(merchantId, subject);
      const saying = unpacked(secrets.open(subject, contextOf(merchantId)));
      const audio = await spoken(merchantId, saying);
      const isLabelled = madeOf(saying.segments) !== 'recorded';
      const label = isLabelled ? { producer: await producerOf(merchantId), produceId: soundName(audio) } : null;
      return speechWav(decodeAlaw(audio), label);
    },
  );
  const sayingTicket = (merchantId: string, saying: Saying, at: Date): string =>
    soundAddress(front, merchantId, secrets.seal(packed(saying), contextOf(merchantId)), at);

  return {
    /** An address for a recording of the library. */
    recording: ({ merchantId }: Session, sound: string, at: Date): string => soundAddress(front, merchantId, sound, at),
    /** Speaks a sentence and gives its address. */
    sentence: async ({ merchantId }: Session, saying: Saying, at: Date) => {
      const audio = await spoken(merchantId, saying);
      const peaks = [...soundPeaks(decodeAlaw(audio), voiceLimits.peaks)];
      const made = madeOf(saying.segments);
      return { url: sayingTicket(merchantId, saying, at), made, durationMs: durationOf(audio.length), peaks };
    },
    /** The same by a voice that is not chosen yet; null: it did not speak. */
    tried: async ({ merchantId }: Session, saying: Saying, at: Date) => {
      const { segments, voice } = saying;
      const { sound, fault } = await speaker.tryOut({ segments, text: '' }, { merchantId, voice });
      if (fault !== null) return { url: null, durationMs: 0, fault };
      return { url: sayingTicket(merchantId, saying, at), durationMs: durationOf(sound.length), fault };
    },
  };
};
export type Listening = ReturnType<typeof openListening>;
