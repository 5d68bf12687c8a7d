import { stepTask } from '@lianxian/core';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
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
import { insertCallees, lockTarget } from './import.store.ts';
import { type Judged, type NewCallee, numbersIn, type Row } from './judge.policy.ts';
import type { RefusedFile, RefusedRow } from './refused-file.ts';
import { type Cursor, countsOf, type Tally } from './tally.ts';

/** A chunk, judged: what may be called, and what not. */
interface Prepared {
  readonly rows: readonly Row[];
  readonly judged: readonly Judged[];
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
/** Numbers that nobody else of the task may have: of people with several all of them, where there are such people. */
const takenIn = async (
  own: MerchantDb,
  taskId: string,
  callees: readonly NewCallee[],
  hasPeople: boolean,
): Promise<ReadonlySet<string>> => {
  const several = callees.some(({ further }) => further.length > 0);
  if (!several && !hasPeople) return nobody;
  const phones = callees.flatMap(numbersIn);
  const there = several ? await inTask(own, taskId, phones) : nobody;
  return new Set([...there, ...(hasPeople ? await numbersOfPeople(own, taskId, phones) : nobody)]);
};

/**
 * Who of a chunk goes on the list, and with which numbers, each once, in the order of the rows; and why each of the others does not. What
 * was found out is changed by nobody meanwhile: whoever adds numbers to a task holds its row.
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

/** Writes one chunk, moves the cursor; the cursor after it. */
export const writeChunk = (task: Target, prepared: Prepared, cursor: Cursor): Promise<Cursor> =>
  inTransaction(task.db, async tx => {
    const standing = await lockTarget(tx, task.key);
    if (standing === null) throw new TaskGone('taskRemoved');
    if (standing.state === 'stopped') throw new TaskGone('taskStopped');
    const callees = prepared.judged.filter(isCallee);
    const [own, { taskId }] = [merchantDb(tx, task.key.merchantId), task.key];
    const known = await knownOf(tx, task.key, task.leaving, callees.flatMap(numbersIn));
    const { wanted, why } = admit(callees, known, await takenIn(own, taskId, callees, standing.hasPeople));
    const added = await insertCallees(tx, task.key, [...wanted.values()], task.run.id);
    for (const [callee, { phone }] of wanted) if (!added.has(phone)) why.set(callee, 'duplicate');
    const told = { before: cursor.tally, seesPhones: task.seesPhones };
    const { tally, refused, decided } = sortOut(prepared, why, told);
    const bytes = await task.refused.append(cursor.bytes, refused);
    await noteDecisions(tx, task.key, task.run.id, decided);
    const step = added.size > 0 ? stepTask(standing, 'appended') : null;
    if (step?.kind === 'moved') {
      await reopenTask(tx, task.key, step.state);
      await noteTaskEvent(tx, task.key, step.state.state, step.state.because);
    }
    const next: Cursor = { rows: cursor.rows + prepared.rows.length, bytes, tally, over: false };
    await countImport(tx, task.key, task.run.id, countsOf(tally));
    await task.run.progress(tx, { done: next.rows, cursor: next });
    return next;
  });
