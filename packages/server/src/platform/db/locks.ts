import { type RawBuilder, sql } from 'kysely';
import type { UnscopedDb } from './pool.ts';

/**
 * Whoever starts calls of a merchant holds this until its transaction ends: what lives is counted and what is placed is
 * written under it, so limits hold over all tasks and nodes (decision 9). `tx` must be a transaction.
 */
export const lockPacing = async (tx: UnscopedDb, merchantId: string): Promise<void> => {
  await sql`select ${pacingLock(merchantId)}`.execute(tx);
};

/** The same as part of a statement. What it reads beside may be older than the lock, unless it is locked as well. */
export const pacingLock = (merchantId: string): RawBuilder<void> => locking(`pacing ${merchantId}`);

/**
 * Whoever changes the people of a merchant, their roles or departments, holds this until its transaction ends: quotas are
 * exact, the tree of departments has no loop, and nobody is put where somebody else just took the ground away.
 */
export const lockPeople = (tx: UnscopedDb, merchantId: string): Promise<void> => lock(tx, `people ${merchantId}`);

/** Whoever makes a list of those who are on no other one holds this: nobody comes onto two at once. */
export const lockLists = (tx: UnscopedDb, merchantId: string): Promise<void> => lock(tx, `lists ${merchantId}`);

/** Whoever adds numbers to a list that others may add to holds this, and takes the task's row after it: ticks go on meanwhile. */
export const lockAdding = (tx: UnscopedDb, taskId: string): Promise<void> => lock(tx, `adding ${taskId}`);

const locking = (name: string) => sql<void>`pg_advisory_xact_lock(hashtextextended(${name}, 0))`;

const lock = async (tx: UnscopedDb, name: string): Promise<void> => {
  await sql`select ${locking(name)}`.execute(tx);
};
