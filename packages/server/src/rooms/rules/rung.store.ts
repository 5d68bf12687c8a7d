import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** A number is rung into a call, over an ordinary line: it counts as a call of its own to that number. */
export const countRung = async (
  tx: UnscopedDb,
  rung: { readonly merchantId: string; readonly phone: string; readonly callId: string },
): Promise<void> => {
  await tx.insertInto('numberRung').values(rung).execute();
};

/** No cap looks further back. */
export const sweepRung = async (db: UnscopedDb): Promise<void> => {
  await sql`delete from number_rung where at < now() - interval '32 days'`.execute(db);
};
