import { randomUUID } from 'node:crypto';
import { type InputOf, importReasonText, type OutputOf, taskEndpoints } from '@lianxian/contract';
import { lanesOfLine } from '@lianxian/core';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { allowComparing, countCompared } from '../audit/index.ts';
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
    seesPhones: context.session.buttons.has('phone:unmask'),
  };
  const from = fileId === undefined ? { text } : { path: await placeOfUpload(files, fileId, context) };
  return context.bench.run(program, { ...rows, ...from, sheet, encoding } satisfies CheckWork);
};

type Check = OutputOf<typeof taskEndpoints.check>;

/** What of the numbers is known, as this person may hear it: whoever sees them masked hears one figure, of a few lists a day. */
const knownOf = async (
  context: SignedInContext,
  task: Awaited<ReturnType<typeof findTask>>,
  phones: readonly string[],
): Promise<Pick<Check, 'good' | 'known' | 'knownInAll'>> => {
  const { db, session } = context;
  const mayCompare = await allowComparing(context, phones);
  if (!mayCompare) return { good: phones.length, known: null, knownInAll: null };
  const [black, recent, there, elsewhere] = await Promise.all([
    blacklisted(db, phones),
    recentlyCalled(db, phones, task.skipRecentDays),
    inTask(db, task.id, phones),
    waitingElsewhere(db, task.id, phones),
  ]);
  if (!session.buttons.has('phone:unmask')) {
    const inAll = new Set([...black, ...recent, ...there, ...elsewhere]);
    return { good: phones.length, known: null, knownInAll: inAll.size };
  }
  const isLeftOut = (phone: string) => black.has(phone) || recent.has(phone) || there.has(phone);
  const known = {
    inTask: there.size,
    blacklisted: black.size,
    recent: recent.size,
    waitingElsewhere: elsewhere.size,
  };
  return { good: phones.filter(phone => !isLeftOut(phone)).length, known, knownInAll: null };
};

/** What an import of the sheet would come to: counted, nothing is written. */
const check = async (files: FileStore, input: Input, context: SignedInContext): Promise<Check> => {
  const task = await findTask(context, input);
  if (!areColumnsRight(input.columns, await variablesOf(context, task))) throw refuse('columnsWrong');
  const { phones, reasons, ...counts } = await readRows(files, input, context);
  return {
    ...counts,
    ...(await knownOf(context, task, phones)),
    reasons: reasons.map(({ reason, n }) => ({ because: importReasonText(reason, context.locale), n })),
  };
};

/**
 * An import tells how many of its numbers are known, as a check does, and counts as one: the list that was checked is no
 * further one. What is longer than a check looks at is one each time. @throws listsOut
 */
export const countAsCompared = async (files: FileStore, input: Input, context: SignedInContext): Promise<void> => {
  if (context.session.buttons.has('phone:unmask')) return;
  const { phones, more } = await readRows(files, input, context);
  await countCompared(context, phones, more ? randomUUID() : '');
};

/** `task/check`: a sheet is counted before it is imported. */
export const bindTaskCheck = (front: Front, files: FileStore): void =>
  bind(front, taskEndpoints.check, (input, context) => check(files, input, context));
