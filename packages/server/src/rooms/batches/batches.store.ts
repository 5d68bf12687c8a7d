import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { jobAdded } from '../../platform/jobs.ts';

/** Rows of batch tasks. The job that carries one out names its merchant in every statement. */
const BATCH_JOB = 'batch';

export interface NewBatch {
  /** Which work carries it out. */
  readonly kind: string;
  readonly title: string;
  /** 0 import, 1 export, 2 delete. */
  readonly type: 0 | 1 | 2;
  /** What the work is told: ids and settings, JSON. */
  readonly input: unknown;
  /** The employee who sees it. */
  readonly createdBy: string;
}

/** A merchant's wait for each other: large sheets of one keep nobody else's from being read. */
const job = jobAdded(BATCH_JOB, {
  payload: sql`json_build_object('merchantId', batch.merchant_id::text, 'id', batch.id::text)`,
  key: sql`'batch ' || batch.merchant_id || ' ' || batch.id`,
  queue: sql`'batches of ' || batch.merchant_id`,
}).as('job');

/** A batch task and the job that carries it out, both or neither. Returns its id. */
export const startBatch = async (
  db: MerchantDb,
  { kind, title, type, input, createdBy }: NewBatch,
): Promise<string> => {
  const { id } = await db
    .insertInto('batch', { kind, title, type, input: JSON.stringify(input), createdBy })
    .returning('batch.id')
    .returning(job)
    .executeTakeFirstOrThrow();
  return id;
};

export interface BatchKey {
  readonly merchantId: string;
  readonly id: string;
}

/** One more beginning of a running batch; undefined when there is none, or it is over. */
export const beginBatch = (db: UnscopedDb, { merchantId, id }: BatchKey) =>
  db
    .updateTable('batch')
    .set({ tries: sql<number>`batch.tries + 1` })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning(['kind', 'title', 'type', 'input', 'cursor', 'rowsDone', 'createdBy', 'tries'])
    .returning(sql<boolean>`cancel_wanted_at is not null`.as('cancelled'))
    .executeTakeFirst();

/** The same batch goes on in a job of its own. */
export const queueBatch = async (db: UnscopedDb, { merchantId, id }: BatchKey): Promise<void> => {
  await db
    .selectFrom('batch')
    .select(job)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
};

export interface BatchStep {
  readonly done: number;
  /** Of how many, where it is known. */
  readonly total?: number | null;
  readonly cursor: unknown;
}

/**
 * Moves the cursor on from where this process saw it, or not at all: of two that carry out the same batch one commits.
 * Undefined when it moved meanwhile; otherwise whether its end is wanted.
 */
export const moveCursor = (tx: UnscopedDb, { merchantId, id }: BatchKey, from: unknown, step: BatchStep) =>
  tx
    .updateTable('batch')
    .set({
      rowsDone: step.done,
      ...(step.total === undefined ? {} : { rowsTotal: step.total }),
      cursor: JSON.stringify(step.cursor),
      tries: 0,
      modifiedAt: sql<Date>`now()`,
    })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where(sql<boolean>`cursor = ${JSON.stringify(from)}::jsonb`)
    .returning(sql<boolean>`cancel_wanted_at is not null`.as('cancelled'))
    .executeTakeFirst();

export interface BatchResult {
  readonly state: 'done' | 'failed' | 'cancelled';
  readonly remark: string;
  readonly fileId: string | null;
}

/** False when it was over already. */
export const endBatch = async (tx: UnscopedDb, { merchantId, id }: BatchKey, result: BatchResult): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('batch')
    .set({
      state: result.state,
      remark: result.remark,
      fileId: result.fileId,
      modifiedAt: sql<Date>`now()`,
    })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Own ones that are shown: those that run, and those that ended since `dayStart`. */
const shown = (db: MerchantDb, employeeId: string, dayStart: Date) =>
  db
    .selectFrom('batch')
    .where('batch.createdBy', '=', employeeId)
    .where(eb => eb.or([eb('batch.state', '=', 'running'), eb('batch.modifiedAt', '>=', dayStart)]));

export const listBatches = (
  db: MerchantDb,
  employeeId: string,
  dayStart: Date,
  { limit, offset }: { limit: number; offset: number },
) =>
  shown(db, employeeId, dayStart)
    .leftJoin('file', join =>
      join.onRef('file.merchantId', '=', 'batch.merchantId').onRef('file.id', '=', 'batch.fileId'),
    )
    .select([
      'batch.id',
      'batch.title',
      'batch.state',
      'batch.type',
      'batch.remark',
      'file.key as fileKey',
      'batch.createdAt',
      'batch.modifiedAt',
      'batch.rowsDone',
      'batch.rowsTotal',
    ])
    .orderBy('batch.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
export type ListedBatch = Awaited<ReturnType<typeof listBatches>>[number];

/** Exact to `bound`. */
export const countBatches = async (db: MerchantDb, employeeId: string, dayStart: Date, bound: number) =>
  (await shown(db, employeeId, dayStart).select(sql<number>`1`.as('one')).limit(bound).execute()).length;

/** Its end is wanted: it ends after its step. */
const wantEnd = (db: MerchantDb, id: string) =>
  db
    .updateTable('batch')
    .set({ cancelWantedAt: sql<Date>`coalesce(batch.cancel_wanted_at, now())` })
    .where('batch.id', '=', id);

/** False when it is not one's own. One that is over stays as it is. */
export const wantCancel = async (db: MerchantDb, employeeId: string, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await wantEnd(db, id).where('batch.createdBy', '=', employeeId).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Whoever started it; one that is over stays as it is. */
export const endSoon = async (db: MerchantDb, id: string): Promise<void> => {
  await wantEnd(db, id).where('batch.state', '=', 'running').execute();
};

/** The end of all that a merchant runs is wanted. True: some have had less than a day to come to it. */
export const endAllSoon = async (db: UnscopedDb, merchantId: string): Promise<boolean> => {
  const rows = await db
    .updateTable('batch')
    .set({ cancelWantedAt: sql<Date>`coalesce(batch.cancel_wanted_at, now())` })
    .where('merchantId', '=', merchantId)
    .where('state', '=', 'running')
    .returning(sql<boolean>`cancel_wanted_at > now() - interval '1 day'`.as('mayEnd'))
    .execute();
  return rows.some(({ mayEnd }) => mayEnd);
};

/** Batches that ended before `dayStart`, with the file each left. */
export const oldBatches = (db: UnscopedDb, dayStart: Date, limit: number) =>
  db
    .selectFrom('batch')
    .leftJoin('file', join =>
      join.onRef('file.merchantId', '=', 'batch.merchantId').onRef('file.id', '=', 'batch.fileId'),
    )
    .select(['batch.merchantId', 'batch.id', 'batch.fileId', 'file.path'])
    .where('batch.state', '<>', 'running')
    .where('batch.modifiedAt', '<', dayStart)
    .limit(limit)
    .execute();

/** Removes a batch with the row of its file. */
export const removeBatch = async (
  tx: UnscopedDb,
  { merchantId, id }: BatchKey,
  fileId: string | null,
): Promise<void> => {
  await tx.deleteFrom('batch').where('merchantId', '=', merchantId).where('id', '=', id).execute();
  if (fileId === null) return;
  await tx.deleteFrom('file').where('merchantId', '=', merchantId).where('id', '=', fileId).execute();
};
