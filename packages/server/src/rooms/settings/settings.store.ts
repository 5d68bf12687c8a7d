import { type CallingRules, callingRules } from '@lianxian/core';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** The merchant's legal hours, caps and live calls; the defaults until somebody changes them. */
export const callingRulesOf = async (tx: HouseDb, merchantId: string): Promise<CallingRules> => {
  const row = await tx
    .selectFrom('calling_rules')
    .select(['legal_from_minute', 'legal_to_minute', 'calls_per_day', 'calls_per_week', 'channels'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row === undefined
    ? callingRules
    : {
        legal: { from: row.legal_from_minute, to: row.legal_to_minute },
        callsPerDay: row.calls_per_day,
        callsPerWeek: row.calls_per_week,
        channels: row.channels,
      };
};

export const saveCallingRules = async (
  db: MerchantDb,
  { legal, callsPerDay, callsPerWeek, channels }: CallingRules,
): Promise<void> => {
  const row = {
    legal_from_minute: legal.from,
    legal_to_minute: legal.to,
    calls_per_day: callsPerDay,
    calls_per_week: callsPerWeek,
    channels,
  };
  await db
    .insertInto('calling_rules', row)
    .onConflict(conflict => conflict.column('merchant_id').doUpdateSet(row))
    .execute();
};
