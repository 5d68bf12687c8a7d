export { beginFollow, followable } from './begin.ts';
export { followJob } from './follow.job.ts';
export { bindTaskFollows } from './follows.routes.ts';
export { listOf } from './people.ts';
