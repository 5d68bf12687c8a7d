export { bindFollowUps } from './follow-ups.routes.ts';
