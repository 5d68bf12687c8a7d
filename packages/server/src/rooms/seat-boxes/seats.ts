import type { Instant, SeatMove } from '@lianxian/core';
import type { Log } from '../../platform/log.ts';
import { seatOfAccount } from '../seats/index.ts';
import type { CallHere, CallsHere } from './calls-here.ts';
import { followsSeats, type Moved } from './following.ts';
import { openSeatBox, type SeatBox, type SeatShown } from './mailbox.ts';

/**
 * The seats of this node: who is registered here, and what their calls make of them, those of other nodes among them. A seat comes
 * with its registration and goes some time after it was lost, unless it has a call: that one it comes back to, over a new leg.
 */
interface Seats {
  readonly find: (seat: string) => SeatBox | undefined;
  /** As `find`, after what its registration began: who dials as soon as his telephone is registered is there. */
  readonly arrived: (seat: string) => Promise<SeatBox | undefined>;
  /** `isNew`: over another way than before: what it hears by may be dead. */
  readonly registered: (account: string, isNew: boolean) => void;
  /** `isTakenBack`: by itself, for it goes offline; else it may be back in a moment. */
  readonly unregistered: (account: string, isTakenBack: boolean) => void;
  /** Another node has it now: it is not ours to write of. */
  readonly movedAway: (seat: string) => void;
  readonly onCall: (seen: CallHere) => void;
  /** A call of another node rings it: it is reserved, or has a call. */
  readonly rungFrom: (node: string, seat: string, call: string) => boolean;
  /** The other node could not ring it, or rings it no more. */
  readonly notRung: (seat: string, call: string) => void;
  /** What a call of another node makes of it. */
  readonly movedFrom: (node: string, moved: Pick<Moved, 'seat' | 'call' | 'moves'>) => void;
  /** It is with this call, and its mailbox may be another one now: it is told how it stands. */
  readonly again: (seat: string, seen: CallHere) => void;
  readonly close: () => Promise<void>;
}

interface SeatsParts {
  readonly log: Log;
  readonly now: () => Instant;
  readonly calls: CallsHere;
  /** Whose account it is, and how long its wrap-up is; null: nobody's. */
  readonly seatOf: (seat: string) => Promise<{ readonly merchantId: string; readonly wrapUpMs: number } | null>;
  /** Kept and told, in order; never rejects. */
  readonly shows: (shown: SeatShown) => void;
  /** It is back over another way, with a live call. */
  readonly rejoin: (seat: string, call: CallHere) => void;
  /** What a call of this node makes of a seat that is registered with another. */
  readonly tellElsewhere: (moved: Moved) => void;
  /** Which of these calls are over, or have no node any more. */
  readonly callsOver: (held: readonly HeldElsewhere[]) => Promise<readonly string[]>;
}

/** A call of another node, which a seat of this one has. */
export interface HeldElsewhere {
  readonly merchantId: string;
  readonly call: string;
  readonly node: string;
}

/** A page that is loaded anew is back within seconds: who had a break, or wraps up, still does. */
const GONE_AFTER_MS = 15_000;
/** Calls of a node that dies, or starts anew, end without a word, and a word may be lost: it is looked whether they live. */
const LOOK_MS = 5_000;

interface Held {
  readonly box: SeatBox;
  wrapUpMs: number;
  /** The node of the call that it has; null: this one. */
  callNode: string | null;
  gone: NodeJS.Timeout | undefined;
}

