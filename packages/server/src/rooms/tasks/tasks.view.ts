import {
  calleeBecauseText,
  type Language,
  type OutputOf,
  taskBecauseText,
  type taskEndpoints,
} from '@lianxian/contract';
import { maskPhone } from '@lianxian/core';
import type { ListedCallee } from './callees.store.ts';
import type { FoundTask, ListedTask, PortOfTask } from './tasks.store.ts';

type Row = OutputOf<typeof taskEndpoints.list>['list'][number];
type Detail = OutputOf<typeof taskEndpoints.detail>;
type Callee = OutputOf<typeof taskEndpoints.callees>['list'][number];

type StandingIn = Pick<ListedTask, 'id' | 'state' | 'because'>;
type CountsIn = Pick<ListedTask, 'total' | 'fresh' | 'retrying' | 'calling' | 'settled'>;

export const standingView = ({ id, state, because }: StandingIn, language: Language) => ({
  id,
  state,
  because,
  becauseText: taskBecauseText(because, language),
});

export const countsView = ({ total, fresh, retrying, calling, settled }: CountsIn) => ({
  total,
  fresh,
  retrying,
  calling,
  settled,
});

export const taskView = (task: ListedTask, language: Language): Row => ({
  ...standingView(task, language),
  name: task.name,
  planName: task.planName,
  planVersion: task.planVersion,
  counts: countsView(task),
  answered: task.answered,
  concurrency: task.concurrency,
  createdAt: task.createdAt.toISOString(),
  startedAt: task.startedAt?.toISOString() ?? null,
  startedBy: task.startedBy,
  endedAt: task.endedAt?.toISOString() ?? null,
});

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
    ringTimeoutS: task.ringTimeoutS,
    windows: task.windows.map(day => day.map(window => ({ ...window }))),
    retries: task.retries,
    skipRecentDays: task.skipRecentDays,
    faultAloneEnds: task.faultAloneEnds,
  };
};

/** Who lacks `phone:unmask` sees 138****1234 (docs/rights.md#masks). */
export const calleeView = (callee: ListedCallee, area: string, seesPhones: boolean, language: Language): Callee => ({
  id: callee.id,
  phone: seesPhones ? callee.phone : maskPhone(callee.phone),
  name: callee.name,
  area,
  state: callee.state,
  because: callee.because,
  becauseText: calleeBecauseText(callee.because, language),
  attempts: callee.attempts,
  dueAt: callee.dueAt?.toISOString() ?? null,
  lastState: callee.lastState,
  lastLevel: callee.lastLevel,
  lastCallId: callee.lastCallId,
});
