export {
  openSeatAccounts,
  seatAccountOf,
  seatOfAccount,
  seatSecretContext,
} from './accounts.ts';
export type { SeatDoor } from './connect.ts';
export { groupsOfSeat, groupThere, groupToRing, seatOfExtension } from './groups.store.ts';
export { isNumberToken, type NumberTokens, numberTokens } from './number-token.ts';
export {
  insertOrder,
  SEAT_ORDERS_CHANNEL,
  type SeatAct,
  type SeatOrder,
  type SeatTarget,
  takeSeatOrders,
  tellCallsElsewhere,
  tellHolder,
} from './orders.store.ts';
export { nodeOfSeat, presenceOf, type SeatShown, seatsElsewhere } from './presence.store.ts';
export { bindSeatsPush, noteSeatState, tellNotDone, tellSeatCall } from './presence.ts';
export { bindSeats } from './seats.routes.ts';
export { findSeat } from './seats.store.ts';
export { keepWithinQuota } from './seats.ts';
export { seatOf, seatSettingsOf } from './settings.store.ts';
