import type { Plan } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { exportTests, type PortableTest } from '../talks/index.ts';
import { exportVoices } from '../voices/index.ts';
import type { VoiceInFile } from './plan-file.ts';

/** What goes with a plan beside its graph: test conversations and recordings. Their rooms write, read and check them. */
interface PlanAssets {
  readonly tests: readonly PortableTest[];
  readonly voices: readonly VoiceInFile[];
}

export const assetsOf = async (db: MerchantDb, planId: string, graph: Plan): Promise<PlanAssets> => {
  const voices = await exportVoices(db, planId, graph);
  return {
    tests: await exportTests(db, planId),
    voices: voices.map(({ sound, ...about }) => ({ about, sound })),
  };
};
