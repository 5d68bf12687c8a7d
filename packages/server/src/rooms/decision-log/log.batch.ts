import { decisionEndpoints, languages, stored } from '@lianxian/contract';
import { z } from 'zod';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import { viewerOf } from '../staff/index.ts';
import { countDecisions, readDecisions } from './log.store.ts';
import { decisionSheet } from './log.view.ts';

/** The ledger of decisions as a sheet, newest first, as who asked for it sees it. */
export const EXPORT_DECISIONS = 'exportDecisions';

const wishSchema = z.object({
  // As it was read off the wire, its number normalised.
  filter: decisionEndpoints.export.input.omit({ phone: true }),
  phone: z.string().nullable(),
  seesPhones: z.boolean(),
  language: z.enum(languages),
});

type DecisionWish = z.infer<typeof wishSchema>;

const LINE_BYTES = 250;
/** Beyond so many it is said that there are more. */
export const COUNTED = 2_000_000;

export const decisionSheetTitle = stored(['decisionSheet']);

export const startDecisionSheet = (tx: MerchantDb, createdBy: string, input: DecisionWish): Promise<string> =>
  startBatch(tx, { kind: EXPORT_DECISIONS, title: decisionSheetTitle, type: 1, input, createdBy });

/** The same of one that waited for a second person's word. */
export const startWaitedDecisions = (tx: MerchantDb, askedBy: string, input: unknown): Promise<string> =>
  startDecisionSheet(tx, askedBy, wishSchema.parse(input));

/** Carries out what {@link startDecisionSheet} asked for. */
export const decisionSheetWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { filter, phone, ...reader } = wishSchema.parse(run.input);
    const own = merchantDb(db, run.merchantId, await viewerOf(db, run.merchantId, run.createdBy));
    const wanted = { ...filter, phone, seesPhones: reader.seesPhones };
    const { line, ...sheet } = decisionSheet(reader);
    const read = async (after: string | null, limit: number) => {
      const rows = await readDecisions(db, own, wanted, { after, limit });
      return { lines: rows.map(line), after: rows.length < limit ? null : (rows.at(-1)?.cursor ?? null) };
    };
    const total = await countDecisions(db, own, wanted, COUNTED);
    const kind = reader.seesPhones ? 'wholeCalls' : 'calls';
    return await exportSheet(run, { kind, ...sheet, lineBytes: LINE_BYTES, total, read }, { db, files });
  };
