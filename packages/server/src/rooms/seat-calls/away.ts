import { CALLEE, type Instant } from '@lianxian/core';
import type { CallHere, CallsHere, RingTarget } from '../seat-boxes/index.ts';

/**
 * Seats whose leg is gone in a live call: the callee hears music, and the seat has so long to come back; one whose telephone is
 * there all the same (its sound alone is lost, as when the gate dies) is rung anew at once. Then the call goes to
 * its groups; where nobody takes it, it ends with a goodbye, and its verdict says why.
 */
interface Away {
  readonly onCall: (seen: CallHere) => void;
  readonly close: () => void;
}

interface AwayParts {
  readonly calls: CallsHere;
  readonly ring: RingTarget;
  readonly now: () => Instant;
  readonly limitMsOf: (merchantId: string) => Promise<number>;
  /** The groups that a seat is in, in the order they are asked. */
  readonly groupsOf: (merchantId: string, seat: string) => Promise<readonly string[]>;
  /** Rings its telephone for a new leg; nothing where none is registered. */
  readonly rejoin: (seat: string, call: CallHere) => void;
  readonly failed: (error: unknown) => void;
}

/** Of a merchant whose setting cannot be read now. */
const USUAL_LIMIT_MS = 60_000;
/** A database that is away does not say who is in a group: it is asked so often again, then nobody takes the call. */
const AGAIN_MS = 2_000;
const MOST_TRIES = 15;

interface Waiting {
  readonly call: string;
  readonly party: string;
  timer: NodeJS.Timeout | undefined;
}

export const createAway = (parts: AwayParts): Away => {
  const { calls, ring } = parts;
  const waiting = new Map<string, Waiting>();

  const isAway = (call: string, party: string): CallHere | null => {
    const seen = calls.find(call);
    const found = seen?.parties.present.find(each => each.party === party);
    return seen?.kind === 'talking' && found?.place === 'away' ? seen : null;
  };

  /** It did not come back in time. */
  const relieve = async (call: string, party: string, seat: string): Promise<void> => {
    const seen = isAway(call, party);
    if (seen === null) return;
    const others = seen.parties.present.some(
      each => each.party !== party && each.stage === 'joined' && each.place !== 'away',
    );
    // Of two seats both may be gone: then nobody waits.
    if (!others && seen.parties.callee === null) return calls.hangUp(call, 'platform', 'seatGone');
    const gone = { type: 'part', party, by: 'nobody', last: 'stay' } as const;
    if (others) {
      calls.ask(call, { type: 'place', party: CALLEE, place: 'talking' });
      return calls.ask(call, gone);
    }
    for (const id of await parts.groupsOf(seen.claim.merchantId, seat)) {
      const isWanted = () => isAway(call, party) !== null;
      const wish = { kind: 'transfer', place: 'talking', except: [seat], isWanted } as const;
      const taken = await ring(call, { type: 'group', id }, wish);
      if (taken.isThere) {
        calls.ask(call, { type: 'place', party: CALLEE, place: 'talking' });
        if (isAway(call, party)) calls.ask(call, gone);
        return;
      }
      if (isAway(call, party) === null) return;
    }
    calls.hangUp(call, 'platform', 'seatGone');
  };

  const wait = async (one: Waiting, merchantId: string, seat: string, since: Instant): Promise<void> => {
    const limitMs = await parts.limitMsOf(merchantId).catch((error: unknown) => {
      parts.failed(error);
      return USUAL_LIMIT_MS;
    });
    const arm = (tries: number, waitMs: number): void => {
      if (waiting.get(keyOf(one)) !== one) return;
      one.timer = setTimeout(() => void due(tries), waitMs).unref();
    };
    const due = (tries: number): Promise<void> =>
      relieve(one.call, one.party, seat).catch((error: unknown) => {
        parts.failed(error);
        if (tries < MOST_TRIES) arm(tries + 1, AGAIN_MS);
        else if (isAway(one.call, one.party)) calls.hangUp(one.call, 'platform', 'seatGone');
      });
    arm(1, Math.max(0, since + limitMs - parts.now()));
  };

  return {
    onCall: seen => {
      const { claim, kind, parties } = seen;
      const { call, merchantId } = claim;
      const away = kind === 'talking' ? parties.present.filter(({ place }) => place === 'away') : [];
      for (const one of waiting.values()) {
        if (one.call !== call || away.some(({ party }) => party === one.party)) continue;
        clearTimeout(one.timer);
        waiting.delete(keyOf(one));
      }
      for (const { party, who, since, next } of away) {
        const one: Waiting = { call, party, timer: undefined };
        if (who.type !== 'seat' || waiting.has(keyOf(one))) continue;
        waiting.set(keyOf(one), one);
        wait(one, merchantId, who.seat, since).catch(parts.failed);
        // A new leg is on its way: as its page takes that it lets go of the old one.
        if (next === null) parts.rejoin(who.seat, seen);
      }
    },
    close: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
};

const keyOf = ({ call, party }: Pick<Waiting, 'call' | 'party'>): string => `${call} ${party}`;
