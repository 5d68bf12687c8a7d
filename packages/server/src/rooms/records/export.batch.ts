import { callEndpoints, languages, stored } from '@lianxian/contract';
import { z } from 'zod';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import { viewerOf } from '../staff/index.ts';
import { sheetRow } from './export.view.ts';
import { exportWords } from './export.words.ts';
import { filterFor } from './filter.store.ts';
import { countAll, readChunk } from './records.store.ts';

/** The export of calls: which they are, newest first, as who asked for it sees them now. */
export const EXPORT_CALLS = 'exportCalls';

const wish = z.object({
  filter: callEndpoints.export.input,
  seesPhones: z.boolean(),
  language: z.enum(languages),
});
type ExportWish = z.infer<typeof wish>;

export const startExport = (tx: MerchantDb, createdBy: string, input: ExportWish): Promise<string> =>
  startBatch(tx, { kind: EXPORT_CALLS, title: stored(['callSheet']), type: 1, input, createdBy });

/** Carries out exports that {@link startExport} asked for. */
export const exportWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { filter, seesPhones, language } = wish.parse(run.input);
    const { title, head } = exportWords[language];
    const wanted = filterFor(filter, seesPhones);
    const own = merchantDb(db, run.merchantId, await viewerOf(db, run.merchantId, run.createdBy));
    const read = async (after: string | null, limit: number) => {
      const rows = await readChunk(own, wanted, after, limit);
      const areas = await areasOf(
        db,
        rows.map(row => row.phone),
      );
      return {
        lines: rows.map(row => sheetRow(row, areaText(areas.get(row.phone), seesPhones), { language, seesPhones })),
        after: rows.length < limit ? null : (rows.at(-1)?.cursor ?? null),
      };
    };
    const source = {
      kind: seesPhones ? 'wholeCalls' : 'calls',
      title,
      head,
      total: await countAll(own, wanted),
      read,
    } as const;
    return await exportSheet(run, source, { db, files });
  };
