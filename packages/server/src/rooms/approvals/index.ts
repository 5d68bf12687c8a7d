export { bindApprovals } from './approvals.routes.ts';
export { sweepBegun } from './approvals.store.ts';
export { askInstead } from './approvals.ts';
