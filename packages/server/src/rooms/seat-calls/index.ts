export { openSeatCalls, type SeatCalls, type SeatCallsParts } from './seat-calls.ts';
