import { type Language, type StatPage, statPages, stored } from '@lianxian/contract';
import { z } from 'zod';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { listQuestions } from '../answers/index.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import { viewerOf } from '../staff/index.ts';
import { type Asked, askedBy, rowName, rowsFrom, statCells, statWords, sumOf } from '../stats/index.ts';
import { reportWords } from './report.words.ts';

/**
 * The report of a day or a week: one sheet of the pages that its reader may see, each with the days before, as the reader sees
 * them. It is a batch task of the reader's, so it survives what they survive, and tells when its file is there.
 */
export const STAT_REPORT = 'statReport';

/** Nobody asked with a language: as the pages are by themselves. */
const LANGUAGE: Language = 'zh-CN';
/** Of each page. */
const MOST_ROWS = 500;
const LINE_BYTES = 200;

const wish = z.object({ from: z.string(), to: z.string(), pages: z.array(z.enum(statPages)) });

export const startReport = (
  tx: MerchantDb,
  reader: string,
  input: { readonly from: string; readonly to: string; readonly pages: readonly StatPage[] },
): Promise<string> => {
  const { from, to } = input;
  return startBatch(tx, {
    kind: STAT_REPORT,
    title: stored(['statReport', { from, to }]),
    type: 1,
    input,
    createdBy: reader,
  });
};

type Line = readonly (string | number | null)[];

const rowsBy = async (asked: Asked, page: StatPage, by: 'version' | 'day' | 'port'): Promise<readonly Line[]> => {
  const part = reportWords[LANGUAGE].parts[page];
  const { rows } = await rowsFrom(asked, by, { offset: 0, limit: MOST_ROWS });
  return rows.map(row => {
    const name = rowName(by, row, LANGUAGE);
    return [part, by === 'version' ? `${name} v${row.key.split('-')[1]}` : name, ...statCells(row, LANGUAGE)];
  });
};

const linesOf = async (asked: Asked, page: StatPage): Promise<readonly Line[]> => {
  if (page === 'planQuality') return await rowsBy(asked, page, 'version');
  if (page === 'levelStatistics') return await rowsBy(asked, page, 'day');
  if (page === 'portStat') return await rowsBy(asked, page, 'port');
  const part = reportWords[LANGUAGE].parts.collection;
  const questions = await listQuestions(asked.db, asked.wish, asked.span);
  return questions.map(({ question, robot, seat }) => [part, question, robot + seat]);
};

/** Carries out what {@link startReport} asked for. */
export const reportWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { from, to, pages } = wish.parse(run.input);
    const own = merchantDb(db, run.merchantId, await viewerOf(db, run.merchantId, run.createdBy));
    const asked = await askedBy(db, own, { from, to, byHand: false });
    const words = reportWords[LANGUAGE];
    const all = await sumOf(asked);
    const lines: Line[] = [
      [words.parts.sum, words.all, ...statCells({ key: '', name: '', ...all }, LANGUAGE)],
      ...(await Promise.all(pages.map(page => linesOf(asked, page)))).flat(),
    ];
    const source = {
      kind: 'stats',
      title: words.title,
      fileName: `${words.title}_${from}_${to}`,
      head: [words.part, words.name, ...statWords[LANGUAGE].head],
      columns: [{ width: 20 }, { width: 28 }],
      lineBytes: LINE_BYTES,
      total: lines.length,
      read: () => Promise.resolve({ lines, after: null }),
    } as const;
    const end = await exportSheet(run, source, { db, files });
    return { ...end, notice: stored(['statReportMade', { from, to }]) };
  };
