import type { ListName } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Which list a sheet was for. */
export interface ListPlace {
  readonly list: ListName | 'shared';
  readonly taskId: string | null;
  readonly tradeId: string | null;
}

interface NewListImport extends ListPlace {
  readonly name: string;
  readonly by: string;
  readonly batchId: string;
}

export const insertListImport = async (tx: MerchantDb, made: NewListImport): Promise<void> => {
  const { list, taskId, tradeId, name, by, batchId } = made;
  await tx.insertInto('listImport', { list, taskId, tradeId, name, byEmployee: by, batchId }).execute();
};

/** The import that a batch carries out. */
export const importOfBatch = async (db: MerchantDb, batchId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('listImport')
      .select('listImport.id')
      .where('listImport.batchId', '=', batchId)
      .executeTakeFirst()
  )?.id;

/** What came of it so far. */
export const countListImport = async (
  tx: UnscopedDb,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  figures: { readonly added: number; readonly known: number; readonly refused: number },
): Promise<void> => {
  await tx.updateTable('listImport').set(figures).where('merchantId', '=', merchantId).where('id', '=', id).execute();
};

/** Held until the transaction ends. */
export const lockListImport = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('listImport')
    .select(['listImport.list', 'listImport.taskId', 'listImport.tradeId', 'listImport.name', 'listImport.batchId'])
    .select(['listImport.added', 'listImport.takenBackAt'])
    .where('listImport.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const noteTakingBack = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.updateTable('listImport').set({ takenBackAt: sql<Date>`now()` }).where('listImport.id', '=', id).execute();
};

export const countTakenBack = async (
  tx: UnscopedDb,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  more: number,
): Promise<void> => {
  await tx
    .updateTable('listImport')
    .set({ takenBack: sql<number>`taken_back + ${more}` })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute();
};

const MOST_SHOWN = 100;

/** Newest first. */
export const listImports = (db: MerchantDb, { list, taskId, tradeId }: ListPlace) => {
  const rows = db
    .selectFrom('listImport')
    .leftJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'listImport.merchantId')
        .onRef('employee.id', '=', 'listImport.byEmployee'),
    )
    .select(['listImport.id', 'listImport.name', 'listImport.at', 'listImport.added', 'listImport.known'])
    .select(['listImport.refused', 'listImport.takenBack', 'listImport.takenBackAt', 'employee.name as by'])
    .where('listImport.list', '=', list)
    .where('listImport.taskId', taskId === null ? 'is' : '=', taskId)
    .where('listImport.tradeId', tradeId === null ? 'is' : '=', tradeId);
  return rows.orderBy('listImport.id', 'desc').limit(MOST_SHOWN).execute();
};
