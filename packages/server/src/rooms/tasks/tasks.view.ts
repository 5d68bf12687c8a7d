import {
  calleeBecauseText,
  knownBeforeOf,
  type Language,
  type OutputOf,
  type PlanLabels,
  pacingBecauseText,
  taskBecauseText,
  type taskEndpoints,
  waitText,
  wireCaps,
} from '@lianxian/contract';
import { type Home, maskPhone, type RetryRules, unknownHome, type WaitingTask, waitOf } from '@lianxian/core';
import type { ListedCallee, TaskOfCallees } from './callees.store.ts';
import type { FoundTask, ListedTask, PortOfTask } from './tasks.store.ts';

type Row = OutputOf<typeof taskEndpoints.list>['list'][number];
type Detail = OutputOf<typeof taskEndpoints.detail>;
type Callee = OutputOf<typeof taskEndpoints.callees>['list'][number];

type StandingIn = Pick<ListedTask, 'id' | 'state' | 'because'>;
type CountsIn = Pick<ListedTask, 'total' | 'fresh' | 'retrying' | 'calling' | 'settled' | 'dialled'>;

export const standingView = ({ id, state, because }: StandingIn, language: Language) => ({
  id,
  state,
  because,
  becauseText: taskBecauseText(because, language),
});

export const countsView = ({ total, fresh, retrying, calling, settled, dialled }: CountsIn) => ({
  total,
  fresh,
  retrying,
  calling,
  settled,
  dialled,
});

export const taskView = (task: ListedTask, language: Language): Row => ({
  ...standingView(task, language),
  name: task.name,
  planName: task.planName,
  planVersion: task.planVersion,
  counts: countsView(task),
  answered: task.answered,
  concurrency: task.concurrency,
  paceText: task.state === 'running' && task.paceBecause !== '' ? pacingBecauseText(task.paceBecause, language) : '',
  createdAt: task.createdAt.toISOString(),
  startedAt: task.startedAt?.toISOString() ?? null,
  startedBy: task.startedBy,
  endedAt: task.endedAt?.toISOString() ?? null,
});

const daysOf = ({ ownDays }: Pick<FoundTask, 'ownDays'>): Detail['ownDays'] =>
  Object.fromEntries(Object.entries(ownDays).map(([date, day]) => [date, day.map(window => ({ ...window }))]));

/** A draft takes the newest version of its plan when it starts: until then it shows that one. */
export const detailView = (task: FoundTask, ports: readonly PortOfTask[], language: Language): Detail => {
  const isDraft = task.state === 'draft';
  return {
    ...taskView(task, language),
    planVersion: isDraft ? task.newestVersion : task.planVersion,
    planId: task.planId,
    planRemoved: task.planRemovedAt !== null,
    newerVersion: isDraft || task.newestVersion <= task.planVersion ? null : task.newestVersion,
    ports: ports.map(port => ({
      portId: port.portId,
      name: port.name,
      lineName: port.lineName,
      practice: port.practice,
      channels: port.channels,
      removed: port.removed,
    })),
    weight: task.weight,
    guaranteed: task.guaranteed,
    ringTimeoutS: task.ringTimeoutS,
    windows: task.windows.map(day => day.map(window => ({ ...window }))),
    ownDays: daysOf(task),
    holidaysOff: task.holidaysOff,
    makeUpDaysOn: task.makeUpDaysOn,
    ...wireCaps(task.caps),
    retries: shownRetries(task.retries),
    skipRecentDays: task.skipRecentDays,
    skipOtherTasks: task.skipOtherTasks,
    skipDeadDays: task.skipDeadDays,
    startsAt: task.startsAt?.toISOString() ?? null,
    endsOn: task.endsOn,
    template: task.isTemplate,
    faultAloneEnds: task.faultAloneEnds,
    budget: task.budget,
    dayBudget: task.dayBudget,
  };
};

/** The plan of a rule as the page sends it, with what it is called. */
const shownRetries = (rules: RetryRules): Detail['retries'] =>
  Object.fromEntries(
    Object.entries(rules).map(([state, { plan, at, ...rule }]) => [
      state,
      {
        ...rule,
        ...(at && { at: at === 'otherPart' ? at : { ...at } }),
        ...(plan && { planId: plan.id, planName: plan.name, planVersion: plan.version }),
      },
    ]),
  );

const MINUTE_MS = 60_000;

/** What the numbers of one page wait for: their task, and who looks at them. */
interface CalleesSeen {
  readonly task: TaskOfCallees;
  readonly waiting: WaitingTask;
  /** How the plan calls what is kept with them. */
  readonly labels: PlanLabels;
  readonly seesPhones: boolean;
  readonly language: Language;
}

/** Where a number lives, in words, and by which hours it goes. */
interface Place {
  readonly area: string;
  readonly province: string | null;
}

const waitsOf = (callee: ListedCallee, home: Home, { task, waiting, language }: CalleesSeen): Callee['waits'] => {
  const { state, dueAt, lane, because, lastState, isAppointed } = callee;
  if (state !== 'fresh' && state !== 'retry') return null;
  const thisMinute = Math.floor(task.now.getTime() / MINUTE_MS);
  const dueIn = dueAt === null ? 0 : Math.floor(dueAt.getTime() / MINUTE_MS) - thisMinute;
  const wait = waitOf(waiting, { lane, home, dueIn, isAppointed });
  const at = wait.inMinutes === null ? null : new Date((thisMinute + wait.inMinutes) * MINUTE_MS);
  const until = (wait.because === 'retry' || wait.because === 'appointed' ? dueAt : at)?.toISOString() ?? null;
  const facts = {
    because: wait.because,
    rule: wait.rule,
    until,
    task: task.because,
    pace: task.paceBecause,
    callee: because,
    lastState,
  };
  return { because: wait.because, text: waitText(facts, language), until };
};

/** Who lacks `phone:unmask` sees 138****1234 (docs/rights.md#masks). */
export const calleeView = (callee: ListedCallee, { area, province }: Place, seen: CalleesSeen): Callee => ({
  id: callee.id,
  phone: seen.seesPhones ? callee.phone : maskPhone(callee.phone),
  name: callee.name,
  area,
  state: callee.state,
  because: callee.because,
  becauseText: calleeBecauseText(callee.because, seen.language),
  attempts: callee.attempts,
  ...(callee.numbers > 1 && { number: { at: callee.place + 1, of: callee.numbers } }),
  dueAt: callee.dueAt?.toISOString() ?? null,
  waits: waitsOf(callee, province === null ? unknownHome : { province, zones: [] }, seen),
  lastState: callee.lastState,
  lastLevel: callee.lastLevel,
  lastCallId: callee.lastCallId,
  about: knownBeforeOf(callee.variables, seen.labels, seen.seesPhones, seen.language),
});
