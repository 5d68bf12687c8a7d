import { type CallingRules, callingRules } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** The merchant's own legal hours, caps and live calls; the defaults until somebody changes them. */
export const ownCallingRules = async (tx: UnscopedDb, merchantId: string): Promise<CallingRules> => {
  const row = await tx
    .selectFrom('callingRules')
    .select(['legalFromMinute', 'legalToMinute', 'callsPerDay', 'callsPerWeek', 'channels'])
    .where('merchantId', '=', merchantId)
    .executeTakeFirst();
  return row === undefined
    ? callingRules
    : {
        legal: { from: row.legalFromMinute, to: row.legalToMinute },
        callsPerDay: row.callsPerDay,
        callsPerWeek: row.callsPerWeek,
        channels: row.channels,
      };
};

/**
 * What holds for its calls: its own rules, with the lesser of its own and the live calls that the platform or the reseller
 * lets it have; none while it is switched off. One row of {@link CallingRules}, as part of whatever statement.
 */
export const callingRulesQuery = (merchantId: string | RawBuilder<unknown>) => sql<CallingRules>`
  select json_build_object('from', coalesce(legal_from_minute, ${callingRules.legal.from}::int),
      'to', coalesce(legal_to_minute, ${callingRules.legal.to}::int)) as legal,
    coalesce(calls_per_day, ${callingRules.callsPerDay}::int) as "callsPerDay",
    coalesce(calls_per_week, ${callingRules.callsPerWeek}::int) as "callsPerWeek",
    least(coalesce(channels, ${callingRules.channels}::int), case when active then channel_limit else 0 end) as channels
  from merchant left join calling_rules on calling_rules.merchant_id = merchant.id
  where merchant.id = ${merchantId}`;

export const callingRulesOf = async (tx: UnscopedDb, merchantId: string): Promise<CallingRules> => {
  const { rows } = await callingRulesQuery(merchantId).execute(tx);
  const [rules] = rows;
  if (rules === undefined) throw new Error('rules of a merchant that is not there');
  return rules;
};

export const saveCallingRules = async (
  db: MerchantDb,
  { legal, callsPerDay, callsPerWeek, channels }: CallingRules,
): Promise<void> => {
  const row = {
    legalFromMinute: legal.from,
    legalToMinute: legal.to,
    callsPerDay,
    callsPerWeek,
    channels,
  };
  await db
    .insertInto('callingRules', row)
    .onConflict(conflict => conflict.column('merchantId').doUpdateSet(row))
    .execute();
};
