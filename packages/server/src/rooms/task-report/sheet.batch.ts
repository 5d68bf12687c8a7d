import { languages, stored } from '@lianxian/contract';
import { z } from 'zod';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import { variablesOfVersion } from '../plans/index.ts';
import { findSheetTask, readPeople, titlesOf } from './sheet.store.ts';
import { sheetOf } from './sheet.view.ts';

/** The sheet of a task's people: who, how it came out, what their list said, what they answered, a column an answer. */
export const EXPORT_TASK = 'exportTask';

const wish = z.object({ id: z.string(), seesPhones: z.boolean(), language: z.enum(languages) });

/** A line of some thirty columns, unpacked. */
const LINE_BYTES = 600;

export const taskSheetTitle = stored(['taskSheet']);

export const startTaskSheet = (tx: MerchantDb, createdBy: string, input: z.infer<typeof wish>): Promise<string> =>
  startBatch(tx, { kind: EXPORT_TASK, title: taskSheetTitle, type: 1, input, createdBy });

/** The same of one that waited for a second person's word. */
export const startWaitedTaskSheet = (tx: MerchantDb, askedBy: string, input: unknown): Promise<string> =>
  startTaskSheet(tx, askedBy, wish.parse(input));

/** Carries out what {@link startTaskSheet} asked for; a task that is gone by then has nobody. */
export const taskSheetWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { id, ...reader } = wish.parse(run.input);
    const own = merchantDb(db, run.merchantId);
    const key = { merchantId: run.merchantId, id };
    const task = await findSheetTask(own, id);
    const [variables, titles] = await Promise.all([
      task === undefined ? [] : variablesOfVersion(own, task.planId, task.planVersion),
      titlesOf(db, key),
    ]);
    const sheet = sheetOf(reader, variables, titles);
    const read = async (after: string | null, limit: number) => {
      const people = await readPeople(db, key, after, limit);
      return { lines: people.map(sheet.line), after: people.length < limit ? null : (people.at(-1)?.id ?? null) };
    };
    const source = {
      kind: reader.seesPhones ? 'wholeCalls' : 'calls',
      title: sheet.title,
      fileName: [sheet.title, task?.name].filter(Boolean).join('_'),
      head: sheet.head,
      columns: sheet.columns,
      lineBytes: LINE_BYTES,
      total: task?.total ?? 0,
      read,
    } as const;
    return await exportSheet(run, source, { db, files });
  };
