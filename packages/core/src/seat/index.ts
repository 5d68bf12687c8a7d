export { extensionOf } from './extension.ts';
export { isFree, type SeatEvent, type SeatMove, type SeatProgress, seatAt, seatStateOf, stepSeat } from './seat.ts';
export { type SeatState, seatStates } from './states.ts';
export { type SeatStrategy, seatStrategies } from './strategy.ts';
