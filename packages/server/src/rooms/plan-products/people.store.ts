import type { UnscopedDb } from '../../platform/db/index.ts';

const MOST_PLATFORMS = 10;

/** Those of the platform, who review. */
export const platformMerchants = async (db: UnscopedDb): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('merchant')
    .select('id')
    .where('kind', '=', 'platform')
    .orderBy('id')
    .limit(MOST_PLATFORMS)
    .execute();
  return rows.map(({ id }) => id);
};
