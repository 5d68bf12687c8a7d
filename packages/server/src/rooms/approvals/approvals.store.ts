import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Exports that wait for a second person (migration 0095). */
interface NewRequest {
  readonly askedBy: string;
  /** Of the batch task it would be, and what that is told. */
  readonly kind: string;
  readonly title: string;
  readonly input: unknown;
  readonly calls: number;
}

/** One that waits for a second person. */
export const insertRequest = async (tx: MerchantDb, { askedBy, calls, ...input }: NewRequest): Promise<string> => {
  const { id } = await tx
    .insertInto('exportRequest', { askedBy, calls, input: JSON.stringify(input) })
    .returning('exportRequest.id')
    .executeTakeFirstOrThrow();
  return id;
};

/** One that waits for nobody counts for what its asker may have begun without a word; what it held is its batch's to know. */
export const noteBegun = async (tx: MerchantDb, askedBy: string, calls: number): Promise<void> => {
  await tx.insertInto('exportRequest', { askedBy, calls, state: 'begun', input: '{}' }).execute();
};

/** Those that began before then count for nothing any more. */
export const sweepBegun = async (db: UnscopedDb, before: Date): Promise<void> => {
  await db.deleteFrom('exportRequest').where('state', '=', 'begun').where('askedAt', '<', before).execute();
};

/** Of two exports of one person the second waits until the first is noted. */
export const lockAsker = async (tx: MerchantDb, employeeId: string): Promise<void> => {
  await tx
    .selectFrom('employee')
    .select('employee.id')
    .where('employee.id', '=', employeeId)
    .forNoKeyUpdate()
    .execute();
};

/** What a person's exports held that began by nobody's word but his own. */
export const sumBegun = async (tx: MerchantDb, askedBy: string, since: Date): Promise<number> => {
  const { calls } = await tx
    .selectFrom('exportRequest')
    .select(sql<string>`coalesce(sum(export_request.calls), 0)`.as('calls'))
    .where('exportRequest.askedBy', '=', askedBy)
    .where('exportRequest.state', '=', 'begun')
    .where('exportRequest.askedAt', '>', since)
    .executeTakeFirstOrThrow();
  return Number(calls);
};

/** Those that still wait: what was asked before `since` has expired. `askedBy`: of one person. */
const waiting = (db: MerchantDb, since: Date, askedBy: string | null) => {
  const all = db
    .selectFrom('exportRequest')
    .where('exportRequest.state', '=', 'waiting')
    .where('exportRequest.askedAt', '>', since);
  return askedBy === null ? all : all.where('exportRequest.askedBy', '=', askedBy);
};

export const countWaiting = async (
  db: MerchantDb,
  since: Date,
  askedBy: string | null,
  most: number,
): Promise<number> => {
  const rows = await waiting(db, since, askedBy).select('exportRequest.id').limit(most).execute();
  return rows.length;
};

/** The newest first. */
export const listWaiting = (db: MerchantDb, since: Date, askedBy: string | null, limit: number) =>
  waiting(db, since, askedBy)
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'exportRequest.merchantId')
        .onRef('employee.id', '=', 'exportRequest.askedBy'),
    )
    .select([
      'exportRequest.id',
      'exportRequest.calls',
      'exportRequest.input',
      'exportRequest.askedBy',
      'exportRequest.askedAt',
      'employee.name',
    ])
    .orderBy('exportRequest.id', 'desc')
    .limit(limit)
    .execute();
export type WaitingRequest = Awaited<ReturnType<typeof listWaiting>>[number];

/** One that still waits, locked until the transaction ends. */
export const lockWaiting = (tx: MerchantDb, since: Date, id: string) =>
  waiting(tx, since, null)
    .select(['exportRequest.askedBy', 'exportRequest.input', 'exportRequest.calls'])
    .where('exportRequest.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

interface Decision {
  readonly id: string;
  readonly state: 'approved' | 'refused';
  readonly by: string;
  readonly at: Date;
  /** Of what was approved. */
  readonly batchId: string | null;
}

export const decide = async (tx: MerchantDb, { id, state, by, at, batchId }: Decision): Promise<void> => {
  await tx
    .updateTable('exportRequest')
    .set({ state, decidedBy: by, decidedAt: at, ...(batchId !== null && { batchId }) })
    .where('exportRequest.id', '=', id)
    .execute();
};

export const nameOf = async (db: MerchantDb, employeeId: string): Promise<string> => {
  const row = await db
    .selectFrom('employee')
    .select('employee.name')
    .where('employee.id', '=', employeeId)
    .executeTakeFirst();
  return row?.name ?? '';
};

const MOST_TOLD = 50;
/** Who may let exports go beside this person, owners first. */
export const approversBeside = async (db: MerchantDb, employeeId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('employee')
    .leftJoin('role', join =>
      join.onRef('role.merchantId', '=', 'employee.merchantId').onRef('role.id', '=', 'employee.roleId'),
    )
    .select('employee.id')
    .where('employee.active', '=', true)
    .where('employee.id', '<>', employeeId)
    .where(sql<boolean>`(employee.role_code in ('company', 'agent') or 'export:approve' = any(role.buttons))`)
    .orderBy(sql`employee.role_code = 'employee'`)
    .orderBy('employee.id')
    .limit(MOST_TOLD)
    .execute();
  return rows.map(({ id }) => id);
};
