import { callEndpoints, languages, stored } from '@lianxian/contract';
import { z } from 'zod';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import { filterFor } from '../records/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import { viewerOf } from '../staff/index.ts';
import { countAll, readChunk, sheetAbout } from './export.store.ts';
import { sheetColumns, sheetRow } from './export.view.ts';
import { exportWords } from './export.words.ts';

/** The export of calls: which they are, newest first, as who asked for it sees them now. */
export const EXPORT_CALLS = 'exportCalls';

const wish = z.object({
  // As it was read off the wire.
  filter: callEndpoints.export.input.extend({ namesAuthority: z.boolean().optional() }),
  seesPhones: z.boolean(),
  language: z.enum(languages),
  /** Of the pages of who asked; exports of before have none. */
  origin: z.string().default(''),
});
export type ExportWish = z.infer<typeof wish>;

/** A line with its words, unpacked. */
const LINE_BYTES = 2_000;

export const startExport = (tx: MerchantDb, createdBy: string, input: ExportWish): Promise<string> =>
  startBatch(tx, { kind: EXPORT_CALLS, title: stored(['callSheet']), type: 1, input, createdBy });

/** Starts one that waited, as it was asked for. */
export const startWaited = (tx: MerchantDb, createdBy: string, input: unknown): Promise<string> =>
  startExport(tx, createdBy, wish.parse(input));

/** Carries out exports that {@link startExport} asked for. */
export const exportWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { filter, seesPhones, language, origin } = wish.parse(run.input);
    const { title, head, until } = exportWords[language];
    const wanted = await filterFor(db, filter, seesPhones);
    const own = merchantDb(db, run.merchantId, await viewerOf(db, run.merchantId, run.createdBy));
    const read = async (after: string | null, limit: number) => {
      const rows = await readChunk(own, wanted, after, limit);
      const areas = await areasOf(
        db,
        rows.map(row => row.phone),
      );
      return {
        lines: rows.map(row =>
          sheetRow(row, areaText(areas.get(row.phone), seesPhones), {
            language,
            seesPhones,
            viewer: run.createdBy,
            origin,
          }),
        ),
        after: rows.length < limit ? null : (rows.at(-1)?.cursor ?? null),
      };
    };
    const { task, first, last } = await sheetAbout(db, own, wanted.filter);
    const source = {
      kind: seesPhones ? 'wholeCalls' : 'calls',
      title,
      fileName: [title, task, first === last ? first : `${first}${until}${last}`].filter(Boolean).join('_'),
      head,
      columns: sheetColumns,
      lineBytes: LINE_BYTES,
      total: await countAll(own, wanted),
      read,
    } as const;
    return await exportSheet(run, source, { db, files });
  };
