/** What a seat shows as (`seat.ts` says how it comes to be each): apart from its machine, which only who runs one loads. */
export const seatStates = [
  'offline',
  'connecting',
  'idle',
  'dialling',
  'ringing',
  'inCall',
  'held',
  'wrapUp',
  'break',
] as const;
export type SeatState = (typeof seatStates)[number];
