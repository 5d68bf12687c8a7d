import { languages, levelBys, portBys, type StatBy, statEndpoints, stored } from '@lianxian/contract';
import { z } from 'zod';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import { viewerOf } from '../staff/index.ts';
import { askedBy, listedOf, rowsFrom } from './read.ts';
import { rowName, statCells } from './sheet.view.ts';
import { statWords } from './sheet.words.ts';

/** Rows of a page of statistics as a sheet, as who asked for it sees them now. */
export const EXPORT_STATS = 'exportStats';

const wish = z.object({
  of: z.enum(['plans', 'levels', 'ports']),
  by: z.enum([...levelBys, ...portBys, 'version']),
  // As it was read off the wire.
  filter: statEndpoints.planSheet.input.extend({ byHand: z.boolean() }),
  language: z.enum(languages),
});
export type StatSheetWish = z.infer<typeof wish>;

const titles = { plans: 'planSheet', levels: 'levelSheet', ports: 'portSheet' } as const;
const LINE_BYTES = 200;
const FIRST = 1;

export const startStatSheet = (tx: MerchantDb, createdBy: string, input: StatSheetWish): Promise<string> =>
  startBatch(tx, { kind: EXPORT_STATS, title: stored([titles[input.of]]), type: 1, input, createdBy });

/** Carries out what {@link startStatSheet} asked for. */
export const statSheetWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { of, by, filter, language } = wish.parse(run.input);
    const words = statWords[language];
    const own = merchantDb(db, run.merchantId, await viewerOf(db, run.merchantId, run.createdBy));
    const asked = await askedBy(db, own, filter);
    const listed = by === 'version' ? (await listedOf(asked)).byVersion : null;
    // Groups are few and come by their place: no sheet has more of them than the pages.
    const read = async (after: string | null, limit: number) => {
      const offset = Number(after ?? 0);
      const { rows, total } = await rowsFrom(asked, by, { offset, limit });
      const lines = rows.map(row => [
        rowName(by, row, language),
        ...(listed === null ? [] : [Number(row.key.split('-')[1]), listed.get(row.key) ?? 0]),
        ...statCells(row, language),
      ]);
      return { lines, after: offset + rows.length < total && rows.length > 0 ? String(offset + rows.length) : null };
    };
    const source = {
      kind: 'stats',
      title: words.title[of],
      fileName: `${words.title[of]}_${words.bys[by as StatBy]}_${filter.from}_${filter.to}`,
      head: [words.bys[by], ...(listed === null ? [] : [words.version, words.listed]), ...words.head],
      lineBytes: LINE_BYTES,
      total: (await rowsFrom(asked, by, { offset: 0, limit: FIRST })).total,
      read,
    } as const;
    return await exportSheet(run, source, { db, files });
  };
