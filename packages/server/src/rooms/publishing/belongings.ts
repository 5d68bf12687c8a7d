import type { MerchantDb } from '../../platform/db/index.ts';
import type { DraftBy } from '../plans/index.ts';
import type { VoiceInFile } from './plan-file.ts';

/** What goes with a plan beside its graph. */
export interface PlanBelongings {
  /** Test conversations, as room talks writes and checks them. */
  readonly tests: unknown;
  readonly voices: readonly VoiceInFile[];
}

export const belongings = async (_db: MerchantDb, _planId: string): Promise<PlanBelongings> => ({
  tests: [],
  voices: [],
});

/** Gives a new plan what came with it; what is not sound or no test conversation is left out. Says how much was taken. */
export const giveBelongings = async (
  _tx: MerchantDb,
  _planId: string,
  _given: PlanBelongings,
  _by: DraftBy,
): Promise<{ readonly tests: number; readonly voices: number }> => ({ tests: 0, voices: 0 });
