import { ignored, impossible, moved, type Step } from '../kit/index.ts';
import type { TaskBecause, TaskState } from './types.ts';

/**
 * A task from the draft to its end (docs/tasks.md#states-of-a-task).
 *
 *   draft ──start──▶ running ◀──opened/closed──▶ waiting(outsideHours)
 *     └──startLater──▶ waiting(startsLater) ──itsTime, resume──▶ running
 *                     │   ▲                        │
 *      pause, world   │   │ resume, world          │ pause
 *                     ▼   │                        ▼
 *                    paused(because) ◀─────────────┘        finished ──appended──▶ paused(appended)
 *   running, waiting ──firstCalled──▶ paused(firstCalls)
 *   running, waiting, paused ──stop──▶ stopped
 *   running, waiting, paused ──allSettled──▶ finished
 *
 * Invariants: what the world paused goes on by itself when the world is well again (balance, budgets, ports, disk), what a person
 * paused, or its merchant's end or a backup it comes from or the first calls that somebody looks at, or calls that suddenly failed, only when a person resumes it, and such a pause outweighs the world's; a stopped task never moves again; a
 * finished one only by new numbers; no event of a user, a clock or the world is impossible.
 */
export interface TaskStanding {
  readonly state: TaskState;
  readonly because: TaskBecause;
}

export const taskEvents = [
  'start',
  /** The same, at an instant that is still to come; and that it has come. */
  'startLater',
  'itsTime',
  'pause',
  'resume',
  'stop',
  /** The emergency stop of the merchant. */
  'stopAll',
  /** Its merchant was switched off by who looks after it. */
  'merchantOff',
  /** New numbers were written. */
  'appended',
  /** Some number may be called at this hour; none may. */
  'opened',
  'closed',
  'balanceOut',
  'toppedUp',
  /** It has spent what it may, in all or on one day; it may spend more, or the next day has begun. */
  'budgetOut',
  'budgetBack',
  'dayBudgetOut',
  'dayBudgetBack',
  'portsGone',
  'portsBack',
  'diskFull',
  'diskFree',
  /** The version it runs cannot be read any more. */
  'planGone',
  /** Its calls fail as they never did (./breaker.ts). */
  'failuresJumped',
  /** So many calls as somebody wanted to look at first are over. */
  'firstCalled',
  /** No number is left, none is being called. */
  'allSettled',
] as const;
export type TaskEvent = (typeof taskEvents)[number];

/** What the rim carries out in the transaction of the move. */
type TaskEffect =
  /** Look at it now: there may be something to call. */
  | 'wake'
  /** Calls that are written but not dialled are taken back, their numbers with them. */
  | 'takeBack'
  /** Calls in progress are hung up. */
  | 'hangUp';

/**
 * Why nothing moved. `asItIs`: it is so already, or it changes nothing; of a user's wish all others are refused with a
 * sentence.
 */
export const taskIgnoredReasons = ['asItIs', 'notStarted', 'startedAlready', 'isPaused', 'isOver'] as const;
export type TaskIgnoredReason = (typeof taskIgnoredReasons)[number];

type TaskStep = Step<TaskStanding, TaskEffect>;

/** What ends a pause of the world. */
const wellAgain: Readonly<Partial<Record<TaskEvent, TaskBecause>>> = {
  toppedUp: 'balance',
  budgetBack: 'budget',
  dayBudgetBack: 'dayBudget',
  portsBack: 'noPort',
  diskFree: 'diskFull',
};
/** What the world pauses a running task with. */
const troubles: Readonly<Partial<Record<TaskEvent, TaskBecause>>> = {
  balanceOut: 'balance',
  budgetOut: 'budget',
  dayBudgetOut: 'dayBudget',
  portsGone: 'noPort',
  diskFull: 'diskFull',
  planGone: 'planGone',
  failuresJumped: 'failures',
};

const to = (state: TaskState, because: TaskBecause = '', ...effects: readonly TaskEffect[]): TaskStep =>
  moved({ state, because }, ...effects);
