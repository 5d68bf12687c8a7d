export { assertNever } from './assert-never.ts';
export { BoundedMap } from './bounded-map.ts';
export { type Dice, dice } from './dice.ts';
export {
  createTimeline,
  type Driven,
  type DriveOptions,
  drive,
  type Happened,
  type Stage,
  type Timeline,
} from './drive.ts';
export { createGuard, type Guard } from './guard.ts';
export { after, type Instant, instant } from './instant.ts';
export { ignored, impossible, moved, type Step } from './machine.ts';
export { costOf, holdOf, minutesBegun, readYuan, yuanText } from './money.ts';
