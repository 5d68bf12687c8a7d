import {
  everyDay,
  type MerchantRules,
  type PlatformRules,
  plainCalendar,
  usualMerchantRules,
  usualPlatformRules,
} from '@lianxian/core';
import type { Database } from '../src/platform/db/index.ts';

type Rows = Pick<Database, 'pool'>;

/** The platform bounds nothing. */
export const anyHour: Partial<PlatformRules> = {
  hours: { from: 0, to: 1_440 },
  caps: { perDay: null, per7Days: null, per30Days: null, minutesBetween: 0 },
};

/** A next version of the platform's rules: the usual ones, but for what is said. */
export const setPlatformRules = async ({ pool }: Rows, over: Partial<PlatformRules>): Promise<void> => {
  await pool.query(
    "insert into platform_rules (version, rules, by_name) select coalesce(max(version), 0) + 1, $1, '平台' from platform_rules",
    [JSON.stringify({ ...usualPlatformRules, ...over })],
  );
};

interface RulesWish extends Partial<MerchantRules> {
  /** Hours of every day. */
  readonly hours?: { readonly from: number; readonly to: number };
}

/** A next version of a merchant's: the usual ones, but for what is said. */
export const setRules = async ({ pool }: Rows, merchantId: string, { hours, ...over }: RulesWish): Promise<void> => {
  const calendar = hours ? { calendar: plainCalendar(everyDay(hours.from, hours.to)) } : {};
  await pool.query(
    `insert into merchant_rules (merchant_id, version, rules)
     select $1, coalesce(max(version), 0) + 1, $2 from merchant_rules where merchant_id = $1`,
    [merchantId, JSON.stringify({ ...usualMerchantRules, ...calendar, ...over })],
  );
};
