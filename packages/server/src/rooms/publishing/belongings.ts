import type { Plan } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { DraftBy } from '../plans/index.ts';
import { exportTests, importTests, type PortableTest } from '../talks/index.ts';
import { exportVoices, importVoices } from '../voices/index.ts';
import type { VoiceInFile } from './plan-file.ts';

/** What goes with a plan beside its graph: test conversations and recordings. Their rooms write, read and check them. */
export interface PlanBelongings {
  readonly tests: unknown;
  readonly voices: readonly VoiceInFile[];
}

export const belongings = async (
  db: MerchantDb,
  planId: string,
  graph: Plan,
): Promise<PlanBelongings & { readonly tests: readonly PortableTest[] }> => {
  const voices = (await exportVoices(db, planId, graph)).map(({ audio, ...about }) => ({
    about,
    sound: Buffer.from(audio, 'base64'),
  }));
  return { tests: await exportTests(db, planId), voices };
};

const objectOf = (about: unknown): object => (typeof about === 'object' && about !== null ? about : {});

/** Gives a new plan what came with it, and says how much of it. @throws packBroken when a recording is none. */
export const giveBelongings = async (
  tx: MerchantDb,
  planId: string,
  { tests, voices }: PlanBelongings,
  by: DraftBy,
): Promise<{ readonly tests: number; readonly voices: number }> => {
  const packed = voices.map(({ about, sound }) => ({ ...objectOf(about), audio: sound.toString('base64') }));
  return {
    voices: packed.length === 0 ? 0 : await importVoices(tx, planId, packed, by),
    tests: await importTests(tx, planId, tests, by),
  };
};
