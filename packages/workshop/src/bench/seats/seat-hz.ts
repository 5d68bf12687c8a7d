/** What seats of the bench say. */
export const SEAT_HZ = 1_000;
