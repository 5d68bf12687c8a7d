import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { talkEndpoints, talkLimits } from '@lianxian/contract';
import { readWavHeader } from '@lianxian/telephony';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bindUpload, type Front, Refusal, refuse } from '../../platform/http/index.ts';
import { openSounds, type Sounds } from '../voices/index.ts';

/** A-law at 8 kHz to words; null where the merchant has no recogniser. Rejects when it does not answer. */
export type HearOnce = (db: MerchantDb, alaw: Uint8Array) => Promise<string | null>;

/** What somebody says into the test talk is heard by the recogniser its calls have; the sound is not kept. */
export const bindHearing = (
  front: Front,
  { files, hear }: { readonly files: FileStore; readonly hear: HearOnce },
): void => {
  const sounds = openSounds();
  bindUpload(
    front,
    talkEndpoints.hear,
    { files, pathFor: ({ session }) => join('uploads', session.merchantId, `${randomUUID()}.wav`) },
    async ({ path }, { db }) => {
      const sound = await telephoneSound(files.pathOf(path), sounds).finally(() => files.remove(path));
      const begun = performance.now();
      const heard = await hear(db, sound).catch(() => {
        throw refuse('recogniserFailed');
      });
      if (heard === null) throw refuse('noRecogniser');
      const text = heard.trim();
      if (text === '') throw refuse('nothingHeard');
      return { text, tookMs: Math.round(performance.now() - begun) };
    },
  );
};

/** As far as a header reaches. */
const HEAD_BYTES = 4_096;

/** How long a WAV is, in seconds, by its header and its size; null: it is none. */
const secondsOf = async (file: string): Promise<number | null> => {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const format = readWavHeader(buffer.subarray(0, bytesRead), (await handle.stat()).size);
    if (typeof format === 'string') return null;
    return format.dataBytes / (format.channels * (format.bitsPerSample / 8) * format.sampleRate);
  } finally {
    await handle.close();
  }
};

/**
 * A browser's WAV as a telephone carries it. A few slow samples are long: how long is looked at before anything is made of
 * them, and that is a thread's work.
 */
const telephoneSound = async (file: string, sounds: Sounds): Promise<Uint8Array> => {
  const seconds = await secondsOf(file);
  if (seconds === null) throw refuse('nothingHeard');
  if (seconds > talkLimits.hearSeconds) throw refuse('spokenTooLong', { seconds: talkLimits.hearSeconds });
  try {
    return (await sounds.make(file)).audio;
  } catch (error) {
    // What there is to say of a recording for the library is of no use to somebody who speaks.
    throw error instanceof Refusal && error.key !== 'soundBusy' ? refuse('nothingHeard') : error;
  }
};
