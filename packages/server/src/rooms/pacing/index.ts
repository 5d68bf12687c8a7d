export { createFairness, type Fairness } from './fairness.ts';
export type { HeldTask, TaskLease } from './lease.ts';
export { createMarks } from './marks.ts';
export { tellMoved } from './moved.ts';
export { waitingLines } from './pace.ts';
export { portsNow, portsWished, type TaskPort } from './ports.store.ts';
export { round } from './round.ts';
export { noteTaskEvent } from './task.store.ts';
