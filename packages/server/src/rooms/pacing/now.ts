import { holdOf, type Lane, lanesOfLine, openingsOf, type RulesInForce, type TaskEvent } from '@lianxian/core';
import { localTime, momentIn } from '../../platform/local-time.ts';
import { inForce } from '../rules/index.ts';
import type { LaneDue } from './due.store.ts';
import type { HeldTask } from './lease.ts';
import type { LeasedTask } from './lock.store.ts';
import { type LanesNow, lanesNow } from './pace.ts';
import { portsByTask, type TaskPort } from './ports.store.ts';
import type { Seen, TaskSeen } from './snapshot.store.ts';

/** All that a round knows of one task: its row, what waits, over which ports, by which rules. */
export interface TaskNow extends LanesNow {
  readonly held: HeldTask;
  readonly task: LeasedTask;
  readonly seen: TaskSeen;
  readonly rules: RulesInForce;
  readonly ports: readonly TaskPort[];
  readonly due: readonly LaneDue[];
  /** The instant at which it was to begin has come. */
  readonly isTime: boolean;
  readonly isPastEnd: boolean;
}

/** From the rows of a round to its tasks, in the order of `tasks`. */
export const tasksNow = (
  seen: Seen,
  held: readonly HeldTask[],
  tasks: readonly LeasedTask[],
  at: Date,
): readonly TaskNow[] => {
  const ports = portsByTask(seen.ports, seen.uses);
  const byTask = new Map(seen.tasks.map(task => [task.taskId, task]));
  const due = Map.groupBy(seen.due, ({ taskId }) => taskId);
  const heldOf = new Map(held.map(task => [task.lease.taskId, task]));
  return tasks.map(task => {
    const { taskId, zone } = task;
    const rules = inForce(seen.rules, task.calendar);
    const own = { ports: ports.get(taskId) ?? [], due: due.get(taskId) ?? [] };
    return {
      ...own,
      ...lanesNow(own.due, own.ports, openingsOf(rules, momentIn(zone, at))),
      task,
      rules,
      held: heldOf.get(taskId)!,
      seen: byTask.get(taskId)!,
      isTime: task.startsAt !== null && task.startsAt <= at,
      isPastEnd: task.endsOn !== null && localTime(at, zone).date > task.endsOn,
    };
  });
};

/** What the world says of a task, in the order in which it outweighs what comes after. */
export const eventsOf = (now: TaskNow, available: number, isDiskFull: boolean): readonly TaskEvent[] => {
  const { undialable, served, open, anyWaits, seen } = now;
  if (seen.isSettled) return ['allSettled'];
  const events: TaskEvent[] = [isDiskFull ? 'diskFull' : 'diskFree'];
  if (now.isTime) events.unshift('itsTime');
  if (seen.firstLeft !== null && seen.firstLeft <= 0 && seen.calling === 0) events.unshift('firstCalled');
  if (anyWaits || undialable.length === 0) events.push(anyWaits && served.length === 0 ? 'portsGone' : 'portsBack');
  const least = leastHold(now);
  const { left = null, leftToday = null } = seen.budget ?? {};
  if (available >= least) events.push('toppedUp');
  if (left === null || left >= least) events.push('budgetBack');
  if (leftToday === null || leftToday >= least) events.push('dayBudgetBack');
  if (served.length > 0) events.push(open.length > 0 ? 'opened' : 'closed');
  return events;
};

/** What the cheapest call to a number that waits would hold; of those that are due, where some are. */
const leastHold = ({ ports, due, served }: TaskNow): number => {
  const dueNow = served.filter(lane => due.some(of => of.lane === lane && of.due > 0));
  const wanted: readonly Lane[] = dueNow.length > 0 ? dueNow : served;
  const usable = ports.filter(port => !port.removed && lanesOfLine(port).some(lane => wanted.includes(lane)));
  return Math.min(...usable.map(({ price }) => holdOf(price)));
};
