/** What other rooms ask of the voices of a plan: what its version carries, what it lacks, and its file. */

import { voiceKinds, voiceLimits, voiceSources } from '@lianxian/contract';
import { fixedPartsOf, type Plan, saidKeys, soundKey } from '@lianxian/core';
import { decodeAlaw } from '@lianxian/telephony';
import { z } from 'zod';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { type MadeSound, madeSound, soundOfSamples } from './make-sound.ts';
import { baseWordsOf, frozenOf, gapsOf, recordedSentences, recordingsOf, type VoiceGap } from './sentences.policy.ts';
import {
  countVoices,
  insertVoices,
  keepSounds,
  lockLibrary,
  type NewVoice,
  soundsNamed,
  voicesFor,
  voicesOfKind,
} from './voices.store.ts';

const allFor = async (db: MerchantDb, planId: string | null, plan: Plan, keys = saidKeys(plan)) => [
  ...(await voicesFor(db, keys, planId)),
  ...(await voicesOfKind(db, 'piece', undefined)),
];

/**
 * Text of a sentence's fixed part → names of its recordings in turn, as `plan.recorded` of a version keeps it; with the
 * pieces values are told with. `also`: texts that are not in the plan yet.
 */
export const recordedFor = async (
  db: MerchantDb,
  planId: string | null,
  plan: Plan,
  also: readonly string[] = [],
): Promise<Readonly<Record<string, readonly string[]>>> => {
  const more = also.flatMap(fixedPartsOf).map(soundKey);
  const all = await allFor(db, planId, plan, [...saidKeys(plan), ...more]);
  const { byKey } = recordingsOf(plan, all);
  const extra = more.flatMap(key => {
    const sounds = (byKey.get(key) ?? []).filter(({ chosen }) => chosen).map(({ sound }) => sound);
    return sounds.length > 0 ? [[key, sounds] as const] : [];
  });
  return { ...frozenOf(plan, all), ...Object.fromEntries(extra) };
};

/** A draft with what base voices say where it has no words of its own, as its version will be. */
export const withBaseWords = async (db: MerchantDb, { base: _, ...own }: Plan): Promise<Plan> => ({
  ...own,
  ...(await baseWords(db)),
});

/** What base voices say where a plan has no words of its own. */
export const baseWords = async (db: MerchantDb): Promise<Pick<Plan, 'base'>> => {
  const base = baseWordsOf(await voicesOfKind(db, 'base', undefined));
  return base === undefined ? {} : { base };
};

/** Sentences that must be recorded before the plan is published and are not, or whose text changed since. */
export const voiceGaps = async (db: MerchantDb, planId: string, plan: Plan): Promise<readonly VoiceGap[]> =>
  gapsOf(plan, await allFor(db, planId, plan));

/** What is recorded alone of a plan: a part of a sentence between its variables. */
interface PlanPart {
  readonly text: string;
  readonly key: string;
  /** Where it stands: finds its recording again when the text is changed. */
  readonly place: string;
  readonly state: 'missing' | 'changed' | 'recorded';
}

/** As one reads it aloud: what a variable left at its start is no text. */
const asRead = (text: string): string => text.replace(/^[\p{P}\s]+/u, '').trim();

/** Every part once, in the order of the plan; what is synthesised is not recorded. */
export const partsOfPlan = async (db: MerchantDb, planId: string, plan: Plan): Promise<readonly PlanPart[]> => {
  const seen = new Set<string>();
  return recordedSentences(plan, await allFor(db, planId, plan)).flatMap(({ place, state, parts }) =>
    state === 'synthesised'
      ? []
      : parts.flatMap((part, index) => {
          const key = soundKey(part.text);
          if (seen.has(key)) return [];
          seen.add(key);
          return [{ text: asRead(part.text), key, place: `${place}.${index}`, state: part.state }];
        }),
  );
};

/** Of A-law at 8 kHz. */
const BYTES_PER_MINUTE = 60 * 8_000;

const PEAKS_HEX = new RegExp(`^([0-9a-f]{2}){${voiceLimits.peaks}}$`);

/** One recording in a plan file. The sound is A-law at 8 kHz; nothing in it names a file. */
const packedVoice = z.object({
  text: z.string().trim().min(1).max(voiceLimits.textChars),
  kind: z.enum(voiceKinds),
  use: z.string().max(30),
  speaker: z.string().max(voiceLimits.speakerChars),
  source: z.enum(voiceSources),
  place: z.string().max(200),
  chosen: z.boolean(),
  sound: z.instanceof(Uint8Array).refine(({ length }) => length <= voiceLimits.soundMinutes * BYTES_PER_MINUTE),
  /** How its wave is drawn, in hex; older files have none. */
  peaks: z.string().regex(PEAKS_HEX).optional(),
  /** Of the sound, where whoever read the file has checked it. */
  sha256: z.string().optional(),
});
interface PackedVoice extends Omit<z.infer<typeof packedVoice>, 'sound' | 'sha256'> {
  readonly sound: Uint8Array;
}

