import { type InputOf, importReasonText, type OutputOf, taskEndpoints } from '@lianxian/contract';
import { lanesOfLine } from '@lianxian/core';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { blacklisted } from '../blacklist/index.ts';
import type { CheckWork } from './check.thread.ts';
import type { CheckedRows, CheckRows } from './check-rows.ts';
import { areColumnsRight } from './columns.policy.ts';
import { inTask, practiceOfPorts, recentlyCalled, waitingElsewhere } from './import.store.ts';
import { findTask, placeOfUpload, variablesOf } from './sources.ts';

type Input = InputOf<typeof taskEndpoints.check>;

const program = new URL('./check.thread.ts', import.meta.url);

const readRows = async (files: FileStore, input: Input, context: SignedInContext): Promise<CheckedRows> => {
  const { sheet, encoding, skipped, header, columns, fileId, text = '' } = input;
  const ports = await practiceOfPorts(context.db, input.id);
  const rows: CheckRows = {
    skip: skipped + (header ? 1 : 0),
    columns,
    lanes: ports.flatMap(practice => [...lanesOfLine({ practice })]),
  };
  const from = fileId === undefined ? { text } : { path: await placeOfUpload(files, fileId, context) };
  return context.bench(program, { ...rows, ...from, sheet, encoding } satisfies CheckWork);
};

/** What an import of the sheet would come to: counted, nothing is written. */
const check = async (
  files: FileStore,
  input: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof taskEndpoints.check>> => {
  const { db, locale } = context;
  const task = await findTask(context, input);
  if (!areColumnsRight(input.columns, await variablesOf(context, task))) throw refuse('columnsWrong');
  const { phones, rows, duplicate, invalid, reasons, more } = await readRows(files, input, context);
  const [black, recent, there, elsewhere] = await Promise.all([
    blacklisted(db, phones),
    recentlyCalled(db, phones, task.skipRecentDays),
    inTask(db, task.id, phones),
    waitingElsewhere(db, task.id, phones),
  ]);
  const good = phones.filter(phone => !black.has(phone) && !recent.has(phone) && !there.has(phone)).length;
  return {
    rows,
    good,
    duplicate,
    inTask: there.size,
    blacklisted: black.size,
    recent: recent.size,
    waitingElsewhere: elsewhere,
    invalid,
    reasons: reasons.map(({ reason, n }) => ({ because: importReasonText(reason, locale), n })),
    more,
  };
};

/** `task/check`: a sheet is counted before it is imported. */
export const bindTaskCheck = (front: Front, files: FileStore): void =>
  bind(front, taskEndpoints.check, (input, context) => check(files, input, context));
