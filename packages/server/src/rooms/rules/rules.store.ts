import {
  type Calendar,
  type HolidayYear,
  type MerchantRules,
  type PlatformRules,
  publishedHolidays,
  type RulesInForce,
  usualMerchantRules,
  usualPlatformRules,
  type Versioned,
} from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { type MerchantDb, rowAsJson, rowsAsJson, type UnscopedDb } from '../../platform/db/index.ts';

/** What is written of the rules of a merchant, as part of whatever statement; made whole by {@link inForce}. */
export interface CallingRules {
  readonly platform: Versioned<Partial<PlatformRules>> | null;
  readonly merchant: Versioned<Partial<MerchantRules>> | null;
  /** Years that the platform added to those in the box. */
  readonly years: readonly HolidayYear[] | null;
  /** Live calls: the lesser of its own rule and what the platform or the reseller lets it have; none while it is switched off. */
  readonly channels: number;
}

const lastPlatform = sql`select version, rules from platform_rules order by version desc limit 1`;
const lastOf = (merchantId: string | RawBuilder<unknown>) => sql`
  select version, rules from merchant_rules where merchant_id = ${merchantId} order by version desc limit 1`;

/** One row of {@link CallingRules}. */
export const callingRulesQuery = (merchantId: string | RawBuilder<unknown>) => sql<CallingRules>`
  select ${rowAsJson(lastPlatform)} as platform, own.row as merchant,
    ${rowsAsJson(sql`select year, off, workdays, source from holiday_year order by year`)} as years,
    case when m.active then least(m.channel_limit,
      coalesce((own.row -> 'rules' ->> 'channels')::int, ${usualMerchantRules.channels}::int)) else 0 end as channels
  from merchant m cross join lateral (select ${rowAsJson(lastOf(sql`m.id`))} as row) own
  where m.id = ${merchantId}`;

export const callingRulesOf = async (tx: UnscopedDb, merchantId: string): Promise<CallingRules> => {
  const { rows } = await callingRulesQuery(merchantId).execute(tx);
  const [rules] = rows;
  if (rules === undefined) throw new Error('rules of a merchant that is not there');
  return rules;
};

/** The calendar of a row of `task`, as part of a statement. */
export const calendarOfTask = sql<Calendar>`json_build_object('week', task.windows, 'days', task.calendar_days,
  'holidaysOff', task.holidays_off, 'makeUpDaysOn', task.make_up_days_on)`;

export const saveMerchantRules = async (
  tx: MerchantDb,
  { version, rules }: Versioned<MerchantRules>,
  byEmployee: string,
): Promise<void> => {
  await tx.insertInto('merchantRules', { version, rules: JSON.stringify(rules), byEmployee }).execute();
};

/** With what the house has where nothing was written. */
export const merchantRulesOf = ({ merchant }: CallingRules): Versioned<MerchantRules> => ({
  version: merchant?.version ?? 0,
  rules: { ...usualMerchantRules, ...merchant?.rules },
});
const platformRulesOf = ({ platform }: Pick<CallingRules, 'platform'>): Versioned<PlatformRules> => ({
  version: platform?.version ?? 0,
  rules: { ...usualPlatformRules, ...platform?.rules },
});

/** A year that the platform wrote goes before the one in the box. */
const holidaysOf = ({ years }: Pick<CallingRules, 'years'>): readonly HolidayYear[] => {
  const own = years ?? [];
  return [...publishedHolidays.filter(({ year }) => own.every(one => one.year !== year)), ...own];
};

/** What holds for a task, or for calls by hand (null). */
export const inForce = (rules: CallingRules, task: Calendar | null): RulesInForce => ({
  platform: platformRulesOf(rules),
  merchant: merchantRulesOf(rules),
  task,
  holidays: holidaysOf(rules),
});
