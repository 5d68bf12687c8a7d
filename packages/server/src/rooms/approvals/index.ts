export { bindApprovals } from './approvals.routes.ts';
export { sweepBegun } from './approvals.store.ts';
export { beginOrAsk } from './approvals.ts';
