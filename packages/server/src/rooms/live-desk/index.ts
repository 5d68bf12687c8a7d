export { bindLiveDeskPush } from './live-desk.push.ts';
export { bindLiveDesk } from './live-desk.routes.ts';
export { openStandings, type Standings } from './standings.ts';
