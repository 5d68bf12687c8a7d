export { type LastLook, openLastLook } from './last-look.ts';
export { localMinute } from './local-minute.ts';
export { dropLeg } from './second-leg.store.ts';
export { takeSecondLeg } from './second-leg.ts';
export { settlings } from './settle.ts';
