import type { Level } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** An ended call and what its level is by now, locked until the transaction ends; undefined when it is not the viewer's. */
export const lockGraded = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('call')
    .leftJoin('call_correction', join =>
      join
        .onRef('call_correction.merchant_id', '=', 'call.merchant_id')
        .onRef('call_correction.call_id', '=', 'call.id'),
    )
    .select(['call.state', 'call.level', 'call_correction.level as corrected', 'call_correction.ruled_level'])
    .where('call.id', '=', id)
    .where('call.stage', '=', 'ended')
    .forUpdate('call')
    .executeTakeFirst();

export interface Correction {
  readonly call: string;
  readonly level: Level;
  readonly ruled: Level | null;
  readonly why: string;
  readonly by: string;
}

/** Keeps it in place of an earlier one; the call has this level from then on, in the sums of its hour too (decision 30). */
export const writeCorrection = async (
  tx: MerchantDb,
  { call, level, ruled, why, by }: Correction,
): Promise<{ readonly at: Date; readonly by: string }> => {
  const { corrected_at } = await tx
    .insertInto('call_correction', { call_id: call, ruled_level: ruled, level, why, corrected_by: by })
    .onConflict(conflict =>
      conflict
        .columns(['merchant_id', 'call_id'])
        .doUpdateSet({ level, why, corrected_by: by, corrected_at: sql<Date>`now()` }),
    )
    .returning('call_correction.corrected_at')
    .executeTakeFirstOrThrow();
  await tx.updateTable('call').set({ level }).where('call.id', '=', call).execute();
  const person = await tx
    .selectFrom('employee')
    .select('employee.name')
    .where('employee.id', '=', by)
    .executeTakeFirst();
  return { at: corrected_at, by: person?.name ?? '' };
};
