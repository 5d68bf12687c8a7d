export type { TaskLease } from './lease.ts';
export { createMarks, type Marks } from './marks.ts';
export { tellMoved } from './moved.ts';
export { waitingLines } from './pace.ts';
export { portsNow, portsWished, type TaskPort } from './snapshot.store.ts';
export { noteTaskEvent } from './task.store.ts';
export { notOurs, tick } from './tick.ts';
