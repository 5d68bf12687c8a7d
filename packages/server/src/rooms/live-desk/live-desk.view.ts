import {
  type Language,
  type liveEndpoints,
  type OutputOf,
  pacingBecauseText,
  taskBecauseText,
} from '@lianxian/contract';
import { maskPhone } from '@lianxian/core';
import type { LiveCallRow, LiveOfTask, LiveTaskRow } from './live-desk.store.ts';

type LiveCall = OutputOf<typeof liveEndpoints.calls>['calls'][number];
type LiveTask = OutputOf<typeof liveEndpoints.tasks>['tasks'][number];

const stageOf = (stage: string): LiveCall['stage'] => (stage === 'placed' || stage === 'talking' ? stage : 'dialling');

export const callView = (call: LiveCallRow, seesPhones: boolean): LiveCall => ({
  id: call.id,
  phone: seesPhones ? call.phone : maskPhone(call.phone),
  name: call.calleeName,
  direction: call.direction,
  task: call.taskId === null ? null : { id: call.taskId, name: call.taskName ?? '' },
  planName: call.planName,
  lineName: call.lineName,
  stage: stageOf(call.stage),
  placedAt: call.placedAt.toISOString(),
  answeredAt: call.answeredAt?.toISOString() ?? null,
});

/** What keeps a task from more calls: of one that runs what its pace says, of one that waits its own reason. */
const limitedBy = ({ state, because, paceBecause }: LiveTaskRow, language: Language) => {
  if (state !== 'running') return { because, becauseText: taskBecauseText(because, language) };
  return {
    because: paceBecause,
    becauseText: paceBecause === '' ? '' : pacingBecauseText(paceBecause, language),
  };
};

interface TaskNow {
  readonly task: LiveTaskRow;
  readonly now: LiveOfTask | undefined;
  /** As many calls as it may have at once. */
  readonly limit: number;
}

export const taskView = ({ task, now, limit }: TaskNow, language: Language): LiveTask => ({
  id: task.id,
  name: task.name,
  state: task.state,
  ...limitedBy(task, language),
  total: task.total,
  settled: task.settled,
  live: now?.live ?? 0,
  talking: now?.talking ?? 0,
  limit,
});
