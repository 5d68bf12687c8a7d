import { westProvinces } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { type ParamOf, Statement, type UnscopedDb } from '../../platform/db/index.ts';
import { type Area, prefixesOf } from './area.view.ts';

const segmentsOf = new Statement((db, param: ParamOf<{ readonly wanted: readonly string[] }>) =>
  db
    .selectFrom('phoneSegment')
    .select(['prefix', 'province', 'city', 'operator'])
    .where(sql<boolean>`prefix = any(${param('wanted')}::text[])`),
);

/**
 * Where numbers live, by number; those that nobody knows are left out. One query, whatever the count: give at most a
 * chunk of them (1,000).
 */
export const areasOf = async (db: UnscopedDb, phones: readonly string[]): Promise<ReadonlyMap<string, Area>> => {
  const wanted = [...new Set(phones.flatMap(prefixesOf))];
  if (wanted.length === 0) return new Map();
  const rows = await segmentsOf.run(db, { wanted });
  const byPrefix = new Map(rows.map(({ prefix, ...area }) => [prefix, area]));
  const found = new Map<string, Area>();
  for (const phone of phones) {
    const area = prefixesOf(phone).flatMap(prefix => byPrefix.get(prefix) ?? [])[0];
    if (area !== undefined) found.set(phone, area);
  }
  return found;
};

/** Provinces with their cities, in the order of their area codes. */
type Places = ReadonlyMap<string, readonly string[]>;

const readPlaces = async (db: UnscopedDb): Promise<Places> => {
  const rows = await db
    .selectFrom('phoneSegment')
    .select(['province', 'city'])
    .where('province', '<>', '')
    .groupBy(['province', 'city'])
    .orderBy(sql`min(prefix)`)
    .execute();
  const places = new Map<string, string[]>();
  for (const { province, city } of rows) places.set(province, [...(places.get(province) ?? []), city]);
  return places;
};
/** They change with a release alone. */
const known = new WeakMap<UnscopedDb, Promise<Places>>();

export const placesOf = (db: UnscopedDb): Promise<Places> => {
  const read = known.get(db) ?? readPlaces(db);
  known.set(db, read);
  read.catch(() => known.delete(db));
  return read;
};

/** The cities that share an area code are written with a stroke between them. */
export const citiesIn = (written: string): readonly string[] => written.split('/').filter(Boolean);

/** As places have it: by itself, and with those it shares an area code with. */
export const citiesCalled = async (db: UnscopedDb, city: string): Promise<readonly string[]> => [
  ...new Set([...(await placesOf(db)).values()].flat().filter(written => citiesIn(written).includes(city))),
];

/** Prefixes of the provinces whose numbers have a lane of their own; ask {@link isWest}. For who goes through a million numbers. */
export const westPrefixes = async (db: UnscopedDb): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('phoneSegment').select('prefix').where('province', 'in', westProvinces).execute();
  return new Set(rows.map(row => row.prefix));
};

export const isWest = (west: ReadonlySet<string>, phone: string): boolean =>
  prefixesOf(phone).some(one => west.has(one));

/** The province of a number as part of a statement, by the prefixes that {@link prefixesOf} gives; null where nobody knows. */
export const provinceOf = (phone: RawBuilder<unknown>) => sql<string | null>`(
  select segment.province from phone_segment segment
  where segment.prefix = any(case
    when ${phone} ~ '^01[3-9][0-9]{9}$' then
      array(select substr(${phone}, 2, figures) from generate_series(3, 7) figures)
    when ${phone} like '0%' then array[left(${phone}, 4), left(${phone}, 3)]
    when ${phone} ~ '^1[0-9]{10}$' then array(select left(${phone}, figures) from generate_series(3, 7) figures) end)
  order by length(segment.prefix) desc limit 1)`;
