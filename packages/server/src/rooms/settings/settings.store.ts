import { type CallingRules, callingRules } from '@lianxian/core';
import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** The merchant's own legal hours, caps and live calls; the defaults until somebody changes them. */
export const ownCallingRules = async (tx: HouseDb, merchantId: string): Promise<CallingRules> => {
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

/** Live calls the platform or the reseller lets it have; none while it is switched off. */
const channelsGranted = async (tx: HouseDb, merchantId: string): Promise<number> =>
  (
    await tx
      .selectFrom('merchant')
      .select(sql<number>`case when active then channel_limit else 0 end`.as('channels'))
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow()
  ).channels;

/** What holds for its calls: its own rules, with the lesser of its own and the granted live calls. */
export const callingRulesOf = async (tx: HouseDb, merchantId: string): Promise<CallingRules> => {
  const own = await ownCallingRules(tx, merchantId);
  return { ...own, channels: Math.min(own.channels, await channelsGranted(tx, merchantId)) };
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
