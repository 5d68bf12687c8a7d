export { lockTasks } from './lock.store.ts';
export { createFairness, createMarks, type HeldTask, type TaskLease } from './marks.ts';
export { move, tellMoved } from './moved.ts';
export { waitingLines } from './pace.ts';
export { portsNow, portsWished, type TaskPort } from './ports.store.ts';
export { round } from './round.ts';
export { noteTaskEvent } from './task.store.ts';
