import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { TakenOut, TaskKey } from './take-out.store.ts';

interface NewImport {
  readonly task: string;
  /** The batch task that reads it. */
  readonly id: string;
  /** Of the file; '' for pasted numbers. */
  readonly name: string;
  readonly by: string;
  /** What its columns are called that fill no variable. */
  readonly kept: readonly string[];
  /** By itself: the task follows a filter of customers. */
  readonly followed: boolean;
}

export const insertImport = async (
  tx: MerchantDb,
  { task, id, name, by, kept, followed }: NewImport,
): Promise<void> => {
  await tx.insertInto('taskImport', { taskId: task, id, name, byEmployee: by, kept, followed }).execute();
};

/** What came of it so far. Imports of earlier releases have no row. */
export const countImport = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  id: string,
  figures: { readonly added: number; readonly refused: number },
): Promise<void> => {
  await tx
    .updateTable('taskImport')
    .set(figures)
    .where('merchantId', '=', merchantId)
    .where('taskId', '=', taskId)
    .where('id', '=', id)
    .execute();
};

const batchRuns = (batch: string) =>
  sql<boolean>`exists (select from batch b where b.merchant_id = task_import.merchant_id
    and b.id = ${sql.ref(`task_import.${batch}`)} and b.state = 'running')`;

/** The import, held until the transaction ends. */
export const lockImport = (tx: MerchantDb, task: string, id: string) =>
  tx
    .selectFrom('taskImport')
    .select(['taskImport.name', 'taskImport.added', 'taskImport.takenBackBatch', 'taskImport.backDone'])
    .select(batchRuns('taken_back_batch').as('takingBack'))
    .where('taskImport.taskId', '=', task)
    .where('taskImport.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

interface TakingBack {
  readonly task: string;
  readonly id: string;
  readonly batch: string;
  readonly by: string;
}

/** From here on it is being taken back; what stayed is counted anew where it was broken off before. */
export const noteTakingBack = async (tx: MerchantDb, { task, id, batch, by }: TakingBack): Promise<void> => {
  await tx
    .updateTable('taskImport')
    .set({ takenBackAt: sql<Date>`now()`, takenBackBy: by, takenBackBatch: batch, stay: 0 })
    .where('taskImport.taskId', '=', task)
    .where('taskImport.id', '=', id)
    .execute();
};

/** So many more of its numbers are off the list, `seen` of them all together; `over`: these were the last. */
export const countTakenBack = async (
  db: MerchantDb,
  task: string,
  id: string,
  { gone, seen, over }: Pick<TakenOut, 'gone'> & { readonly seen: number; readonly over: boolean },
): Promise<void> => {
  await db
    .updateTable('taskImport')
    .set({ gone: sql<number>`gone + ${gone}`, stay: sql<number>`stay + ${seen - gone}`, backDone: over })
    .where('taskImport.taskId', '=', task)
    .where('taskImport.id', '=', id)
    .execute();
};

const of = (db: MerchantDb, task: string) => db.selectFrom('taskImport').where('taskImport.taskId', '=', task);

export const listImports = (db: MerchantDb, task: string, page: { readonly limit: number; readonly offset: number }) =>
  of(db, task)
    .leftJoin('employee as who', join =>
      join.onRef('who.merchantId', '=', 'taskImport.merchantId').onRef('who.id', '=', 'taskImport.byEmployee'),
    )
    .leftJoin('employee as back', join =>
      join.onRef('back.merchantId', '=', 'taskImport.merchantId').onRef('back.id', '=', 'taskImport.takenBackBy'),
    )
    .select([
      'taskImport.id',
      'taskImport.name',
      'taskImport.again',
      'taskImport.at',
      'taskImport.added',
      'taskImport.refused',
      'taskImport.takenBackAt',
      'taskImport.backDone',
      'taskImport.gone',
      'taskImport.stay',
      'who.name as by',
      'back.name as takenBackBy',
      batchRuns('id').as('running'),
      batchRuns('taken_back_batch').as('takingBack'),
    ])
    .orderBy('taskImport.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

const IMPORTS_LOOKED_AT = 50;
const TITLES_OFFERED = 100;

/** What columns of the latest imports of all tasks are called that fill no variable, the latest first. */
export const keptTitles = async (db: MerchantDb): Promise<readonly string[]> => {
  const rows = await db.whole
    .selectFrom('taskImport')
    .select(['taskImport.kept'])
    .where(sql<boolean>`task_import.kept <> '{}'`)
    .orderBy('taskImport.id', 'desc')
    .limit(IMPORTS_LOOKED_AT)
    .execute();
  return [...new Set(rows.flatMap(({ kept }) => kept))].slice(0, TITLES_OFFERED);
};

/** Exact to `bound`. */
export const countImports = async (db: MerchantDb, task: string, bound: number): Promise<number> =>
  (await of(db, task).select(sql<number>`1`.as('one')).limit(bound).execute()).length;
