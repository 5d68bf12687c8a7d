import type { SeatMove } from '@lianxian/core';
import type { CallHere } from './calls-here.ts';
import { movesOf, type Stand, standOf } from './stand.policy.ts';

/**
 * What the calls of this process make of the seats that are in them, wherever those have their telephones: it is worked out where
 * the call lives, and told to whoever has the seat's mailbox.
 */
interface Following {
  readonly onCall: (seen: CallHere) => void;
  /** Its mailbox is another one now, and is told from the beginning. */
  readonly again: (seat: string, seen: CallHere) => void;
}

export interface Moved {
  readonly merchantId: string;
  readonly seat: string;
  readonly call: string;
  readonly moves: readonly SeatMove[];
}

interface Followed {
  stand: Stand;
  /** It has talked in this call: there is something to wrap up. */
  hasTalked: boolean;
}

export const followsSeats = (tell: (moved: Moved) => void): Following => {
  const calls = new Map<string, Map<string, Followed>>();

  const follow = (seat: string, one: Followed, { claim, kind, parties }: CallHere): void => {
    const { call, merchantId, origin } = claim;
    const own = parties.present.find(({ who }) => who.type === 'seat' && who.seat === seat);
    one.hasTalked ||= kind === 'talking' && own?.stage === 'joined' && own.place === 'talking';
    // A colleague who was asked, or called within the house, has nothing to wrap up.
    const stand = standOf(seat, { kind, parties });
    const moves = movesOf(one.stand, stand, one.hasTalked && origin !== 'internal');
    one.stand = stand;
    if (moves.length > 0) tell({ merchantId, seat, call, moves });
    if (stand === 'none') calls.get(call)?.delete(seat);
  };

  return {
    onCall: seen => {
      const { call } = seen.claim;
      const known = calls.get(call) ?? new Map<string, Followed>();
      calls.set(call, known);
      for (const { who } of seen.parties.present)
        if (who.type === 'seat' && !known.has(who.seat)) known.set(who.seat, { stand: 'none', hasTalked: false });
      for (const [seat, one] of [...known]) follow(seat, one, seen);
      if (seen.kind === 'ended' || known.size === 0) calls.delete(call);
    },
    again: (seat, seen) => {
      const one = calls.get(seen.claim.call)?.get(seat);
      if (one === undefined) return;
      one.stand = 'none';
      follow(seat, one, seen);
    },
  };
};
