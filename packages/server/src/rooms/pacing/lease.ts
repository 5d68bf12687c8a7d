import type { Marks } from './marks.ts';

/**
 * Who runs a task's pacing: a lease like that of a call. Each take raises the fence, and every round names it,
 * so of two nodes that both believe in their lease only the later one changes anything.
 */
export interface TaskLease {
  readonly merchantId: string;
  readonly taskId: string;
  readonly fence: number;
}

/** A task as its node holds it: under a lease, with what the last look found. */
export interface HeldTask {
  readonly lease: TaskLease;
  readonly marks: Marks;
}
