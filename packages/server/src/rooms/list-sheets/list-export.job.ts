import { languages, listNames, listSheetWords, stored, storedText, wordsIn } from '@lianxian/contract';
import { maskNumbers, maskPhone } from '@lianxian/core';
import { z } from 'zod';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import { countEntries, listEntries } from '../blacklist/index.ts';
import { countConsents, listConsents } from '../consents/index.ts';
import { listOf } from './list-import.job.ts';

/** A list as a sheet that an import reads again. */
export const LIST_EXPORT_KIND = 'lists.export';

const orderSchema = z.object({
  list: z.enum([...listNames, 'shared']),
  taskId: z.string().nullable(),
  tradeId: z.string().nullable(),
  language: z.enum(languages),
  seesPhones: z.boolean(),
});
export type ListExportOrder = z.infer<typeof orderSchema>;

export const listSheetTitle = stored(['listSheet']);

export const startListSheet = (tx: MerchantDb, createdBy: string, input: ListExportOrder): Promise<string> =>
  startBatch(tx, { kind: LIST_EXPORT_KIND, title: listSheetTitle, type: 1, input, createdBy });

/** The same of one that waited for a second person's word. */
export const startWaitedList = (tx: MerchantDb, askedBy: string, input: unknown): Promise<string> =>
  startListSheet(tx, askedBy, orderSchema.parse(input));

const MOST = 2_000_000_000;
const at = (day: Date): string => day.toISOString().slice(0, 10);

type Words = Readonly<Record<keyof typeof listSheetWords, string>>;
type Reads = (
  after: string | null,
  limit: number,
) => Promise<{ rows: readonly { readonly id: string }[]; lines: string[][] }>;

/** What a sheet of this list holds, and how its lines are read. */
const contentOf = (db: UnscopedDb, merchantId: string, order: ListExportOrder, words: Words) => {
  const list = listOf(order, merchantId);
  const shown = (phone: string) => (order.seesPhones ? phone : maskPhone(phone));
  const told = (text: string) => (order.seesPhones ? text : maskNumbers(text));
  const pageOf = (after: string | null, limit: number) => ({ after, offset: 0, limit });
  if (list === null) {
    const read: Reads = async (after, limit) => {
      const rows = await listConsents(db, merchantId, null, pageOf(after, limit));
      const lines = rows.map(row => [
        ...[shown(row.phone), words[row.source], told(row.proof), row.from, row.until ?? '', words[row.state]],
        ...[row.withdrawnAt === null ? '' : at(row.withdrawnAt), told(row.withdrawnWhy), row.by],
      ]);
      return { rows, lines };
    };
    const { phone, source, proof, from, until, state, withdrawnAt, withdrawnWhy, by } = words;
    const head = [phone, source, proof, from, until, state, withdrawnAt, withdrawnWhy, by];
    return { head, read, count: () => countConsents(db, merchantId, null, MOST) };
  }
  const read: Reads = async (after, limit) => {
    const rows = await listEntries(db, list, null, pageOf(after, limit));
    const lines = rows.map(row => [
      shown(row.phone),
      told(storedText(row.reason, order.language)),
      row.until ?? '',
      row.by,
      at(row.createdAt),
    ]);
    return { rows, lines };
  };
  const { phone, reason, until, by, addedAt } = words;
  return { head: [phone, reason, until, by, addedAt], read, count: () => countEntries(db, list, null, MOST) };
};

/** How many rows its sheet has. */
export const countList = (db: UnscopedDb, merchantId: string, order: ListExportOrder): Promise<number> =>
  contentOf(db, merchantId, order, wordsIn<keyof typeof listSheetWords>(listSheetWords, order.language)).count();

export const listExportWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const order = orderSchema.parse(run.input);
    const words = wordsIn<keyof typeof listSheetWords>(listSheetWords, order.language);
    const { head, read, count } = contentOf(db, run.merchantId, order, words);
    const ofMerchant = order.seesPhones ? 'wholeList' : 'list';
    const source = {
      kind: order.list === 'shared' ? 'sharedList' : ofMerchant,
      title: words[order.list],
      head,
      total: await count(),
      read: async (after: string | null, limit: number) => {
        const { rows, lines } = await read(after, limit);
        const more = rows.length > limit;
        return { lines: lines.slice(0, limit), after: more ? (rows[limit - 1]?.id ?? null) : null };
      },
    } as const;
    return await exportSheet(run, source, { db, files });
  };
