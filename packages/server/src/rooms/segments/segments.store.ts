import { sql } from 'kysely';
import type { HouseDb } from '../../platform/db/index.ts';
import type { Area } from './area.view.ts';

/** Landlines by their area code: 010 and 02x have three figures, the others four. */
const AREA_CODE_FIGURES = [4, 3] as const;
const MOBILE_FIGURES = 7;

/** What may be a prefix of this number in the table, the longest first. */
const prefixesOf = (phone: string): readonly string[] =>
  phone.startsWith('0')
    ? AREA_CODE_FIGURES.map(figures => phone.slice(0, figures))
    : [phone.slice(0, MOBILE_FIGURES), phone.slice(0, 3)];

/**
 * Where numbers live, by number; those that nobody knows are left out. One query, whatever the count: give at most a
 * chunk of them (1,000).
 */
export const areasOf = async (db: HouseDb, phones: readonly string[]): Promise<ReadonlyMap<string, Area>> => {
  const wanted = [...new Set(phones.flatMap(prefixesOf))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('phone_segment')
    .select(['prefix', 'province', 'city', 'operator'])
    .where(sql<boolean>`prefix = any(${wanted}::text[])`)
    .execute();
  const byPrefix = new Map(rows.map(({ prefix, ...area }) => [prefix, area]));
  const found = new Map<string, Area>();
  for (const phone of phones) {
    const prefix = prefixesOf(phone).find(one => byPrefix.has(one));
    const area = prefix === undefined ? undefined : byPrefix.get(prefix);
    if (area !== undefined) found.set(phone, area);
  }
  return found;
};

/** Prefixes of the province whose legal hours are two hours later (core's lanes): 新疆. */
const WEST = '新疆';

export const westPrefixes = async (db: HouseDb): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('phone_segment').select('prefix').where('province', '=', WEST).execute();
  return new Set(rows.map(row => row.prefix));
};