export const openSeats = (parts: SeatsParts): Seats => {
  const { log, now, calls } = parts;
  const held = new Map<string, Held>();
  const opening = new Map<string, Promise<void>>();

  const open = async (seat: string): Promise<Held | null> => {
    const known = await parts.seatOf(seat);
    if (known === null) return null;
    const found = held.get(seat);
    if (found !== undefined) {
      found.wrapUpMs = known.wrapUpMs;
      return found;
    }
    const box = openSeatBox({ merchantId: known.merchantId, seat, now, shows: parts.shows });
    const one: Held = { box, wrapUpMs: known.wrapUpMs, callNode: null, gone: undefined };
    held.set(seat, one);
    return one;
  };

  const inTurn = (seat: string, work: () => Promise<void>): void => {
    const before = opening.get(seat) ?? Promise.resolve();
    const mine = before.then(work).catch((error: unknown) => log.warn({ err: error, seat }, 'a seat was not told'));
    opening.set(seat, mine);
    void mine.finally(() => {
      if (opening.get(seat) === mine) opening.delete(seat);
    });
  };

  const arrive = async (seat: string, isNew: boolean): Promise<void> => {
    const one = await open(seat);
    if (one === null) return;
    clearTimeout(one.gone);
    one.box.feed({ type: 'registered' });
    if (!isNew) return;
    for (const call of calls.ofSeat(seat)) {
      following.again(seat, call);
      if (call.kind === 'talking') parts.rejoin(seat, call);
    }
  };

  const forget = (seat: string): void => {
    const one = held.get(seat);
    if (one === undefined) return;
    clearTimeout(one.gone);
    one.box.close();
    held.delete(seat);
  };

  /** Who is gone for good: not while there is a call to come back to. */
  const leave = (seat: string): void => {
    const one = held.get(seat);
    if (one === undefined) return;
    if (one.box.call() !== null) waitForIt(one, seat);
    else {
      one.box.feed({ type: 'goOffline' });
      forget(seat);
    }
  };
  const waitForIt = (one: Held, seat: string): void => {
    clearTimeout(one.gone);
    one.gone = setTimeout(() => leave(seat), GONE_AFTER_MS).unref();
  };

  const boxMoves = (one: Held, call: string, moves: readonly SeatMove[]): void =>
    one.box.moved(
      call,
      moves.map(move => (move.type === 'ended' ? { type: 'ended', wrapUpMs: move.wrapsUp ? one.wrapUpMs : 0 } : move)),
    );

  const following = followsSeats(moved => {
    const one = held.get(moved.seat);
    if (one === undefined) return parts.tellElsewhere(moved);
    one.callNode = null;
    boxMoves(one, moved.call, moved.moves);
  });

  const looking = watchCallsElsewhere(parts, held, (one, call) =>
    boxMoves(one, call, [{ type: 'ended', wrapsUp: true }]),
  );

  return {
    find: seat => held.get(seat)?.box,
    arrived: async seat => {
      await opening.get(seat);
      return held.get(seat)?.box;
    },
    registered: (account, isNew) => {
      const seat = seatOfAccount(account);
      if (seat !== null) inTurn(seat, () => arrive(seat, isNew));
    },
    unregistered: (account, isTakenBack) => {
      const seat = seatOfAccount(account);
      if (seat === null) return;
      inTurn(seat, async () => {
        const one = held.get(seat);
        if (one === undefined) return;
        one.box.feed({ type: 'lost' });
        if (isTakenBack) leave(seat);
        else waitForIt(one, seat);
      });
    },
    movedAway: forget,
    onCall: seen => {
      following.onCall(seen);
      if (seen.kind !== 'ended') return;
      // Reserved for it, and never rung.
      for (const { box } of held.values()) box.release(seen.claim.call);
    },
    ...takesFromNodes(held, boxMoves),
    again: following.again,
    close: async () => {
      clearInterval(looking);
      await Promise.all(opening.values());
      for (const one of [...held.values()]) {
        one.box.feed({ type: 'goOffline' });
        forget(one.box.seat);
      }
    },
  };
};

/** A call that another node had of this one's seats may have ended unsaid. */
const watchCallsElsewhere = (
  { callsOver, log }: Pick<SeatsParts, 'callsOver' | 'log'>,
  held: ReadonlyMap<string, Held>,
  isOver: (one: Held, call: string) => void,
): NodeJS.Timeout => {
  const look = async (): Promise<void> => {
    const away = [...held.values()].flatMap(({ box, callNode: node }) => {
      const call = box.call();
      return node === null || call === null ? [] : [{ merchantId: box.merchantId, call, node }];
    });
    if (away.length === 0) return;
    const over = new Set(await callsOver(away));
    for (const one of held.values()) {
      const call = one.box.call();
      if (one.callNode !== null && call !== null && over.has(call)) isOver(one, call);
    }
  };
  const looks = (): void =>
    void look().catch((error: unknown) =>
      log.warn({ err: error }, 'a seat stands in a call of another node a little longer'),
    );
  return setInterval(looks, LOOK_MS).unref();
};

/** Seats of this node in calls of others. */
const takesFromNodes = (
  held: ReadonlyMap<string, Held>,
  boxMoves: (one: Held, call: string, moves: readonly SeatMove[]) => void,
): Pick<Seats, 'rungFrom' | 'notRung' | 'movedFrom'> => ({
  rungFrom: (node, seat, call) => {
    const one = held.get(seat);
    // Back on a new leg of the call that it has.
    if (one === undefined || !(one.box.call() === call || one.box.reserve(call))) return false;
    one.callNode = node;
    return true;
  },
  notRung: (seat, call) => {
    const box = held.get(seat)?.box;
    if (box?.progress().being === 'ringing') box.release(call);
  },
  movedFrom: (node, { seat, call, moves }) => {
    const one = held.get(seat);
    if (one === undefined) return;
    if (one.box.call() === null || one.box.call() === call) one.callNode = node;
    boxMoves(one, call, moves);
  },
});
