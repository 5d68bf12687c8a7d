import type { HouseDb } from '../src/platform/db/index.ts';

/** True for the first who asks, in the life of the database. A second one waits until the first is through. */
export const claimSeed = async (db: HouseDb, name: string): Promise<boolean> => {
  const row = await db
    .insertInto('seeded')
    .values({ name })
    .onConflict(conflict => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
};
