import { languages, statementBys, stored } from '@lianxian/contract';
import { z } from 'zod';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import { statementWords } from './sheet.words.ts';
import { type StatementRow, statementRows, statementSum } from './statements.store.ts';

/** A statement as a sheet: its rows, and below them what there was before, all of it, and what there was after. */
export const EXPORT_STATEMENT = 'exportStatement';

const wish = z.object({
  by: z.enum(statementBys),
  from: z.string(),
  to: z.string(),
  language: z.enum(languages),
});

const LINE_BYTES = 120;

export const startStatement = (tx: MerchantDb, createdBy: string, input: z.infer<typeof wish>): Promise<string> =>
  startBatch(tx, { kind: EXPORT_STATEMENT, title: stored(['statementSheet']), type: 1, input, createdBy });

type Sums = Pick<StatementRow, 'charged' | 'calls' | 'messages' | 'speech' | 'models' | 'market' | 'moved' | 'total'>;
const cells = ({ charged, calls, messages, speech, models, market, moved, total }: Sums) => [
  charged,
  ...[calls, messages, speech, models, market, moved, total].map(Number),
];

/** Carries out what {@link startStatement} asked for. */
export const statementWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { language, by, from, to } = wish.parse(run.input);
    const words = statementWords[language];
    const wanted = { merchantId: run.merchantId, by, from, to };
    const sum = await statementSum(db, wanted);
    const isByDay = by === 'day';
    const lineOf = (row: StatementRow) => [
      isByDay ? row.key : row.name || words.none[by],
      ...cells(row),
      ...(row.closing === null ? [] : [Number(row.closing)]),
    ];
    const ending = [
      [words.sums.opening, ...Array.from({ length: 7 }, () => null), Number(sum.opening)],
      [words.sums.total, ...cells(sum)],
      [words.sums.closing, ...Array.from({ length: 7 }, () => null), Number(sum.closing)],
    ];
    const read = async (after: string | null, limit: number) => {
      const found = await statementRows(db, wanted, { after, offset: 0, limit });
      const rows = found.slice(0, limit);
      const isLast = found.length <= limit;
      return {
        lines: [...rows.map(lineOf), ...(isLast ? ending : [])],
        after: isLast ? null : (rows.at(-1)?.key ?? null),
      };
    };
    const source = {
      kind: 'statement',
      title: words.title,
      fileName: `${words.title}_${words.bys[by]}_${from}_${to}`,
      head: [words.bys[by], ...words.head, ...(isByDay ? [words.closing] : [])],
      lineBytes: LINE_BYTES,
      total: sum.rows + ending.length,
      read,
    } as const;
    return await exportSheet(run, source, { db, files });
  };
