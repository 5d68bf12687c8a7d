import { randomUUID } from 'node:crypto';
import { type InputOf, importReasonText, type OutputOf, taskEndpoints } from '@lianxian/contract';
import { lanesOfLine } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { allowComparing, countCompared } from '../audit/index.ts';
import { blacklisted } from '../blacklist/index.ts';
import { withoutConsent } from '../consents/index.ts';
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

interface CheckParts {
  readonly unscopedDb: UnscopedDb;
  readonly files: FileStore;
}

/** What of the numbers is known, as this person may hear it: whoever sees them masked hears one figure, of a few lists a day. */
const knownOf = async (
  unscopedDb: UnscopedDb,
  context: SignedInContext,
  task: Awaited<ReturnType<typeof findTask>>,
  phones: readonly string[],
): Promise<Pick<Check, 'good' | 'known' | 'knownInAll'>> => {
  const { db, session } = context;
  const mayCompare = await allowComparing(context, phones);
  if (!mayCompare) return { good: phones.length, known: null, knownInAll: null };
  const { merchantId } = db;
  const [black, unasked, recent, there, elsewhere] = await Promise.all([
    blacklisted(unscopedDb, { merchantId, taskId: task.id }, phones),
    withoutConsent(unscopedDb, merchantId, phones),
    recentlyCalled(db, phones, task.skipRecentDays),
    inTask(db, task.id, phones),
    waitingElsewhere(db, task.id, phones),
  ]);
  if (!session.buttons.has('phone:unmask')) {
    const inAll = new Set([...black.keys(), ...unasked, ...recent, ...there, ...elsewhere]);
    return { good: phones.length, known: null, knownInAll: inAll.size };
  }
  const isLeftOut = (phone: string) => black.has(phone) || unasked.has(phone) || recent.has(phone) || there.has(phone);
  const known = {
    inTask: there.size,
    blacklisted: black.size,
    noConsent: [...unasked].filter(phone => !black.has(phone)).length,
    recent: recent.size,
    waitingElsewhere: elsewhere.size,
  };
  return { good: phones.filter(phone => !isLeftOut(phone)).length, known, knownInAll: null };
};

/** What an import of the sheet would come to: counted, nothing is written. */
const check = async ({ unscopedDb, files }: CheckParts, input: Input, context: SignedInContext): Promise<Check> => {
  const task = await findTask(context, input);
  if (!areColumnsRight(input.columns, await variablesOf(context, task))) throw refuse('columnsWrong');
  const { phones, reasons, ...counts } = await readRows(files, input, context);
  return {
    ...counts,
    ...(await knownOf(unscopedDb, context, task, phones)),
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
export const bindTaskCheck = (front: Front, parts: CheckParts): void =>
  bind(front, taskEndpoints.check, (input, context) => check(parts, input, context));
