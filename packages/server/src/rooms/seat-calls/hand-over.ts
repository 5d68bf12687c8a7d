import type { CallHere, CallsHere, Found, HuntFor, huntsWith, RingAs, SeatPhones } from '../seat-boxes/index.ts';

/** A seat, reserved for a call; `release` tells that it does not take it. */
interface Handed<Way> {
  readonly seat: string;
  readonly way: Way;
  readonly ringMs: number;
  readonly release: () => void;
}

/** Seats for a call that a plan hands over: the next to ring, or several at once; none: nobody is left. */
export type HandOver<Way> = (call: string, merchantId: string, to: HuntFor) => () => Promise<readonly Handed<Way>[]>;

interface HandOverParts<Way> {
  readonly calls: CallsHere;
  readonly phones: Pick<SeatPhones<Way>, 'wayTo'>;
  readonly hunt: ReturnType<typeof huntsWith>;
  /** As this seat may see the callee. */
  readonly seenBy: (call: CallHere, seat: string) => Promise<Pick<RingAs, 'from' | 'displayName'>>;
  /** What was said so far is there before its telephone rings. */
  readonly offered: (call: CallHere, seat: string, kind: RingAs['kind']) => Promise<void>;
}

/** Who was found and cannot be rung after all is released, and the next looked for; for a call that is over nobody is. */
export const handsOverWith =
  <Way>({ calls, phones, hunt, seenBy, offered }: HandOverParts<Way>): HandOver<Way> =>
  (call, merchantId, to) => {
    const hunting = hunt({ merchantId, call }, to);
    /** One that is being filed is still found: what is kept for its seats now would stay. */
    const liveCall = (): CallHere | null => {
      const seen = calls.find(call);
      return seen?.kind === 'talking' ? seen : null;
    };
    const reserved = async ({ seat, ringMs, release }: Found): Promise<readonly Handed<Way>[]> => {
      const seen = liveCall();
      // What its page shows is not in the way of its telephone.
      const told = seen && offered(seen, seat, 'handover').catch(() => undefined);
      // Whom it may not be shown as, for the database is silent, it is not rung for.
      const [as] = await Promise.all([seen && seenBy(seen, seat).catch(() => null), told]);
      const way = as && (await phones.wayTo(seat, { call, kind: 'handover', ...as }).catch(() => null));
      if (way !== null) return [{ seat, way, ringMs, release }];
      release();
      return [];
    };
    const next = async (): Promise<readonly Handed<Way>[]> => {
      const found = await hunting.round();
      if (found.length === 0) return [];
      const all = (await Promise.all(found.map(reserved))).flat();
      return all.length > 0 || liveCall() === null ? all : next();
    };
    return next;
  };
