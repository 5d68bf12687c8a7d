/**
 * Starting, pausing, resuming and stopping by hand. Each action holds the task's row: of two people the second finds it
 * done, and is told so. Whatever ends the dialling takes the merchant's pacing lock before the row, as a tick of the
 * runner does: when it has the row, nothing of that task is about to be placed (decision 9).
 */
import type { RefusalKey, TaskEventKind } from '@lianxian/contract';
import { stepTask, type TaskIgnoredReason, type TaskStanding } from '@lianxian/core';
import {
  inTransaction,
  lockPacing,
  type MerchantDb,
  merchantDb,
  throughDeadlocks,
  type UnscopedDb,
  type Viewer,
} from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { type AuditEntry, auditBy, recordAudit } from '../audit/index.ts';
import { tellMoved } from '../pacing/index.ts';
import { holdPlan, publishedPlan } from '../plans/index.ts';
import { askForetold, lockTask, noteAction, noteActions, portsOfTask } from '../tasks/index.ts';
import { fixVersions, goneVoice } from '../variants/index.ts';
import {
  beginNow,
  hangUp,
  isPastEnd,
  lockStarted,
  noteStart,
  numbersLeft,
  setStanding,
  setStandings,
  whoStarted,
  withdrawPlaced,
} from './control.store.ts';

export type ControlAction = 'start' | 'pause' | 'resume' | 'stop';
type Task = NonNullable<Awaited<ReturnType<typeof lockTask>>>;

const audits = {
  start: 'task.start',
  pause: 'task.pause',
  resume: 'task.resume',
  stop: 'task.stop',
} as const satisfies Record<ControlAction, AuditEntry['action']>;
const kinds = { start: 'started', pause: 'paused', resume: 'resumed', stop: 'stopped' } as const satisfies Record<
  ControlAction,
  TaskEventKind
>;

/** What must be there before anything is dialled: the plan, a port. */
const checkReady = async (tx: MerchantDb, task: Task) => {
  await holdPlan(tx, task.planId);
  const plan = await publishedPlan(tx, task.planId);
  if (plan === undefined) throw refuse('taskPlanGone');
  if ((await portsOfTask(tx, task.id)).every(port => port.removed)) throw refuse('taskNoPorts');
  return plan;
};

interface Starter {
  readonly employeeId: string;
  readonly now: Date;
}

/** A first start needs a number as well. A task that was paused while its last numbers were being called is resumed to its end. */
const begin = async (
  tx: MerchantDb,
  task: Task,
  { firstCalls, at }: Pick<Wish, 'firstCalls' | 'at'>,
  { employeeId, now }: Starter,
): Promise<void> => {
  if (task.isTemplate) throw refuse('notFound', { what: 'task' });
  const plan = await checkReady(tx, task);
  if ((await numbersLeft(tx, task.id)) === 0) throw refuse('taskNoNumbers');
  if (await isPastEnd(tx, task.id, at ?? now)) throw refuse('taskPastEnd');
  if (!(await fixVersions(tx, task.id))) throw refuse('taskPlanGone');
  const gone = await goneVoice(tx, task.id);
  if (gone !== null) throw refuse('experimentVoiceGone', { name: gone });
  const { version: planVersion, name: planName } = plan;
  await noteStart(tx, {
    id: task.id,
    planVersion,
    planName,
    employeeId,
    firstCalls: firstCalls ?? null,
    at: at ?? null,
  });
  await askForetold(tx, task.id);
};

/** Why a person's wish changes nothing, as it is said. `asItIs` is no refusal: an action sent twice is done once. */
const refusalOf = {
  notStarted: 'taskNotStarted',
  isPaused: 'taskIsPaused',
  isOver: 'taskOver',
} as const satisfies Partial<Record<TaskIgnoredReason, RefusalKey>>;

/** Of two people who start a task the second is told who was first; who sends the same wish again is not. */
const checkIgnored = async (tx: MerchantDb, task: Task, because: string, employeeId: string): Promise<void> => {
  if (because === 'startedAlready' && task.startedBy !== employeeId) {
    const first = await whoStarted(tx, task.id);
    throw refuse('taskStartedBy', { who: first?.who ?? '', when: first?.when ?? '' });
  }
  if (because in refusalOf) throw refuse(refusalOf[because as keyof typeof refusalOf]);
};

interface Done {
  readonly standing: TaskStanding & { readonly id: string };
  /** False: it was done before. */
  readonly isNew: boolean;
}

interface Wish {
  readonly id: string;
  /** Of a start: it pauses after so many calls. */
  readonly firstCalls?: number | undefined;
  /** Of a start: it begins by itself then. */
  readonly at?: Date | undefined;
}

