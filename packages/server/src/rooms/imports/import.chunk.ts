import { listedBecause, stepTask } from '@lianxian/core';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { BatchRun } from '../batches/index.ts';
import { blacklisted } from '../blacklist/index.ts';
import { withoutConsent } from '../consents/index.ts';
import { noteTaskEvent } from '../pacing/index.ts';
import { countImport, type TaskKey } from '../task-numbers/index.ts';
import { insertCallees, lockTarget, recentlyCalled, reopenTask } from './import.store.ts';
import type { Judged, NewCallee, Row } from './judge.policy.ts';
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
  readonly skipRecentDays: number;
  /** Else the file says of no good number why it was left out: that would tell which are known. */
  readonly seesPhones: boolean;
  readonly refused: RefusedFile;
}

type Aside = 'blacklisted' | 'taskListed' | 'sharedListed' | 'noConsent' | 'recent';

/** Why numbers that are good are left out all the same. */
const leftOut = async (
  tx: UnscopedDb,
  { key, skipRecentDays }: Target,
  callees: readonly NewCallee[],
): Promise<ReadonlyMap<string, Aside>> => {
  const phones = callees.map(({ phone }) => phone);
  const black = await blacklisted(tx, key, phones);
  const unasked = await withoutConsent(tx, key.merchantId, phones);
  const recent = await recentlyCalled(merchantDb(tx, key.merchantId), phones, skipRecentDays);
  return new Map<string, Aside>([
    ...[...recent].map(phone => [phone, 'recent'] as const),
    ...[...unasked].map(phone => [phone, 'noConsent'] as const),
    ...[...black].map(([phone, { list }]) => [phone, listedBecause(list)] as const),
  ]);
};

/** Sorts the rows of a chunk: each is added, or refused with a reason. */
const sortOut = (
  { rows, judged }: Prepared,
  aside: ReadonlyMap<string, Aside>,
  added: ReadonlySet<string>,
  { before, seesPhones }: { readonly before: Tally; readonly seesPhones: boolean },
): { readonly tally: Tally; readonly refused: readonly RefusedRow[] } => {
  const tally = { ...before };
  const refused: RefusedRow[] = [];
  const taken = new Set<string>();
  judged.forEach((one, index) => {
    const { line, cells } = rows[index]!;
    if (!isCallee(one)) {
      tally.invalid += 1;
      refused.push({ line, cells, reason: one.refused });
      return;
    }
    const why = aside.get(one.phone) ?? (added.has(one.phone) && !taken.has(one.phone) ? 'added' : 'duplicate');
    tally[why === 'taskListed' || why === 'sharedListed' ? 'blacklisted' : why] += 1;
    if (why === 'added') taken.add(one.phone);
    else if (seesPhones) refused.push({ line, cells, reason: { key: why } });
  });
  return { tally, refused };
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
    const aside = await leftOut(tx, task, callees);
    const wanted = callees.filter(({ phone }) => !aside.has(phone));
    const added = await insertCallees(tx, task.key, wanted, task.run.id);
    const told = { before: cursor.tally, seesPhones: task.seesPhones };
    const { tally, refused } = sortOut(prepared, aside, added, told);
    const bytes = await task.refused.append(cursor.bytes, refused);
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
