import { languages, statEndpoints, stored } from '@lianxian/contract';
import { z } from 'zod';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import { viewerOf } from '../staff/index.ts';
import { askedBy } from '../stats/index.ts';
import { countAnswers, listAnswers } from './answers.store.ts';
import { answerView } from './answers.view.ts';
import { answerWords } from './answers.words.ts';

/** Answers as a sheet, a line each, as who asked for it sees them now. */
export const EXPORT_ANSWERS = 'exportAnswers';

const wish = z.object({
  // As it was read off the wire.
  filter: statEndpoints.collectionSheet.input.extend({ byHand: z.boolean() }),
  seesPhones: z.boolean(),
  language: z.enum(languages),
});

const LINE_BYTES = 300;
const MOST_COUNTED = 10_000_000;

export const startAnswerSheet = (tx: MerchantDb, createdBy: string, input: z.infer<typeof wish>): Promise<string> =>
  startBatch(tx, { kind: EXPORT_ANSWERS, title: stored(['answerSheet']), type: 1, input, createdBy });

/** Carries out what {@link startAnswerSheet} asked for. */
export const answerSheetWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { filter, seesPhones, language } = wish.parse(run.input);
    const words = answerWords[language];
    const own = merchantDb(db, run.merchantId, await viewerOf(db, run.merchantId, run.createdBy));
    const { span } = await askedBy(db, own, filter);
    const read = async (after: string | null, limit: number) => {
      const found = await listAnswers(own, filter, span, { after, offset: 0, limit });
      const rows = found.slice(0, limit);
      return {
        lines: rows.map(row => {
          const { phone, calleeName, placedAt, planName, level, question, value, by, byName } = answerView(
            row,
            seesPhones,
          );
          const moment = wallClock(placedAt, span.zone);
          return [moment, phone, calleeName, planName, level ?? '', question, value, byName || words.bys[by]];
        }),
        after: found.length > limit ? (rows.at(-1)?.cursor ?? null) : null,
      };
    };
    const source = {
      kind: seesPhones ? 'wholeAnswers' : 'answers',
      title: words.title,
      fileName: [words.title, filter.question, filter.from, filter.to].filter(Boolean).join('_'),
      head: words.head,
      columns: [20, 14, 12, 20, 6, 28, 40, 12].map(width => ({ width })),
      lineBytes: LINE_BYTES,
      total: await countAnswers(db, own, { wish: filter, span, most: MOST_COUNTED }),
      read,
    } as const;
    return await exportSheet(run, source, { db, files });
  };

/** A moment as sheets have it: the merchant's wall clock. */
const wallClock = (at: string, zone: string): Date => {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return new Date(`${parts.format(new Date(at)).replace(' ', 'T')}Z`);
};
