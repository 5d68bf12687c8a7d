export { assertNever } from './assert-never.ts';
export { type Dice, dice } from './dice.ts';
export { type Driven, type DriveOptions, drive, type Happened, type Stage } from './drive.ts';
export { after, type Instant, instant } from './instant.ts';
export { ignored, impossible, moved, type Step } from './machine.ts';
