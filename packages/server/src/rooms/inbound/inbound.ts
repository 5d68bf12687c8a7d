import { stored } from '@lianxian/contract';
import type { Offer, OfferRefusal } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { createKeyedQueue } from '../../platform/keyed-queue.ts';
import type { Log } from '../../platform/log.ts';
import { callerOf, coresOf } from './called.policy.ts';
import { type OfferedCall, ownersOf, type Place, placesOf, placesOfLine, writeOffered } from './inbound.store.ts';
import { lineNamed } from './line-name.policy.ts';
import { createMemory } from './memory.ts';
import { isTooPlain } from './plain.policy.ts';
import { createStrangers } from './strangers.policy.ts';

/**
 * Calls to us: whose number was called, and what answers it.
 *
 *   offer ─▶ room here? ─▶ whose number? ─▶ row written, claimed ─▶ take (180, prompts, 200, talk)
 *              │ no            │ nobody's        │ channels full, plan never published
 *              ▼ notNow        ▼ unknown         ▼ full, unpublished (its owner is told)
 *
 * A number is a line's only for calls that come by that line: by our registration with its carrier, by the account of
 * the gateway, or from the line's own address; so nobody takes another merchant's calls by writing its number down. Two
 * lines of one carrier with the same number: the one the platform gave it to, else the one that has had its calls, switched
 * off or not, else one that is registered there, else the one that has it longest (claims.store of the room of numbers).
 *
 * Invariants: nothing is answered before its row stands; a caller is told within seconds; what strangers dial costs a bounded
 * number of statements and bounded memory, and a name that is looked up slowly delays no other line's calls. A merchant whose
 * line is flooded takes one connection to the database, and no more of the node than it is let have.
 */
export interface Inbound {
  readonly onOffer: (offer: Offer) => Promise<void>;
  /** Lines were changed: what was remembered is looked up anew. */
  readonly forget: () => void;
}

interface InboundOptions {
  readonly db: UnscopedDb;
  readonly log: Log;
  /** This node. */
  readonly owner: string;
  readonly hasRoom: () => Promise<boolean>;
  /** Addresses of a line's host; empty when it cannot be found. */
  readonly addressesOf: (address: string) => Promise<readonly string[]>;
  /** Answers it; refuses by itself when it cannot. */
  readonly take: (claim: OfferedCall, offer: string) => Promise<void>;
  readonly refuse: (offer: string, because: OfferRefusal) => void;
  /** A notice to a person, in the bell. */
  readonly tell: (merchantId: string, employeeId: string, msg: string) => void;
}

/** The owner of a number is told once an hour that its calls are not answered. */
const TOLD_AGAIN_MS = 3_600_000;
/** How long a lookup counts; a change of a line is heard of at once. */
const REMEMBER_MS = 10_000;
/** Names of carriers stay where they are; one that cannot be found in time is on no call's way. */
const REMEMBER_HOSTS_MS = 60_000;
const HOST_LIMIT_MS = 2_000;

/** Rows written at once, each on a connection; a merchant's wait for each other anyway, for its lock of pacing. */
const WRITTEN_AT_ONCE = 3;
/** Of one merchant: whoever floods his own line is told to come back, and nobody else's caller waits for him. */
const MOST_DECIDING = 20;

