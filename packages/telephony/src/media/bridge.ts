import type { MediaLeg } from './types.ts';

/**
 * Two legs of one engine that hear each other. Each recording holds what its own leg hears (right) and says (left).
 * Prompts and keys of a leg go before the other's voice; keys that a leg presses are its signals and are not passed on:
 * who wants that sends them (`sendKeys`). A leg that closes leaves silence.
 */
export interface Bridge {
  /** Both hear silence again, unless something else was spliced since. */
  readonly close: () => void;
}

/** @throws {RangeError} when one of them has too many taps. */
export const createBridge = (one: MediaLeg, other: MediaLeg): Bridge => {
  const fromOne = one.tap();
  const fromOther = other.tap();
  const ends = [one.splice(fromOther), other.splice(fromOne), fromOne.close, fromOther.close];
  return {
    close: () => {
      for (const end of ends) end();
    },
  };
};
