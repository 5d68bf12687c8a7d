import { createHash } from 'node:crypto';
import { voiceLimits, wire } from '@lianxian/contract';
import { isSilent, type Sentence } from '@lianxian/core';
import { decodeAlaw, soundPeaks, speechWav } from '@lianxian/telephony';
import type { OpenMerchantDb } from '../../platform/db/index.ts';
import { bindStream, type Front, refuse, type Session } from '../../platform/http/index.ts';
import { findSound } from './voices.store.ts';
import { durationOf } from './voices.view.ts';

/** What speaks a sentence as a call would; the house gives it. */
export interface SentenceSpeaker {
  /** A-law at 8 kHz. Rejects when the voice cannot, or not in time. */
  readonly speak: (sentence: Sentence, by: { readonly merchantId: string }) => Promise<Uint8Array>;
}

export interface ListenParts {
  readonly speaker: SentenceSpeaker;
  /** As the merchant's product is called: who made a synthesised sound. */
  readonly producerOf: (merchantId: string) => Promise<string>;
}

/** Sentences that were made to be listened to, in memory: a ticket lives a minute. */
const MOST_KEPT = 100;
const SOUND_PATH = 'voice/sound';

const madeOf = ({ segments }: Sentence): 'recorded' | 'synthesised' | 'mixed' => {
  const spoken = segments.filter(({ text }) => !isSilent(text));
  const recorded = spoken.filter(({ prompt }) => prompt !== undefined).length;
  if (recorded === 0) return 'synthesised';
  return recorded === spoken.length ? 'recorded' : 'mixed';
};

/** Sounds by ticket, as WAV: a recording as it is, a sentence as a call would say it, with its label where it is synthesised. */
export const openListening = (front: Front, merchantDb: OpenMerchantDb, { speaker, producerOf }: ListenParts) => {
  const kept = new Map<string, { readonly audio: Uint8Array; readonly isLabelled: boolean }>();

  const ticketFor = (merchantId: string, subject: string, at: Date): string =>
    `${wire.prefix}${SOUND_PATH}?ticket=${front.tickets.issue({ kind: 'sound', merchantId, subject }, at)}`;

  bindStream(
    front,
    SOUND_PATH,
    'audio/wav',
    async ({ merchantId, subject }) => {
      const preview = kept.get(`${merchantId} ${subject}`);
      if (preview === undefined) {
        const stored = await findSound(merchantDb(merchantId), subject);
        return stored === undefined ? null : speechWav(decodeAlaw(stored.audio), null);
      }
      const label = preview.isLabelled ? { producer: await producerOf(merchantId), produceId: subject } : null;
      return speechWav(decodeAlaw(preview.audio), label);
    },
    { kind: 'sound', what: '录音' },
  );

  return {
    /** An address for a recording of the library. */
    recording: ({ merchantId }: Session, sound: string, at: Date): string => ticketFor(merchantId, sound, at),
    /** Speaks a sentence and gives its address. */
    sentence: async ({ merchantId }: Session, sentence: Sentence, at: Date) => {
      const audio = await speaker.speak(sentence, { merchantId }).catch(() => {
        throw refuse('voiceNotMade');
      });
      const made = madeOf(sentence);
      const subject = createHash('sha256').update(made).update(audio).digest('hex').slice(0, 40);
      const key = `${merchantId} ${subject}`;
      kept.delete(key);
      kept.set(key, { audio, isLabelled: made !== 'recorded' });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      const peaks = [...soundPeaks(decodeAlaw(audio), voiceLimits.peaks)];
      return { url: ticketFor(merchantId, subject, at), made, durationMs: durationOf(audio.length), peaks };
    },
  };
};
export type Listening = ReturnType<typeof openListening>;
