import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { STAYS_HERE } from '../lines/index.ts';

/** More merchants than one installation has; who looks at a page of lines is told at the next check. */
const MOST_TOLD = 20_000;

/** Lines that lead beyond this machine, but for the practice carrier's: switched off or not, they were saved. */
const linesBeyond = (db: UnscopedDb) =>
  db
    .selectFrom('line')
    .where('practice', '=', false)
    .where('removedAt', 'is', null)
    .where(sql<boolean>`address !~* ${STAYS_HERE}`);

/** Whether a line asks for an open port already: then a process that starts opens it at once. */
export const isLineBeyond = async (db: UnscopedDb): Promise<boolean> =>
  (await linesBeyond(db).select('id').limit(1).executeTakeFirst()) !== undefined;

/** Whose they are. */
export const merchantsBeyond = async (db: UnscopedDb): Promise<readonly string[]> => {
  const rows = await linesBeyond(db).select('merchantId').distinct().limit(MOST_TOLD).execute();
  return rows.map(row => row.merchantId);
};
