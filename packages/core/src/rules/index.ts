export { hoursBound, isWithinBound, widerThanPlatform, widerThanRules } from './bounds.ts';
export { closedBecauses } from './calendar.ts';
export { type CallsOfNumber, capped, cappedBecauses, capsInForce } from './caps.ts';
export { everyDay, plainCalendar, usualMerchantRules, usualPlatformRules } from './defaults.ts';
export { publishedHolidays } from './holidays.ts';
export { laneOf, lanesOfLine, lanesOfLines, westProvinces } from './lanes.ts';
export {
  type BlacklistName,
  isForGood,
  listedBecause,
  type MayNot,
  type NeverCalled,
  type NotNow,
  type NumberFacts,
  type NumberNow,
  neverCalled,
  openMayCall,
} from './may-call.ts';
export { type Home, homeOf, homeOfLane, isLaneOpen, type Openings, openingsOf, unknownHome } from './opening.ts';
export * from './types.ts';
export { contains, hoursOfLines, isWithin, MINUTES_A_DAY } from './windows.ts';
