import {
  type HolidayYear,
  type MerchantRules,
  type PlatformRules,
  publishedHolidays,
  type RulesInForce,
  type TaskRules,
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

/** What a row of `task` narrows, as part of a statement. */
export const rulesOfTask = sql<TaskRules>`json_build_object('caps', task.caps, 'calendar', json_build_object(
  'week', task.windows, 'days', task.calendar_days, 'holidaysOff', task.holidays_off, 'makeUpDaysOn', task.make_up_days_on))`;

/** False: somebody else has saved this version meanwhile. */
export const saveMerchantRules = async (
  tx: MerchantDb,
  { version, rules }: Versioned<MerchantRules>,
  byEmployee: string,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('merchantRules', { version, rules: JSON.stringify(rules), byEmployee })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};
export const savePlatformRules = async (
  tx: UnscopedDb,
  { version, rules }: Versioned<PlatformRules>,
  byName: string,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('platformRules')
    .values({ version, rules: JSON.stringify(rules), byName })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** With what the house has where nothing was written. */
export const merchantRulesOf = ({ merchant }: CallingRules): Versioned<MerchantRules> => ({
  version: merchant?.version ?? 0,
  rules: { ...usualMerchantRules, ...merchant?.rules },
});
export const platformRulesOf = ({ platform }: Pick<CallingRules, 'platform'>): Versioned<PlatformRules> => ({
  version: platform?.version ?? 0,
  rules: { ...usualPlatformRules, ...platform?.rules },
});

/** A year that the platform wrote goes before the one in the box. */
export const holidaysOf = ({ years }: Pick<CallingRules, 'years'>): readonly HolidayYear[] => {
  const own = years ?? [];
  return [...publishedHolidays.filter(({ year }) => own.every(one => one.year !== year)), ...own];
};

/** What holds for a task, or for calls by hand (null). */
export const inForce = (rules: CallingRules, task: TaskRules | null): RulesInForce => ({
  platform: platformRulesOf(rules),
  merchant: merchantRulesOf(rules),
  task,
  holidays: holidaysOf(rules),
});

/** Of a version: its rules, those of the one before it, when and by whom. */
interface VersionRow<Rules> extends Versioned<Rules> {
  readonly before: Rules | null;
  readonly at: Date;
  readonly by: string;
}

/** Newest first, from below `after` on; one more than asked for tells that there are more. */
export const versionsOf = async (
  db: UnscopedDb,
  merchantId: string,
  { after, limit }: { readonly after: number | undefined; readonly limit: number },
): Promise<readonly VersionRow<Partial<MerchantRules>>[]> => {
  const { rows } = await sql<VersionRow<Partial<MerchantRules>>>`
    select v.version, v.rules, b.rules as before, v.at, coalesce(e.name, '') as by
    from merchant_rules v left join merchant_rules b on b.merchant_id = v.merchant_id and b.version = v.version - 1
      left join employee e on e.merchant_id = v.merchant_id and e.id = v.by_employee
    where v.merchant_id = ${merchantId} and (${after ?? null}::int is null or v.version < ${after ?? null}::int)
    order by v.version desc limit ${limit + 1}`.execute(db);
  return rows;
};
export const platformVersionsOf = async (
  db: UnscopedDb,
  { after, limit }: { readonly after: number | undefined; readonly limit: number },
): Promise<readonly VersionRow<Partial<PlatformRules>>[]> => {
  const { rows } = await sql<VersionRow<Partial<PlatformRules>>>`
    select v.version, v.rules, b.rules as before, v.at, v.by_name as by
    from platform_rules v left join platform_rules b on b.version = v.version - 1
    where ${after ?? null}::int is null or v.version < ${after ?? null}::int
    order by v.version desc limit ${limit + 1}`.execute(db);
  return rows;
};

/** What they hold for now: tasks that may call, the newest first. */
export const tasksUnder = async (db: MerchantDb, limit: number) =>
  db
    .selectFrom('task')
    .select(['task.id', 'task.name'])
    .where('task.state', 'in', ['running', 'waiting', 'paused'])
    .where('task.removedAt', 'is', null)
    .orderBy('task.id', 'desc')
    .limit(limit)
    .execute();

export const saveYear = async (
  tx: UnscopedDb,
  { year, off, workdays, source }: HolidayYear,
  byName: string,
): Promise<void> => {
  const row = { off: JSON.stringify(off), workdays: JSON.stringify(workdays), source, byName };
  await tx
    .insertInto('holidayYear')
    .values({ year, ...row })
    .onConflict(conflict => conflict.column('year').doUpdateSet(row))
    .execute();
};

export const nameOf = async (db: MerchantDb, employeeId: string): Promise<string> =>
  (await db.selectFrom('employee').select('employee.name').where('employee.id', '=', employeeId).executeTakeFirst())
    ?.name ?? '';

/** The zone of its days, and the live calls it is let have. */
export const factsOfMerchant = (db: UnscopedDb, merchantId: string) =>
  db.selectFrom('merchant').select(['zone', 'channelLimit']).where('id', '=', merchantId).executeTakeFirstOrThrow();
