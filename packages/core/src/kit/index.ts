export { BoundedMap } from './bounded-map.ts';
export { type Dice, dice } from './dice.ts';
export { createTimeline, drive, type Happened, type Stage } from './drive.ts';
export { createGuard, type Guard } from './guard.ts';
export { after, type Instant, instant } from './instant.ts';
export { ignored, impossible, moved, type Step } from './machine.ts';
export { type BillUnit, billUnits, costOf, holdOf, readYuan, yuanText } from './money.ts';
export { namedBy } from './named-by.ts';
export {
  addUse,
  type CallUse,
  isOfHouse,
  planCostOf,
  tokensIn,
  type UseKind,
  type UsePrices,
  type UseRates,
  useCostOf,
  useHoldOf,
  withPlan,
} from './use.ts';
