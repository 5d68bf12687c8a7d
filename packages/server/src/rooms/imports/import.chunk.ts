import { setImmediate as nextTurn } from 'node:timers/promises';
import { stepTask } from '@lianxian/core';
import { inTransaction, isTaken, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { BatchRun } from '../batches/index.ts';
import { type Decided, noteDecisions } from '../decisions/index.ts';
import {
  inTask,
  type Known,
  knownOf,
  type LeavingOut,
  type LeftOut,
  numbersOfPeople,
  whyLeftOut,
} from '../known-numbers/index.ts';
import { noteTaskEvent } from '../pacing/index.ts';
import { countImport, reopenTask, type TaskKey } from '../task-numbers/index.ts';
import { beginAdding, countAdded, insertCallees } from './import.store.ts';
import { type Judged, type NewCallee, numbersIn, type Row } from './judge.policy.ts';
import type { RefusedFile, RefusedRow } from './refused-file.ts';
import { type Cursor, countsOf, type Tally } from './tally.ts';

/** A chunk, judged: what may be called, and what not; and what the house knows of its numbers. */
interface Prepared {
  readonly rows: readonly Row[];
  readonly judged: readonly Judged[];
  readonly known: Known;
}
const isCallee = (judged: Judged): judged is NewCallee => 'phone' in judged;

/** What all chunks of an import have in common. */
export interface Target {
  readonly db: UnscopedDb;
  readonly run: BatchRun;
  readonly key: TaskKey;
  readonly leaving: LeavingOut;
  /** Else the file says of no good number why it was left out: that would tell which are known. */
  readonly seesPhones: boolean;
  readonly refused: RefusedFile;
}

const nobody: ReadonlySet<string> = new Set();
/**
 * Numbers of a chunk that somebody of the task has. A list of single numbers is not asked about while nothing was there
 * twice: whether that holds the key of the table says.
 */
const takenIn = async (
  own: MerchantDb,
  taskId: string,
  callees: readonly NewCallee[],
  { asks, hasPeople }: { readonly asks: boolean; readonly hasPeople: boolean },
): Promise<ReadonlySet<string>> => {
  const phones = callees.flatMap(numbersIn);
  const there = asks || phones.length > callees.length ? await inTask(own, taskId, phones) : nobody;
  return new Set([...there, ...(hasPeople ? await numbersOfPeople(own, taskId, phones) : nobody)]);
};

/**
 * Who of a chunk goes on the list, and with which numbers, each once, in the order of the rows; and why each of the others does not. What
 * was found out is changed by nobody meanwhile: whoever adds numbers to a task keeps others from it.
 */
const admit = (
  callees: readonly NewCallee[],
  known: Known,
  taken: ReadonlySet<string>,
): { readonly wanted: ReadonlyMap<NewCallee, NewCallee>; readonly why: Map<NewCallee, LeftOut> } => {
  const claimed = new Set(taken);
  const wanted = new Map<NewCallee, NewCallee>();
  const why = new Map<NewCallee, LeftOut>();
  for (const callee of callees) {
    const because = whyLeftOut(numbersIn(callee), known);
    const [first, ...others] = [{ phone: callee.phone, lane: callee.lane }, ...callee.further].filter(
      ({ phone }) => !known.dead.has(phone) && !known.noConsent.has(phone),
    );
    if (because !== null || first === undefined || claimed.has(first.phone)) {
      why.set(callee, because ?? 'duplicate');
      continue;
    }
    const further = others.filter(({ phone }) => !claimed.has(phone));
    for (const { phone } of [first, ...further]) claimed.add(phone);
    wanted.set(callee, { ...callee, ...first, further });
  }
  return { wanted, why };
};

/** Sorts the rows of a chunk: each is added, or refused with a reason. */
const sortOut = (
  { rows, judged }: Prepared,
  why: ReadonlyMap<NewCallee, LeftOut>,
  { before, seesPhones }: { readonly before: Tally; readonly seesPhones: boolean },
): { readonly tally: Tally; readonly refused: readonly RefusedRow[]; readonly decided: readonly Decided[] } => {
  const tally = { ...before };
  const refused: RefusedRow[] = [];
  const decided: Decided[] = [];
  judged.forEach((one, index) => {
    const { line, cells } = rows[index]!;
    if (!isCallee(one)) {
      tally.invalid += 1;
      refused.push({ line, cells, reason: one.refused });
      decided.push({ kind: 'refused', because: one.refused.key, phone: one.of, amount: line });
      return;
    }
    const because = why.get(one);
    tally[because === 'taskListed' || because === 'sharedListed' ? 'blacklisted' : (because ?? 'added')] += 1;
    if (because === undefined) return;
    decided.push({ kind: 'refused', because, phone: one.phone, amount: line });
    if (seesPhones) refused.push({ line, cells, reason: { key: because } });
  });
  return { tally, refused, decided };
};

type WhyGone = 'taskRemoved' | 'taskStopped';
/** The task ended while its numbers came in; `because` is said to who imports. */
export class TaskGone extends Error {
  override readonly name = 'TaskGone';
  readonly because: WhyGone;
  constructor(because: WhyGone) {
    super(because);
    this.because = because;
  }
}

/** So many rows are judged in one go: an answer of the database to the chunk before waits no longer than that. */
const JUDGED_AT_ONCE = 25;

/**
 * All that is found out of a chunk without holding its task, so while the one before is written. Who is listed or called in
 * between is met by the last look before a call.
 */
export const prepare = async (
  { db, key, leaving }: Target,
  rows: readonly Row[],
  judge: (row: Row) => Judged,
): Promise<Prepared> => {
  const judged: Judged[] = [];
  for (let at = 0; at < rows.length; at += JUDGED_AT_ONCE) {
    for (const row of rows.slice(at, at + JUDGED_AT_ONCE)) judged.push(judge(row));
    await nextTurn();
  }
  return { rows, judged, known: await knownOf(db, key, leaving, judged.filter(isCallee).flatMap(numbersIn)) };
};

/** Both are over when it is, whatever became of either. @throws what the first of them threw. */
const both = async <R>(one: Promise<unknown>, other: Promise<R>): Promise<R> => {
  await Promise.allSettled([one, other]);
  await one;
  return other;
};

const write = (task: Target, { rows, judged, known }: Prepared, cursor: Cursor, asks: boolean): Promise<Cursor> =>
  inTransaction(task.db, async tx => {
    const { hasPeople } = await beginAdding(tx, task.key);
    const callees = judged.filter(isCallee);
    const [own, { taskId }] = [merchantDb(tx, task.key.merchantId), task.key];
    const { wanted, why } = admit(callees, known, await takenIn(own, taskId, callees, { asks, hasPeople }));
    const told = { before: cursor.tally, seesPhones: task.seesPhones };
    const { tally, refused, decided } = sortOut({ rows, judged, known }, why, told);
    const bytes = await both(
      insertCallees(tx, task.key, [...wanted.values()], task.run.id),
      task.refused.append(cursor.bytes, refused),
    );
    await noteDecisions(tx, task.key, task.run.id, decided);
    const standing = await countAdded(tx, task.key, wanted.size);
    if (standing === null) throw new TaskGone('taskRemoved');
    if (standing.state === 'stopped') throw new TaskGone('taskStopped');
    const step = wanted.size > 0 ? stepTask(standing, 'appended') : null;
    if (step?.kind === 'moved') {
      await reopenTask(tx, task.key, step.state);
      await noteTaskEvent(tx, task.key, step.state.state, step.state.because);
    }
    const next: Cursor = { rows: cursor.rows + rows.length, bytes, tally, over: false };
    await countImport(tx, task.key, task.run.id, countsOf(tally));
    await task.run.progress(tx, { done: next.rows, cursor: next });
    return next;
  });

/** Writes one chunk, moves the cursor; the cursor after it. @throws TaskGone */
export const writeChunk = async (task: Target, prepared: Prepared, cursor: Cursor): Promise<Cursor> => {
  const asks = cursor.tally.duplicate > 0;
  try {
    return await write(task, prepared, cursor, asks);
  } catch (error) {
    if (error instanceof TaskGone) await task.refused.endAt(cursor.bytes);
    if (asks || !isTaken(error)) throw error;
    return write(task, prepared, cursor, true);
  }
};
