export { type SeatsAnywhere, seatsAnywhere } from './anywhere.ts';
export type {
  CallHere,
  CallsHere,
  RingAs,
  SeatPhones,
} from './calls-here.ts';
export { type Found, type HuntFor, huntsWith } from './hunt.ts';
export { createInviting } from './inviting.ts';
export type { SeatBox } from './mailbox.ts';
export { type Outside, type RingEnd, type RingTarget, ringsWith, type Target } from './ringing.ts';
export { type HeldElsewhere, openSeats } from './seats.ts';
export { keepsStates, MOVED_CHANNEL, tellsMoves } from './telling.ts';
export { untilKept } from './until-kept.ts';