/** Carries out an action; the standing after it. */
export const control = (
  unscopedDb: UnscopedDb,
  action: ControlAction,
  wish: Wish,
  context: SignedInContext,
): Promise<Done> =>
  inTransaction(unscopedDb, async house => {
    const { id, firstCalls, at } = wish;
    const { merchantId, employeeId } = context.session;
    if (action === 'pause' || action === 'stop') await lockPacing(house, merchantId);
    const tx = merchantDb(house, merchantId, context.session);
    const task = await lockTask(tx, id);
    if (task === undefined) throw refuse('notFound', { what: 'task' });
    const step = stepTask(standingOf(task), at === undefined ? action : 'startLater');
    if (step.kind === 'impossible') throw new Error(step.because);
    if (step.kind === 'ignored') {
      await checkIgnored(tx, task, step.because, employeeId);
      return { standing: { id, ...step.state }, isNew: false };
    }
    if (action === 'start') await begin(tx, task, wish, { employeeId, now: context.at });
    if (action === 'resume') await checkReady(tx, task);
    if (action === 'resume') await beginNow(tx, id);
    await setStanding(tx, id, step.state);
    if (step.effects.includes('takeBack')) await withdrawPlaced(tx, id);
    await tellMoved(house, { merchantId, taskId: id }, step.state);
    await noteAction(tx, { task: id, kind: kinds[action], detail: detailOf(step.state), employeeId });
    const { name } = task;
    const change = {
      before: { ...standingOf(task) },
      after: {
        ...step.state,
        ...(firstCalls !== undefined && { firstCalls }),
        ...(at !== undefined && { startsAt: at.toISOString() }),
      },
    };
    await recordAudit(tx, { action: audits[action], target: id, name, ...change }, auditBy(context));
    return { standing: { id, ...step.state }, isNew: true };
  });

/** A draft that nobody has to look at begins, in who made it's name; within the transaction that made it. */
export const startWithin = async (tx: MerchantDb, id: string, starter: Starter): Promise<void> => {
  const task = await lockTask(tx, id);
  if (task === undefined) throw refuse('notFound', { what: 'task' });
  const step = stepTask(standingOf(task), 'start');
  if (step.kind !== 'moved') throw refuse('taskNotStarted');
  await begin(tx, task, {}, starter);
  await setStanding(tx, id, step.state);
  await noteAction(tx, { task: id, kind: 'started', employeeId: null });
};

/** Written by nobody but core's machine. */
const standingOf = ({ state, because }: Pick<Task, 'state' | 'because'>): TaskStanding => ({
  state,
  because,
});
const detailOf = ({ because }: TaskStanding) => (because === '' ? {} : { because });

/** Who wants a merchant to be quiet, and how: the emergency stop ends its calls as well. */
interface Halt {
  readonly merchantId: string;
  readonly event: 'stopAll' | 'merchantOff';
  /** Of the merchant's own people; null: the platform or its reseller. */
  readonly employeeId: string | null;
  /** Of the merchant's own people: what they see is halted. Without it all of the merchant's. */
  readonly viewer?: Viewer;
}
export interface Halted {
  /** Whose standing changed. */
  readonly changed: readonly string[];
  /** How many of them called, or waited for their hours. */
  readonly tasks: number;
  /** Calls that end, or are not dialled any more. */
  readonly calls: number;
}
/** What is written in the same transaction, under the lock that keeps new calls out. */
type Beside = (tx: UnscopedDb, halted: Halted) => Promise<void>;

const haltOnce = (
  unscopedDb: UnscopedDb,
  { merchantId, event, employeeId, viewer }: Halt,
  beside: Beside,
): Promise<Halted> =>
  inTransaction(unscopedDb, async house => {
    await lockPacing(house, merchantId);
    const tx = merchantDb(house, merchantId, viewer);
    const moved = (await lockStarted(tx)).flatMap(task => {
      const step = stepTask(standingOf(task), event);
      const isSame = step.kind !== 'moved' || step.state.because === task.because;
      return isSame ? [] : [{ ...task, to: step.state }];
    });
    const changed = moved.map(({ id }) => id);
    if (moved[0]) {
      const { to } = moved[0];
      await setStandings(tx, changed, to);
      const kind = event === 'stopAll' ? 'stoppedAll' : 'paused';
      await noteActions(
        tx,
        changed.map(task => ({ task, kind, detail: detailOf(to), employeeId })),
      );
      for (const taskId of changed) await tellMoved(house, { merchantId, taskId }, to);
    }
    const calls = await hangUp(tx, event === 'stopAll' ? 'all' : 'undialled');
    const halted = { changed, tasks: moved.filter(({ state }) => state !== 'paused').length, calls };
    await beside(house, halted);
    return halted;
  });

/**
 * No task of the merchant calls from here on (docs/safety.md#emergency-stop); those that run are paused until somebody
 * resumes them.
 */
export const haltMerchant = (unscopedDb: UnscopedDb, halt: Halt, beside: Beside): Promise<Halted> =>
  // The leases of live calls are renewed meanwhile, rows in another order.
  throughDeadlocks(() => haltOnce(unscopedDb, halt, beside));

/** Emergency stop of one's own merchant, as far as one sees it. */
export const stopAll = (unscopedDb: UnscopedDb, context: SignedInContext): Promise<Halted> => {
  const { merchantId, employeeId } = context.session;
  const halt: Halt = { merchantId, event: 'stopAll', employeeId, viewer: context.session };
  return haltMerchant(unscopedDb, halt, async (tx, { tasks, calls }) => {
    await recordAudit(
      merchantDb(tx, merchantId),
      { action: 'task.stopAll', after: { tasks, calls } },
      auditBy(context),
    );
  });
};
