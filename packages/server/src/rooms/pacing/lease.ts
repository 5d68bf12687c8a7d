/**
 * Who runs a task's pacing: a lease like that of a call. Each take raises the fence, and every tick names it,
 * so of two nodes that both believe in their lease only the later one changes anything.
 */
export interface TaskLease {
  readonly merchantId: string;
  readonly taskId: string;
  readonly fence: number;
}