export const openInbound = (options: InboundOptions): Inbound => {
  const { db, log, owner } = options;
  const inTurn = createKeyedQueue(WRITTEN_AT_ONCE);
  const deciding = new Map<string, number>();
  const known = createMemory<readonly Place[]>(REMEMBER_MS);
  const hosts = createMemory<readonly string[]>(REMEMBER_HOSTS_MS);
  const strangers = createStrangers();
  const told = createMemory<void>(TOLD_AGAIN_MS);

  const tellOwners = ({ merchantId, lineId, number }: Place): Promise<void> =>
    told(`${merchantId} ${lineId} ${number}`, async () => {
      for (const owner of await ownersOf(db, merchantId))
        options.tell(merchantId, owner, stored(['callUnanswered', { number }]));
    });

  const find = async (offer: Offer): Promise<Place | 'unknown' | 'notNow'> => {
    const name = offer.registration ?? offer.account;
    if (name !== null) {
      const line = lineNamed(name);
      if (line === null) return 'unknown';
      const places = await known(`line ${line.merchantId} ${line.lineId}`, () =>
        placesOfLine(db, line.merchantId, line.lineId),
      );
      return ofLine(offer, places) ?? 'unknown';
    }
    const refused = strangers.refused(offer.source, performance.now());
    if (refused !== null) return refused;
    const cores = coresOf(offer.called);
    const candidates = cores.length === 0 ? [] : await known(cores.join(' '), () => placesOf(db, cores));
    const areFrom = await Promise.all(candidates.map(place => isFrom(offer.source, place)));
    const claims = candidates.filter((_, index) => areFrom[index]);
    strangers.found(offer.source, claims.length > 0, performance.now());
    return claims.find(({ isOpen, merchantId }) => isOpen && merchantId === claims[0]?.merchantId) ?? 'unknown';
  };

  /** Practice calls come from this machine alone; gateways and registered lines prove themselves, they have no address. */
  const isFrom = async (source: string, { practice, access, address }: Place): Promise<boolean> => {
    if (practice) return /^127\./.test(source);
    if (access === 'gateway' || address === '') return false;
    return (await within(hosts(address, () => options.addressesOf(address)))).includes(source);
  };

  const write = async (place: Place, offer: Offer): Promise<Awaited<ReturnType<typeof writeOffered>> | 'notNow'> => {
    const { merchantId } = place;
    const before = deciding.get(merchantId) ?? 0;
    if (before >= MOST_DECIDING) return 'notNow';
    deciding.set(merchantId, before + 1);
    const isClaimed = (offer.registration ?? offer.account) === null;
    const offered = { owner, phone: callerOf(offer.from) || HIDDEN, isClaimed };
    try {
      return await inTurn(merchantId, () => writeOffered(db, place, offered));
    } finally {
      const left = (deciding.get(merchantId) ?? 1) - 1;
      if (left === 0) deciding.delete(merchantId);
      else deciding.set(merchantId, left);
    }
  };

  const decide = async (offer: Offer): Promise<OfferRefusal | null> => {
    if (!(await options.hasRoom())) return 'notNow';
    const place = await find(offer);
    if (typeof place === 'string') return place;
    if (isTooPlain(place, offer)) return 'tooPlain';
    const claim = await write(place, offer);
    if (claim === 'full' || claim === 'notNow') return claim;
    if (claim === null) return 'unknown';
    if (claim === 'unpublished') {
      await tellOwners(place);
      return 'unpublished';
    }
    await options.take(claim, offer.offer);
    return null;
  };

  return {
    onOffer: async offer => {
      try {
        const because = await decide(offer);
        if (because !== null) options.refuse(offer.offer, because);
      } catch (error) {
        log.warn({ err: error }, 'a call to us could not be taken');
        options.refuse(offer.offer, 'notNow');
      }
    },
    forget: known.forget,
  };
};

/** What stands in a record for who does not say his number. */
const HIDDEN = 'anonymous';

/** A line that is known by itself and tells no number of its own is called by the only one it has. */
const ofLine = ({ called }: Offer, places: readonly Place[]): Place | null => {
  const cores = new Set(coresOf(called));
  return places.find(({ core }) => cores.has(core)) ?? (places.length === 1 ? (places[0] ?? null) : null);
};

/** What is found later counts for the next call. */
const within = async (looking: Promise<readonly string[]>): Promise<readonly string[]> => {
  const late = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => late.resolve([]), HOST_LIMIT_MS);
  const found = await Promise.race([looking, late.promise]);
  clearTimeout(timer);
  return found;
};