const stays = (standing: TaskStanding, because: TaskIgnoredReason): TaskStep => ignored(standing, because);

export const stepTask = (standing: TaskStanding, event: TaskEvent): TaskStep => {
  switch (standing.state) {
    case 'draft':
      return draft(standing, event);
    case 'running':
      return running(standing, event);
    case 'waiting':
      return waiting(standing, event);
    case 'paused':
      return paused(standing, event);
    case 'finished':
      if (event === 'appended') return to('paused', 'appended');
      return over(standing, event);
    case 'stopped':
      return event === 'appended' ? stays(standing, 'isOver') : over(standing, event);
  }
};

const isWish = (event: TaskEvent): boolean =>
  event === 'start' || event === 'startLater' || event === 'pause' || event === 'resume' || event === 'stop';

const draft = (standing: TaskStanding, event: TaskEvent): TaskStep => {
  if (event === 'start') return to('running', '', 'wake');
  if (event === 'startLater') return to('waiting', 'startsLater', 'wake');
  if (event === 'allSettled') return impossible('a draft has called nobody');
  return stays(standing, isWish(event) ? 'notStarted' : 'asItIs');
};

/** What a running and a waiting task have in common; null: they differ. */
const started = (standing: TaskStanding, event: TaskEvent): TaskStep | null => {
  switch (event) {
    case 'start':
    case 'startLater':
      return stays(standing, 'startedAlready');
    case 'resume':
      return stays(standing, 'asItIs');
    case 'pause':
      return to('paused', 'byUser', 'takeBack');
    case 'stop':
      return to('stopped', '', 'takeBack');
    case 'stopAll':
      return to('paused', 'stoppedAll', 'takeBack', 'hangUp');
    case 'merchantOff':
      return to('paused', 'merchantOff', 'takeBack');
    case 'firstCalled':
      return to('paused', 'firstCalls');
    case 'allSettled':
      return to('finished');
    default:
      return null;
  }
};

const running = (standing: TaskStanding, event: TaskEvent): TaskStep => {
  const common = started(standing, event);
  if (common) return common;
  if (event === 'closed') return to('waiting', 'outsideHours');
  const trouble = troubles[event];
  return trouble ? to('paused', trouble) : stays(standing, 'asItIs');
};

/** It calls nobody, so what would pause it is found when it opens. */
const waiting = (standing: TaskStanding, event: TaskEvent): TaskStep => {
  if (standing.because === 'startsLater') {
    if (event === 'itsTime' || event === 'resume') return to('running', '', 'wake');
    if (event === 'opened') return stays(standing, 'asItIs');
  }
  const common = started(standing, event);
  if (common) return common;
  return event === 'opened' ? to('running', '', 'wake') : stays(standing, 'asItIs');
};

/** What goes on by itself. */
const passing: ReadonlySet<TaskBecause> = new Set(Object.values(wellAgain));

const paused = (standing: TaskStanding, event: TaskEvent): TaskStep => {
  const { because } = standing;
  if (wellAgain[event] === because) return to('running', '', 'wake');
  switch (event) {
    case 'start':
    case 'startLater':
      return stays(standing, 'isPaused');
    case 'resume':
      return to('running', '', 'wake');
    case 'pause':
      // A person's pause stays when the world is well again.
      return because === 'byUser' ? stays(standing, 'asItIs') : to('paused', 'byUser', 'takeBack');
    case 'stop':
      return to('stopped', '', 'takeBack');
    case 'stopAll':
      // Its calls in progress are hung up also where it was paused before.
      return to('paused', 'stoppedAll', 'takeBack', 'hangUp');
    case 'merchantOff':
      return passing.has(because) ? to('paused', 'merchantOff', 'takeBack') : stays(standing, 'asItIs');
    case 'allSettled':
      return to('finished');
    default:
      return stays(standing, 'asItIs');
  }
};

const over = (standing: TaskStanding, event: TaskEvent): TaskStep => {
  if (event === 'stop' && standing.state === 'stopped') return stays(standing, 'asItIs');
  return stays(standing, isWish(event) ? 'isOver' : 'asItIs');
};
