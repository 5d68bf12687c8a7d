import type { Offer, OfferRefusal } from '@lianxian/core';
import type { Exchange, IncomingLeg, LegSignal } from '@lianxian/telephony';

/**
 * Calls to us that nobody has taken yet: each is offered once, and either taken or refused. One that is left lying is
 * refused by itself, one whose caller has given up is still handed over, with its end.
 */
export interface Offers {
  /** Null when it was refused or taken already. */
  readonly take: (offer: string) => TakenOffer | null;
  readonly refuse: (offer: string, because: OfferRefusal, as?: RefusedAs) => void;
}

/** What a page is told: SIP's code, and the key of its own sentence. */
interface RefusedAs {
  readonly code: number;
  readonly key: string;
}

export interface TakenOffer {
  readonly leg: IncomingLeg;
  /** From now on; what came before is told again. */
  readonly hears: (hear: (signal: LegSignal) => void) => void;
}

/** Whoever decides looks into the database; longer, and the caller is better told to come back. */
const DECIDE_LIMIT_MS = 5_000;
const MAX_UNDECIDED = 200;
/** RFC 3261 §21.4.5, §21.4.18, §21.4.26, §21.5.4; with words of our own where the code's say too little. */
const ANSWERS: Readonly<Record<OfferRefusal, readonly [code: number, reason?: string]>> = {
  unknown: [404],
  unpublished: [480, 'Not In Service Yet'],
  tooPlain: [488, 'TLS And SRTP As Agreed'],
  full: [480, 'All Channels Busy'],
  notNow: [503],
};
const RETRY_AFTER_S = 10;
/** What pages say of themselves when they dial, and nodes of a call that they pass on; anything else in an INVITE is the network's. */
const OUR_HEADERS = ['x-plan-id', 'x-todo-id', 'x-log-id', 'x-call-kind', 'x-resume', 'x-shown'];
const MOST_SAID = 64;

interface Open {
  readonly leg: IncomingLeg;
  readonly seen: LegSignal[];
  hear: ((signal: LegSignal) => void) | null;
  readonly limit: NodeJS.Timeout;
}

export const openOffers = (exchange: Exchange, onOffer: ((offer: Offer) => void) | null): Offers => {
  const open = new Map<string, Open>();

  const refuseLeg = (leg: IncomingLeg, because: OfferRefusal) => {
    const [code, reason] = ANSWERS[because];
    if (because === 'notNow') leg.refuse(code, reason, RETRY_AFTER_S);
    else leg.refuse(code, reason);
  };

  const refuse = (offer: string, because: OfferRefusal, as?: RefusedAs): void => {
    const found = open.get(offer);
    if (found === undefined) return;
    clearTimeout(found.limit);
    open.delete(offer);
    if (as === undefined) refuseLeg(found.leg, because);
    else found.leg.refuse(as.code, as.key, undefined, [{ name: 'X-Because', value: as.key }]);
  };

  exchange.onIncoming(leg => {
    if (onOffer === null) return null;
    if (open.size >= MAX_UNDECIDED) {
      refuseLeg(leg, 'notNow');
      return () => undefined;
    }
    const limit = setTimeout(() => refuse(leg.leg, 'notNow'), DECIDE_LIMIT_MS).unref();
    const one: Open = { leg, seen: [], hear: null, limit };
    open.set(leg.leg, one);
    onOffer({
      offer: leg.leg,
      from: leg.from,
      called: leg.called,
      source: leg.source.host,
      account: leg.account,
      registration: leg.registration,
      isSecret: leg.isSecret,
      isEncrypted: leg.isEncrypted,
      headers: saidBy(leg),
    });
    return signal => {
      if (one.hear !== null) return one.hear(signal);
      one.seen.push(signal);
    };
  });

  return {
    take: offer => {
      const found = open.get(offer);
      if (found === undefined) return null;
      clearTimeout(found.limit);
      open.delete(offer);
      return {
        leg: found.leg,
        hears: hear => {
          found.hear = hear;
          for (const signal of found.seen.splice(0)) hear(signal);
        },
      };
    },
    refuse,
  };
};

const saidBy = (leg: IncomingLeg): Readonly<Record<string, string>> =>
  Object.fromEntries(
    OUR_HEADERS.flatMap(name => {
      const value = leg.header(name);
      return value === null ? [] : [[name, value.slice(0, MOST_SAID)]];
    }),
  );
