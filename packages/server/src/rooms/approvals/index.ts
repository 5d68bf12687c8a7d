export { bindApprovals } from './approvals.routes.ts';
export { askInstead } from './approvals.ts';
