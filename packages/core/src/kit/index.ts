export { assertNever } from './assert-never.ts';
export { type Dice, dice } from './dice.ts';
export { after, type Instant, instant } from './instant.ts';
export { ignored, impossible, moved, type Step } from './machine.ts';
