import { MOST_LEGS, type PartyWho } from '@lianxian/core';
import type { CallHere, CallsHere, RingAs, SeatPhones } from './calls-here.ts';
import type { Found, HuntFor, OpenHunt } from './hunt.ts';
import type { Inviting, Ringing } from './inviting.ts';

/** Whom a seat wants in its call, or who is to have it. */
export type Target = HuntFor | { readonly type: 'outside'; readonly phone: string };

/** How somebody outside is dialled; a channel and a minute of its line are taken for it. */
export type Outside = (
  call: CallHere,
  phone: string,
) => Promise<{ readonly way: unknown; readonly phone: string } | { readonly because: string }>;

interface RingingParts {
  readonly calls: CallsHere;
  readonly inviting: Inviting;
  readonly hunt: OpenHunt;
  readonly phones: SeatPhones<unknown>;
  readonly outside: Outside;
  /** As this seat may see the callee. */
  readonly seenBy: (call: CallHere, seat: string) => Promise<Pick<RingAs, 'from' | 'displayName'>>;
  /** What its page shows before it rings is kept, and the page told. */
  readonly offered: (call: CallHere, seat: string, kind: RingAs['kind']) => Promise<void>;
}

/** `because`: a key of a refusal or a verdict, for the page; null: there is nothing to say, for the call is over. */
export type RingEnd = { readonly isThere: true } | { readonly isThere: false; readonly because: string | null };

interface RingWish {
  readonly kind: Exclude<RingAs['kind'], 'internal' | 'resume'>;
  readonly place: 'talking' | 'aside';
  /** Seats that are not rung: who hands it on. */
  readonly except: readonly string[];
  /** Asked before each is rung, and of who was heard: nobody is wanted any more where who was gone is back. */
  readonly isWanted?: () => boolean;
}

/** An outside telephone is rung as long as any. */
const OUTSIDE_RING_MS = 45_000;

export type RingTarget = (call: string, to: Target, wish: RingWish) => Promise<RingEnd>;

/**
 * Rings one seat after the other, or an outside number, into a live call, until somebody is heard. Whoever else was rung at
 * the same time is let go, and a call that ends meanwhile rings nobody any more.
 */
export const ringsWith = (parts: RingingParts): RingTarget => {
  const { calls, inviting } = parts;

  const ringOutside = async (call: CallHere, phone: string, place: RingWish['place']): Promise<RingEnd> => {
    const id = call.claim.call;
    // No channel is taken for nothing.
    if (placesIn(call) === 0) return { isThere: false, because: 'callFull' };
    const way = await parts.outside(call, phone);
    if ('because' in way) return { isThere: false, because: way.because };
    const who: PartyWho = { type: 'outside', phone: way.phone };
    const isThere = await inviting.ring(id, { who, way: way.way, ringMs: OUTSIDE_RING_MS, place }).joined;
    return isThere ? { isThere } : notTaken(id);
  };

  /** Nobody came; that a call is over is no news to who was in it. */
  const notTaken = (call: string, because = 'notTaken'): RingEnd => ({
    isThere: false,
    because: calls.find(call)?.kind === 'talking' ? because : null,
  });

  const ringSeat = async (
    call: CallHere,
    { seat, ringMs, release }: Found,
    wish: RingWish,
  ): Promise<Ringing | null> => {
    const id = call.claim.call;
    const now = calls.find(id);
    if (now?.kind !== 'talking') {
      release();
      return null;
    }
    const [seen] = await Promise.all([parts.seenBy(now, seat), parts.offered(now, seat, wish.kind)]);
    const way = await parts.phones.wayTo(seat, { call: id, kind: wish.kind, ...seen });
    if (way === null || calls.find(id)?.kind !== 'talking') {
      release();
      return null;
    }
    const ringing = inviting.ring(id, { who: { type: 'seat', seat }, way, ringMs, place: wish.place });
    void ringing.joined.then(joined => joined || release());
    return ringing;
  };

  const ringRound = async (call: CallHere, found: readonly Found[], wish: RingWish): Promise<Ringing | null> => {
    const all = await Promise.all(
      found.map(one =>
        ringSeat(call, one, wish).catch(() => {
          one.release();
          return null;
        }),
      ),
    );
    const rung = all.filter(one => one !== null);
    const winner = await firstOf(rung);
    for (const one of rung)
      if (one !== winner) {
        one.stop();
        // Two who answered in the same moment: the second is let go.
        void one.joined.then(joined => joined && calls.ask(call.claim.call, letGo(one.party)));
      }
    return winner;
  };

  return async (id, to, wish) => {
    const call = calls.find(id);
    if (call === null) return { isThere: false, because: null };
    if (to.type === 'outside') return ringOutside(call, to.phone, wish.place);
    const { isWanted = () => true } = wish;
    const hunt = parts.hunt({ merchantId: call.claim.merchantId, call: id }, to, wish.except);
    for (let because = 'nobodyFree'; ; because = 'notTaken') {
      const now = calls.find(id);
      if (now?.kind !== 'talking' || !isWanted()) return { isThere: false, because: null };
      const places = placesIn(now);
      if (places === 0) return { isThere: false, because: 'callFull' };
      const found = await hunt.round(places);
      if (found.length === 0) return notTaken(id, because);
      const winner = await ringRound(call, found, wish);
      if (winner === null) continue;
      if (isWanted()) return { isThere: true };
      calls.ask(id, letGo(winner.party));
      return { isThere: false, because: null };
    }
  };
};

/** How many more may take part. */
const placesIn = ({ parties }: CallHere): number => Math.max(0, MOST_LEGS - 1 - parties.present.length);

const letGo = (party: string) => ({ type: 'part', party, by: 'platform', last: 'stay' }) as const;

/** The first who is heard; null: nobody is. */
const firstOf = (rung: readonly Ringing[]): Promise<Ringing | null> =>
  Promise.any(
    rung.map(async one => {
      if (!(await one.joined)) throw new Error('not taken');
      return one;
    }),
  ).catch(() => null);
