export { type FastTime, startFastTime } from './fast-time.ts';
export { type NameRecord, openNameServer, type Records } from './name-server.ts';
