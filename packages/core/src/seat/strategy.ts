/** Who of a group is rung: who was free the longest, the next in a fixed order, all at once. */
export const seatStrategies = ['longestIdle', 'inTurn', 'all'] as const;
export type SeatStrategy = (typeof seatStrategies)[number];
