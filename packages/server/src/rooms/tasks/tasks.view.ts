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
  readonly plan_name: string;
  readonly plan_version: number;
  readonly concurrency: number;
  readonly answered: number;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly started_by: string | null;
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
  planName: task.plan_name,
  planVersion: task.plan_version,
  counts: countsView(task),
  answered: task.answered,
  concurrency: task.concurrency,
  createdAt: task.created_at.toISOString(),
  startedAt: task.started_at?.toISOString() ?? null,
  startedBy: task.started_by,
  endedAt: task.ended_at?.toISOString() ?? null,
});

export interface DetailIn extends TaskIn {
  readonly plan_id: string;
  readonly ring_timeout_s: number;
  readonly windows: readonly (readonly { readonly from: number; readonly to: number }[])[];
  readonly retries: Detail['retries'];
  readonly skip_recent_days: number;
  readonly plan_removed_at: Date | null;
  readonly newest_version: number;
}
export interface PortIn {
  readonly port_id: string;
  readonly channels: number;
  readonly name: string;
  readonly line_name: string;
  readonly practice: boolean;
  readonly removed: boolean;
}

/** A draft takes the newest version of its plan when it starts: until then it shows that one. */
export const detailView = (task: DetailIn, ports: readonly PortIn[], language: Language): Detail => {
  const isDraft = task.state === 'draft';
  return {
    ...taskView(task, language),
    planVersion: isDraft ? task.newest_version : task.plan_version,
    planId: task.plan_id,
    planRemoved: task.plan_removed_at !== null,
    newerVersion: isDraft || task.newest_version <= task.plan_version ? null : task.newest_version,
    ports: ports.map(port => ({
      portId: port.port_id,
      name: port.name,
      lineName: port.line_name,
      practice: port.practice,
      channels: port.channels,
      removed: port.removed,
    })),
    ringTimeoutS: task.ring_timeout_s,
    windows: task.windows.map(day => day.map(window => ({ ...window }))),
    retries: task.retries,
    skipRecentDays: task.skip_recent_days,
  };
};

export interface CalleeIn {
  readonly id: string;
  readonly phone: string;
  readonly name: string;
  readonly state: CalleeStateWord;
  readonly because: string;
  readonly attempts: number;
  readonly due_at: Date | null;
  readonly last_state: CallState | null;
  readonly last_level: Level | null;
  readonly last_call_id: string | null;
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
  dueAt: callee.due_at?.toISOString() ?? null,
  lastState: callee.last_state,
  lastLevel: callee.last_level,
  lastCallId: callee.last_call_id,
});
