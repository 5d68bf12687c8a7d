import { listNames, stored } from '@lianxian/contract';
import { z } from 'zod';
import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import type { BatchWork } from '../batches/index.ts';
import { deleteImported } from '../blacklist/index.ts';
import { deleteImportedConsents } from '../consents/index.ts';
import { listOf } from './list-import.job.ts';
import { countTakenBack } from './list-imports.store.ts';

/** What a sheet put on a list is taken back: some thousand rows a transaction, gone on with after a crash. */
export const LIST_TAKE_BACK_KIND = 'lists.takeBack';

const orderSchema = z.object({
  importId: z.string(),
  list: z.enum([...listNames, 'shared']),
  taskId: z.string().nullable(),
  tradeId: z.string().nullable(),
});
export type ListTakeBackOrder = z.infer<typeof orderSchema>;
const cursorSchema = z.object({ gone: z.number(), over: z.boolean() });

const CHUNK_ROWS = 5_000;

export const listTakeBackWork =
  (db: UnscopedDb): BatchWork =>
  async run => {
    const { importId, ...order } = orderSchema.parse(run.input);
    const list = listOf(order, run.merchantId);
    let cursor = cursorSchema.catch({ gone: 0, over: false }).parse(run.cursor);
    while (!cursor.over && run.mayGoOn())
      cursor = await inTransaction(db, async tx => {
        const gone = await (list === null
          ? deleteImportedConsents(tx, run.merchantId, importId, CHUNK_ROWS)
          : deleteImported(tx, list, importId, CHUNK_ROWS));
        await countTakenBack(tx, { merchantId: run.merchantId, id: importId }, gone);
        const next = { gone: cursor.gone + gone, over: gone < CHUNK_ROWS };
        await run.progress(tx, { done: next.gone, cursor: next });
        return next;
      });
    return { remark: stored(['offTheList', { n: cursor.gone }]) };
  };
