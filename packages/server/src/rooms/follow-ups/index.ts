export { bindFollowUps, keepNote } from './follow-ups.routes.ts';