/** Sounds of a plan file together, in bytes as they lie. */
const MOST_PACKED_BYTES = 64 * 1024 * 1024;

/** Of one statement that reads or writes sounds: a sentence of some seconds has 40 kB, the longest recording 2.4 MB. */
const BATCH_ROWS = 200;
const BATCH_BYTES = 4 * 1024 * 1024;

const batchesOf = <T>(all: readonly T[], bytesOf: (one: T) => number): readonly (readonly T[])[] => {
  const batches: T[][] = [];
  let bytes = 0;
  for (const one of all) {
    const open = batches.at(-1);
    bytes += bytesOf(one);
    if (open !== undefined && open.length < BATCH_ROWS && bytes <= BATCH_BYTES) open.push(one);
    else {
      batches.push([one]);
      bytes = bytesOf(one);
    }
  }
  return batches;
};

/** The recordings a plan speaks, for its file; what does not fit any more is left out, pieces last. */
export const exportVoices = async (db: MerchantDb, planId: string, plan: Plan): Promise<readonly PackedVoice[]> => {
  const packed: PackedVoice[] = [];
  let bytes = 0;
  const wanted = (await allFor(db, planId, plan)).filter(voice => {
    bytes += voice.bytes;
    return bytes <= MOST_PACKED_BYTES;
  });
  for (const some of batchesOf(wanted, voice => voice.bytes)) {
    const sounds = await soundsNamed(db, [...new Set(some.map(({ sound }) => sound))]);
    for (const { text, kind, use, speaker, source, place, chosen, sound } of some) {
      const stored = sounds.get(sound);
      // Removed since the list was read: a file with an empty recording would be refused as broken.
      if (stored === undefined) continue;
      const { audio, peaks } = stored;
      packed.push({
        text,
        kind,
        use,
        speaker,
        source,
        place,
        chosen,
        sound: audio,
        peaks: Buffer.from(peaks).toString('hex'),
      });
    }
  }
  return packed;
};

/** A recording of a plan file as it will be kept. */
export interface ReadVoice extends Omit<PackedVoice, 'sound' | 'peaks'>, MadeSound {}

/** The recordings of a plan file; heavy: a second of the largest. @throws packBroken */
export const readVoices = (packed: readonly unknown[]): readonly ReadVoice[] =>
  packed.map((each, index) => {
    const { success, data } = packedVoice.safeParse(each);
    if (!success || data.sound.length === 0) throw refuse('packBroken', { number: index + 1 });
    const { sound, peaks, sha256, ...said } = data;
    // What was hashed already is not hashed, drawn and written anew: it is most of what a package costs.
    const isMade = sha256 !== undefined && peaks !== undefined;
    const made = isMade ? madeSound(sound, sha256, Buffer.from(peaks, 'hex')) : soundOfSamples(decodeAlaw(sound));
    return { ...said, ...made };
  });

/** A recording of a plan file as it will lie in the library. */
interface Arrived {
  readonly made: MadeSound;
  readonly row: NewVoice;
}

/** In a few statements, so many rows each. */
const keepArrived = async (db: MerchantDb, arrived: readonly Arrived[], at: Date): Promise<void> => {
  for (const some of batchesOf(arrived, ({ made }) => made.audio.length)) {
    const sounds = new Map(some.map(({ made }) => [made.sound, made]));
    await keepSounds(db, [...sounds.values()], at);
    await insertVoices(
      db,
      some.map(({ row }) => row),
    );
  }
};

/** Takes the recordings of a plan file into the library; what is there already is not doubled. @throws voicesFull */
export const importVoices = async (
  db: MerchantDb,
  planId: string,
  voices: readonly ReadVoice[],
  by: { readonly employeeId: string | null; readonly at: Date },
): Promise<number> => {
  await lockLibrary(db, planId);
  const there = await voicesFor(
    db,
    voices.map(({ text }) => soundKey(text)),
    planId,
  );
  const nameOf = (voice: { readonly key: string; readonly sound: string; readonly speaker: string }) =>
    JSON.stringify([voice.key, voice.sound, voice.speaker]);
  const known = new Set(there.map(nameOf));
  const room = voiceLimits.voices - (await countVoices(db));
  const arrived: Arrived[] = [];
  for (const { audio, peaks, ...voice } of voices) {
    const made = { sound: voice.sound, audio, peaks };
    const key = soundKey(voice.text);
    const name = nameOf({ key, sound: made.sound, speaker: voice.speaker });
    if (known.has(name)) continue;
    if (arrived.length >= room) throw refuse('voicesFull', { limit: voiceLimits.voices });
    known.add(name);
    const given = { planId, changedBy: by.employeeId, changedAt: by.at };
    arrived.push({ made, row: { ...voice, key, ...given } });
  }
  await keepArrived(db, arrived, by.at);
  return arrived.length;
};
