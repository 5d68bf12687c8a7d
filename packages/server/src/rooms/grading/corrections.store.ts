import type { Level } from '@lianxian/core';
import { sql } from 'kysely';
import { callOwner, type MerchantDb } from '../../platform/db/index.ts';

/** An ended call and what its level is by now, locked until the transaction ends; undefined when it is not the viewer's. */
export const lockGraded = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('call')
    .leftJoin('callCorrection', join =>
      join.onRef('callCorrection.merchantId', '=', 'call.merchantId').onRef('callCorrection.callId', '=', 'call.id'),
    )
    .select(['call.state', 'call.level', 'callCorrection.level as corrected', 'callCorrection.ruledLevel'])
    .select(callOwner.as('made'))
    .where('call.id', '=', id)
    .where('call.stage', '=', 'ended')
    .where('call.removedAt', 'is', null)
    .forUpdate('call')
    .executeTakeFirst();

interface Correction {
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
  const { correctedAt } = await tx
    .insertInto('callCorrection', { callId: call, ruledLevel: ruled, level, why, correctedBy: by })
    .onConflict(conflict =>
      conflict
        .columns(['merchantId', 'callId'])
        .doUpdateSet({ level, why, correctedBy: by, correctedAt: sql<Date>`now()` }),
    )
    .returning('callCorrection.correctedAt')
    .executeTakeFirstOrThrow();
  await tx.updateTable('call').set({ level }).where('call.id', '=', call).execute();
  const person = await tx
    .selectFrom('employee')
    .select('employee.name')
    .where('employee.id', '=', by)
    .executeTakeFirst();
  return { at: correctedAt, by: person?.name ?? '' };
};
