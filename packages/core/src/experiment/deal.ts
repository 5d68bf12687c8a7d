import { dice } from '../kit/index.ts';

/**
 * Which variant a number of a task is dealt to, by a hash of its place on the list under a key of the task: a redial, another
 * number of the same person and a second look all find the same one, and nothing about the number tells which it will be.
 */
export interface Dealing {
  /** Of this task; 32 bits thrown once. */
  readonly key: number;
  /** Of the variants, in their order; each above 0. */
  readonly shares: readonly number[];
}

/** An odd number that spreads neighbours over all 32 bits (Knuth, TAOCP 3, 6.4: the golden ratio). */
const SPREAD = 0x9e3779b1;

/** @param id of the number on the list: decimal digits. @returns the variant's place. */
export const dealtTo = ({ key, shares }: Dealing, id: string): number => {
  const low = Number(BigInt.asUintN(32, BigInt(id)));
  const thrown = dice(Math.imul(low, SPREAD) ^ key).next() * shares.reduce((sum, share) => sum + share, 0);
  let upTo = 0;
  const place = shares.findIndex(share => {
    upTo += share;
    return thrown < upTo;
  });
  return place < 0 ? shares.length - 1 : place;
};
