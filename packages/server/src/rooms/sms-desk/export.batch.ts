import { languages, smsEndpoints, stored } from '@lianxian/contract';
import { z } from 'zod';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import { viewerOf } from '../staff/index.ts';
import { countMessages, listMessages, type MessageFilter } from './log.store.ts';
import { messageSheet } from './log.view.ts';

/** The log of messages as a sheet, newest first, as who asked for it sees it. */
export const EXPORT_MESSAGES = 'exportMessages';

const wishSchema = z.object({
  filter: smsEndpoints.export.input.omit({ phone: true }).extend({
    search: z.union([z.object({ is: z.string() }), z.object({ begins: z.string() }), z.null()]),
  }),
  seesPhones: z.boolean(),
  language: z.enum(languages),
});
interface Wish {
  readonly filter: MessageFilter;
  readonly seesPhones: boolean;
  readonly language: z.infer<typeof wishSchema>['language'];
}

const LINE_BYTES = 250;
const COUNTED = 2_000_000;

export const startMessageSheet = (tx: MerchantDb, createdBy: string, input: Wish): Promise<string> =>
  startBatch(tx, { kind: EXPORT_MESSAGES, title: stored(['smsSheet']), type: 1, input, createdBy });

export const messageSheetWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { filter, ...reader } = wishSchema.parse(run.input);
    const own = merchantDb(db, run.merchantId, await viewerOf(db, run.merchantId, run.createdBy));
    const { line, ...sheet } = messageSheet(reader);
    const read = async (after: string | null, limit: number) => {
      const rows = await listMessages(own, filter, { after: after ?? undefined, skipped: 0, limit });
      const shown = rows.slice(0, limit);
      return { lines: shown.map(line), after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
    };
    const total = await countMessages(own, filter, COUNTED);
    const kind = reader.seesPhones ? 'wholeCalls' : 'calls';
    return await exportSheet(run, { kind, ...sheet, lineBytes: LINE_BYTES, total, read }, { db, files });
  };
