import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { talkEndpoints } from '@lianxian/contract';
import { decodeWav, encodeAlaw, resample } from '@lianxian/telephony';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bindUpload, type Front, refuse } from '../../platform/http/index.ts';

/** A-law at 8 kHz to words; null where the merchant has no recogniser. Rejects when it does not answer. */
export type HearOnce = (db: MerchantDb, alaw: Uint8Array) => Promise<string | null>;

const TELEPHONE_HZ = 8_000;

/** What somebody says into the test talk is heard by the recogniser its calls have; the sound is not kept. */
export const bindHearing = (
  front: Front,
  { files, hear }: { readonly files: FileStore; readonly hear: HearOnce },
): void => {
  const pathFor = () => `spoken/${randomUUID()}.wav`;
  bindUpload(front, talkEndpoints.hear, { files, pathFor }, async ({ path }, { db }) => {
    const sound = await telephoneSound(await readFile(files.pathOf(path))).finally(() => files.remove(path));
    const begun = performance.now();
    const heard = await hear(db, sound).catch(() => {
      throw refuse('recogniserFailed');
    });
    if (heard === null) throw refuse('noRecogniser');
    const text = heard.trim();
    if (text === '') throw refuse('nothingHeard');
    return { text, tookMs: Math.round(performance.now() - begun) };
  });
};

/** A browser's WAV as a telephone carries it: the first channel. */
const telephoneSound = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const wav = decodeWav(bytes);
  const [channel] = typeof wav === 'string' ? [] : wav.channels;
  if (typeof wav === 'string' || channel === undefined || channel.length === 0) throw refuse('nothingHeard');
  return encodeAlaw(wav.sampleRate === TELEPHONE_HZ ? channel : resample(channel, wav.sampleRate, TELEPHONE_HZ));
};
