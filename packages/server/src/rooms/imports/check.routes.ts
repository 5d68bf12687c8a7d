import { randomUUID } from 'node:crypto';
import { type InputOf, importReasonText, type OutputOf, taskEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { allowComparing, countCompared } from '../audit/index.ts';
import { inTask, knownOf, numbersOfPeople, waitingElsewhere, whyLeftOut } from '../known-numbers/index.ts';
import type { CheckWork } from './check.thread.ts';
import type { CheckedRows, CheckRows } from './check-rows.ts';
import { areColumnsRight } from './columns.policy.ts';
import { lanesOfTask } from './import.store.ts';
import { findTask, placeOfUpload, variablesOf } from './sources.ts';

type Input = InputOf<typeof taskEndpoints.check>;

const program = new URL('./check.thread.ts', import.meta.url);

const readRows = async (files: FileStore, input: Input, context: SignedInContext): Promise<CheckedRows> => {
  const { sheet, encoding, skipped, header, columns, fileId, text = '' } = input;
  const rows: CheckRows = {
    skip: skipped + (header ? 1 : 0),
    columns,
    lanes: await lanesOfTask(context.db, input.id),
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
const figuresOf = async (
  unscopedDb: UnscopedDb,
  context: SignedInContext,
  task: Awaited<ReturnType<typeof findTask>>,
  people: CheckedRows['people'],
): Promise<Pick<Check, 'good' | 'known' | 'knownInAll'>> => {
  const { db, session } = context;
  const phones = people.flat();
  const mayCompare = await allowComparing(context, phones);
  if (!mayCompare) return { good: people.length, known: null, knownInAll: null };
  const [known, there, elsewhere] = await Promise.all([
    knownOf(unscopedDb, { merchantId: db.merchantId, taskId: task.id }, task, phones),
    Promise.all([inTask(db, task.id, phones), numbersOfPeople(db, task.id, phones)]),
    waitingElsewhere(db, task.id, phones),
  ]);
  const isThere = ([first = '']: readonly string[]) => there.some(of => of.has(first));
  const why = people.map(numbers => whyLeftOut(numbers, known) ?? (isThere(numbers) ? 'inTask' : null));
  const isElsewhere = (numbers: readonly string[]) => numbers.some(phone => elsewhere.has(phone));
  if (!session.buttons.has('phone:unmask')) {
    const inAll = people.filter((numbers, at) => why[at] !== null || isElsewhere(numbers)).length;
    return { good: people.length, known: null, knownInAll: inAll };
  }
  const count = (wanted: string) => why.filter(one => one === wanted).length;
  const figures = {
    inTask: count('inTask'),
    blacklisted: count('blacklisted') + count('taskListed') + count('sharedListed'),
    noConsent: count('noConsent'),
    recent: count('recent'),
    otherTask: count('otherTask'),
    dead: count('dead'),
    waitingElsewhere: people.filter((numbers, at) => why[at] === null && isElsewhere(numbers)).length,
  };
  return { good: why.filter(one => one === null).length, known: figures, knownInAll: null };
};

/** What an import of the sheet would come to: counted, nothing is written. */
const check = async ({ unscopedDb, files }: CheckParts, input: Input, context: SignedInContext): Promise<Check> => {
  const task = await findTask(context, input);
  if (!areColumnsRight(input.columns, await variablesOf(context, task))) throw refuse('columnsWrong');
  const { people, reasons, ...counts } = await readRows(files, input, context);
  return {
    ...counts,
    further: people.filter(numbers => numbers.length > 1).length,
    ...(await figuresOf(unscopedDb, context, task, people)),
    reasons: reasons.map(({ reason, n }) => ({ because: importReasonText(reason, context.locale), n })),
  };
};

/**
 * An import tells how many of its numbers are known, as a check does, and counts as one: the list that was checked is no
 * further one. What is longer than a check looks at is one each time. @throws listsOut
 */
export const countAsCompared = async (files: FileStore, input: Input, context: SignedInContext): Promise<void> => {
  if (context.session.buttons.has('phone:unmask')) return;
  const { people, more } = await readRows(files, input, context);
  await countCompared(context, people.flat(), more ? randomUUID() : '');
};

/** `task/check`: a sheet is counted before it is imported. */
export const bindTaskCheck = (front: Front, parts: CheckParts): void =>
  bind(front, taskEndpoints.check, (input, context) => check(parts, input, context));
