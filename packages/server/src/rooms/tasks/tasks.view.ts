import {
  calleeBecauseText,
  type Language,
  type OutputOf,
  taskBecauseText,
  type taskEndpoints,
} from '@lianxian/contract';
import { type CalleeStateWord, type CallState, type Level, maskPhone, type TaskState } from '@lianxian/core';

type Row = OutputOf<typeof taskEndpoints.list>['list'][number];
type Detail = OutputOf<typeof taskEndpoints.detail>;
type Callee = OutputOf<typeof taskEndpoints.callees>['list'][number];

export interface StandingIn {
  readonly id: string;
  readonly state: TaskState;
  readonly because: string;
}
export interface CountsIn {
  readonly total: number;
  readonly fresh: number;
  readonly retrying: number;
  readonly calling: number;
  readonly settled: number;
}
/** A task as the store reads it. */
export interface TaskIn extends StandingIn, CountsIn {
  readonly name: string;
  readonly planName: string;
  readonly planVersion: number;
  readonly concurrency: number;
  readonly answered: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly startedBy: string | null;
}

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

export const taskView = (task: TaskIn, language: Language): Row => ({
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

export interface DetailIn extends TaskIn {
  readonly planId: string;
  readonly ringTimeoutS: number;
  readonly windows: readonly (readonly { readonly from: number; readonly to: number }[])[];
  readonly retries: Detail['retries'];
  readonly skipRecentDays: number;
  readonly planRemovedAt: Date | null;
  readonly newestVersion: number;
}
export interface PortIn {
  readonly portId: string;
  readonly channels: number;
  readonly name: string;
  readonly lineName: string;
  readonly practice: boolean;
  readonly removed: boolean;
}

/** A draft takes the newest version of its plan when it starts: until then it shows that one. */
export const detailView = (task: DetailIn, ports: readonly PortIn[], language: Language): Detail => {
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
  };
};

export interface CalleeIn {
  readonly id: string;
  readonly phone: string;
  readonly name: string;
  readonly state: CalleeStateWord;
  readonly because: string;
  readonly attempts: number;
  readonly dueAt: Date | null;
  readonly lastState: CallState | null;
  readonly lastLevel: Level | null;
  readonly lastCallId: string | null;
}

/** Who lacks `phone:unmask` sees 138****1234 (docs/rights.md#masks). */
export const calleeView = (callee: CalleeIn, area: string, seesPhones: boolean, language: Language): Callee => ({
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
