import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from './connection.ts';

/** Two milliseconds of sending: a message to ten thousand must not keep a request waiting. */
const SLICE = 256;
/** More fan-outs than this at once are sent without pausing, so that they do not pile up. */
const MOST_WAITING = 1_000;

/** Gives something to many connections, slice by slice; whatever is given first reaches each connection first. */
export type Outbox = (to: ReadonlySet<Connection>, give: (connection: Connection) => void) => void;

export const createOutbox = (): Outbox => {
  const waiting: {
    readonly to: readonly Connection[];
    readonly give: (connection: Connection) => void;
    next: number;
  }[] = [];
  const sendSlice = (): void => {
    let left = waiting.length > MOST_WAITING ? Number.POSITIVE_INFINITY : SLICE;
    for (let turn = waiting[0]; turn !== undefined && left > 0; turn = waiting[0]) {
      const end = Math.min(turn.to.length, turn.next + left);
      left -= end - turn.next;
      while (turn.next < end) {
        const connection = turn.to[turn.next] as Connection;
        turn.next += 1;
        turn.give(connection);
      }
      if (end === turn.to.length) waiting.shift();
    }
    if (waiting.length > 0) setImmediate(sendSlice);
  };
  return (to, give) => {
    if (to.size === 0) return;
    waiting.push({ to: [...to], give, next: 0 });
    if (waiting.length === 1) sendSlice();
  };
};

/** Does something with each, and lets others have their turn between slices. */
export const inSlices = async <T>(all: Iterable<T>, work: (one: T) => void): Promise<void> => {
  let done = 0;
  for (const one of [...all]) {
    work(one);
    done += 1;
    if (done % SLICE === 0) await nextTurn();
  }
};
