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
 * A line that is lent has calls of many merchants. Whoever starts calls over lent lines takes their locks after the merchant's, in
 * the order of the lines (decision 91): what lives on them is counted under these.
 * @param of a condition on `line`, of lines of one merchant. A row tells how many locks were taken.
 */
export const sharedLineLocks = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select count(pg_advisory_xact_lock(hashtextextended('line ' || shared.root_id, 0))) as shared
  from (select distinct line.root_id from line where ${of} and ${isShared} order by line.root_id) shared`;

/** Somebody else may have calls on it. */
const isShared = sql<boolean>`(line.lender_id is not null
  or exists (select from line other where other.lender_line_id = line.id and other.removed_at is null))`;

/** The merchant's lock, then that of the line where it is lent. `tx` must be a transaction. */
export const lockLine = async (tx: UnscopedDb, merchantId: string, lineId: string): Promise<void> => {
  await lockPacing(tx, merchantId);
  await sharedLineLocks(sql`line.merchant_id = ${merchantId} and line.id = ${lineId}`).execute(tx);
};

/**
 * Whoever changes the people of a merchant, their roles or departments, holds this until its transaction ends: quotas are
 * exact, the tree of departments has no loop, and nobody is put where somebody else just took the ground away.
 */
export const lockPeople = (tx: UnscopedDb, merchantId: string): Promise<void> => lock(tx, `people ${merchantId}`);

/** Whoever makes a list of those who are on no other one holds this: nobody comes onto two at once. */
export const lockLists = (tx: UnscopedDb, merchantId: string): Promise<void> => lock(tx, `lists ${merchantId}`);

/** Whoever adds numbers to a list that others may add to holds this, and takes the task's row after it: ticks go on meanwhile. */
export const lockAdding = (tx: UnscopedDb, taskId: string): Promise<void> => lock(tx, `adding ${taskId}`);

/** Numbers come into a merchant's library one after the other: the first of one customer is no further one of another. */
export const lockCustomers = (tx: UnscopedDb, merchantId: string): Promise<void> => lock(tx, `customers ${merchantId}`);
/** Whoever takes plans of the market for a merchant holds this: one that is taken twice at once is paid for once. */
export const lockTaking = (tx: UnscopedDb, merchantId: string): Promise<void> => lock(tx, `taking ${merchantId}`);
/** Of two that make the sums of a merchant anew one adds at a time: both would add what is missing. */
export const lockRecount = (tx: UnscopedDb, merchantId: string): Promise<void> => lock(tx, `recount ${merchantId}`);

/**
 * Whoever lets a task follow customers holds this: who writes customers of the merchant meanwhile waits, and sees the following
 * then; those who wrote before have committed. Part of a statement.
 */
export const followsLock = (merchantId: string): RawBuilder<void> => locking(`follows ${merchantId}`);

const locking = (name: string) => sql<void>`pg_advisory_xact_lock(hashtextextended(${name}, 0))`;

const lock = async (tx: UnscopedDb, name: string): Promise<void> => {
  await sql`select ${locking(name)}`.execute(tx);
};
