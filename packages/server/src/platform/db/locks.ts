import { sql } from 'kysely';
import type { HouseDb } from './pool.ts';

/**
 * Whoever starts calls of a merchant holds this until its transaction ends: what lives is counted and what is placed is
 * written under it, so limits hold over all tasks and nodes (decision 9). `tx` must be a transaction.
 */
export const lockPacing = async (tx: HouseDb, merchantId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pacing ${merchantId}`}, 0))`.execute(tx);
};
