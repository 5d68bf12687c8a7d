export { bindApprovals } from './approvals.routes.ts';
export { type Asked, askInstead } from './approvals.ts';
