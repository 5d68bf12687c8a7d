export { openFarEnd, virtualClock } from './far-end.ts';
export { type FastTime, startFastTime } from './fast-time.ts';
export { openNameServer, type Records } from './name-server.ts';
