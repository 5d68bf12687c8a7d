import type { Instant } from '@lianxian/core/kit';

/**
 * One key never counts twice, though a phone may tell it by telephone-event, as a tone and by SIP INFO at once: the same
 * key by another way within a second of when it was last heard is the same press, once for each way. By one way it is
 * told as often as it is pressed, so `5 5` told by two ways, in whatever order, is two presses.
 */
export type KeyWay = 'event' | 'tone' | 'info';

interface KeyGate {
  /** Is it a press that nobody has told yet? */
  readonly isNews: (key: string, way: KeyWay, at: Instant) => boolean;
  /** The key is still held down: SIP INFO often comes when it is let go. */
  readonly lasts: (key: string, at: Instant) => void;
}

/** A SIP request that was repeated once (T1 = 500 ms) still comes within it. */
const ECHO_MS = 1_000;
/** Presses that other ways may still tell; nobody presses more in a second. */
const MOST_PRESSES = 16;

interface Press {
  readonly key: string;
  readonly ways: Set<KeyWay>;
  at: Instant;
}

export const createKeyGate = (): KeyGate => {
  let presses: Press[] = [];
  return {
    isNews: (key, way, at) => {
      presses = presses.filter(press => at - press.at < ECHO_MS);
      const told = presses.find(press => press.key === key && !press.ways.has(way));
      if (told) {
        told.ways.add(way);
        return false;
      }
      presses.push({ key, ways: new Set([way]), at });
      if (presses.length > MOST_PRESSES) presses.shift();
      return true;
    },
    lasts: (key, at) => {
      const press = presses.findLast(each => each.key === key);
      if (press) press.at = at;
    },
  };
};
