import type { callEndpoints, OutputOf } from '@lianxian/contract';
import { sql } from 'kysely';
import { type MerchantDb, peopleBelow, seenPeople, type UnscopedDb } from '../../platform/db/index.ts';
import { citiesIn, placesOf } from '../segments/index.ts';

/** What calls can be narrowed to. */
const MOST_OFFERED = 500;
/** Tags are those of so many of the newest calls that have some. */
const TAGGED_READ = 2_000;
const MOST_TAGS = 200;

const portsOf = (db: MerchantDb) =>
  db.selectFrom('port').select(['port.id', 'port.name']).orderBy('port.id').limit(MOST_OFFERED).execute();

/** Whose calls the viewer sees. */
const ownersOf = (db: MerchantDb) => {
  const everybody = db.selectFrom('employee').select(['employee.id', 'employee.name']);
  const seen = db.viewer === null ? 'everybody' : seenPeople(db.viewer);
  const own =
    seen === 'everybody'
      ? everybody
      : everybody.where(
          'only' in seen
            ? sql<boolean>`employee.id = ${seen.only}`
            : sql<boolean>`employee.id in (${peopleBelow(db.merchantId, seen.below)})`,
        );
  return own.orderBy('employee.name').orderBy('employee.id').limit(MOST_OFFERED).execute();
};

const tagsOf = async (db: MerchantDb, unscopedDb: UnscopedDb): Promise<readonly string[]> => {
  const tagged = db
    .selectFrom('call')
    .select('call.tags')
    .where(sql<boolean>`call.stage = 'ended' and call.tags <> '{}'`)
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(TAGGED_READ);
  const rows = await unscopedDb
    .selectFrom(tagged.as('tagged'))
    .select(sql<string>`unnest(tagged.tags)`.as('tag'))
    .distinct()
    .orderBy('tag')
    .limit(MOST_TAGS)
    .execute();
  return rows.map(({ tag }) => tag);
};

export const choicesOf = async (
  db: MerchantDb,
  unscopedDb: UnscopedDb,
  seesPhones: boolean,
): Promise<OutputOf<typeof callEndpoints.choices>> => {
  const [ports, people, tags, places] = await Promise.all([
    portsOf(db),
    ownersOf(db),
    tagsOf(db, unscopedDb),
    placesOf(unscopedDb),
  ]);
  return {
    ports,
    people,
    tags: [...tags],
    areas: [...places].map(([province, cities]) => ({
      province,
      cities: seesPhones ? [...new Set(cities.flatMap(citiesIn))] : [],
    })),
  };
};
