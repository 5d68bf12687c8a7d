import type { Level } from '@lianxian/core';
import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** An ended call and what its level is by now, locked until the transaction ends; undefined when it is not the viewer's. */
export const lockGraded = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('call')
    .leftJoin('call_correction', join =>
      join
        .onRef('call_correction.merchant_id', '=', 'call.merchant_id')
        .onRef('call_correction.call_id', '=', 'call.id'),
    )
    .select([
      'call.state',
      'call.level',
      'call.owner_id',
      'call_correction.level as corrected',
      'call_correction.ruled_level',
    ])
    .select(sql<string>`call.listed_at::text`.as('listed_at'))
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

/** Keeps it in place of an earlier one; the call has this level from then on. */
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

/**
 * The fold of the home page (migration 0015) counts levels by hour: a call that it has counted moves there too. The fold's
 * own row is held, so that no run of it stands between.
 */
export const moveInFold = async (
  tx: MerchantDb,
  houseTx: HouseDb,
  call: { readonly listedAt: string; readonly owner: string | null; readonly from: Level | null; readonly to: Level },
): Promise<void> => {
  const { rows } = await sql<{ counted: boolean }>`
    select ${call.listedAt}::timestamptz < until as counted from call_folded for share`.execute(houseTx);
  if (rows[0]?.counted !== true) return;
  const moved = (level: Level, by: number) => {
    const column = `level_${level.toLowerCase()}` as `level_${Lowercase<Level>}`;
    return { [column]: sql<number>`${sql.ref(column)} + ${sql.lit(by)}` };
  };
  await tx
    .updateTable('call_hour')
    .set({ ...(call.from === null ? {} : moved(call.from, -1)), ...moved(call.to, 1) })
    .where('call_hour.hour', '=', sql<Date>`date_trunc('hour', ${call.listedAt}::timestamptz, 'UTC')`)
    .where('call_hour.owner_id', '=', call.owner ?? '0')
    .execute();
};
