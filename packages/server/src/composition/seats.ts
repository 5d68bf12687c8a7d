/**
 * Seats as the SIP port of this process uses them: who signs in, how a seat is rung, how what it dials leaves, and to whom a
 * call is handed. Composed by hand, as the rest of the house.
 */
import { type HangUpBecause, notDialled, type Offer, type PartyOrder } from '@lianxian/core';
import type { OpenExchange, RegistrarPorts, StoredBinding } from '@lianxian/telephony';
import { now, toDate } from '../media-worker/clock.ts';
import { outsideOver } from '../rooms/attempts/index.ts';
import type { ClaimedCall, Dialler, LiveCall, Way } from '../rooms/dialler/index.ts';
import type { wayOver } from '../rooms/lines/index.ts';
import { numberKeyWith } from '../rooms/rules/index.ts';
import type { CallHere, CallsHere, HuntFor, RingAs } from '../rooms/seat-boxes/index.ts';
import { openSeatCalls, type SeatCalls, type SeatCallsParts } from '../rooms/seat-calls/index.ts';
import { openSeatAccounts, seatAccountOf, seatOfAccount } from '../rooms/seats/index.ts';
import type { SipSwitchboard } from '../switchboard/sip.ts';
import type { PartyWay, SeatHunt, SipRoute } from '../switchboard/sip-options.ts';
import { isInnerName, nodeOfOffer, type Peers } from './peers.ts';
import type { CallsContext } from './process-context.ts';
import type { MerchantSpeech } from './speech.ts';

/** With the accounts of seats and of other nodes beside those of gateways; who came and who went is told to the seats. */
export const withSeats = (
  gateways: RegistrarPorts,
  { database, secrets }: CallsContext,
  peers: Pick<Peers, 'find'>,
  seats: () => SeatCalls<PartyWay> | null,
): RegistrarPorts => {
  const accounts = openSeatAccounts(database.db, secrets);
  return {
    ...gateways,
    accounts: {
      find: async (username, realm) =>
        peers.find(username) ??
        (await (seatOfAccount(username) === null ? gateways.accounts.find(username, realm) : accounts.find(username))),
    },
    isInner: isInnerName,
    onRegistered: (account, { isNew }) => seats()?.registered(account, isNew),
    onUnregistered: (account, { isTakenBack }) => seats()?.unregistered(account, isTakenBack),
  };
};

/** A seat's own telephone calls, or another node rings one. */
export const isOfSeat = (offer: Offer): boolean =>
  seatOfAccount(offer.account ?? '') !== null || nodeOfOffer(offer) !== null;

interface SeatsParts {
  /** This node. */
  readonly owner: string;
  readonly exchange: OpenExchange;
  readonly dialler: Dialler<SipRoute>;
  readonly switchboard: Pick<SipSwitchboard, 'tell' | 'relay'>;
  readonly peers: Peers;
  /** How a claimed call leaves over its line. */
  readonly wayOf: (claim: ClaimedCall) => Promise<Way<SipRoute>>;
  /** How an outside number is dialled over the line of a call. */
  readonly way: ReturnType<typeof wayOver>;
  /** What a worker needs to carry a call in which no robot speaks. */
  readonly talkOf: (claim: ClaimedCall) => Promise<Omit<SipRoute, 'trunk'>>;
  readonly speech: Pick<MerchantSpeech, 'world'>;
}

/** Told by the database when a secret holds no more: merchant, employee, and the instant in ms. */
const SEAT_SECRET_CHANNEL = 'seat_secret';
/** A call's own party is its first; a colleague who is called the second. */
const DIALLER = '1';
const CALLED = '2';
/** By which way a telephone came: a page's are ICE and DTLS-SRTP. */
const isPage = ({ contact }: StoredBinding): boolean => /;transport=wss?\b/i.test(contact);

const trunkTo = (exchange: OpenExchange, seat: string): PartyWay['trunk'] | null => {
  const binding = exchange.bindingsOf(seatAccountOf(seat))[0];
  if (binding === undefined) return null;
  const { contact, flow, source } = binding;
  return {
    target: source,
    binding: { contact, flow, source },
    webRtc: isPage(binding),
    codecs: ['PCMA'],
    loopback: false,
    realTimeText: false,
  };
};

const headersOf = ({ call, kind }: RingAs): NonNullable<PartyWay['headers']> => [
  { name: 'X-Log-Id', value: call },
  { name: 'X-Call-Kind', value: kind },
  ...(kind === 'resume' ? [{ name: 'X-Resume', value: '1' }] : []),
];

/** Here, or with the node that has it: that one is told beside the rest how the number is shown. */
const phonesOf = (exchange: OpenExchange, peers: Peers): SeatCallsParts<PartyWay>['phones'] => ({
  wayTo: async (seat, as) => {
    const trunk = trunkTo(exchange, seat);
    const { from, displayName } = as;
    if (trunk !== null) return { trunk, to: seatAccountOf(seat), from, displayName, headers: headersOf(as) };
    const elsewhere = await peers.wayTo(seat);
    return elsewhere && { ...elsewhere, from, headers: [...headersOf(as), { name: 'X-Shown', value: displayName }] };
  },
  forget: seat => exchange.unbind(seatAccountOf(seat)),
});

/** A call of another node that rings a seat of this one, as its telephone is to see it. */
const wayOn = (exchange: OpenExchange, seat: string, { from, headers = {} }: Offer): PartyWay | null => {
  const trunk = trunkTo(exchange, seat);
  if (trunk === null) return null;
  const passed = ['X-Log-Id', 'X-Call-Kind', 'X-Resume'].flatMap(name => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [{ name, value }];
  });
  return { trunk, to: seatAccountOf(seat), from, displayName: headers['x-shown'] ?? '', headers: passed };
};

/** Calls of this process, as seats look at them. */
const callsHereOf = (dialler: Dialler<SipRoute>): CallsHere => ({
  find: call => {
    const live = dialler.find(call);
    return live === undefined ? null : seenOf(live);
  },
  ofSeat: seat =>
    dialler.live().flatMap(id => {
      const live = dialler.find(id);
      const isIn = live?.progress().parties.present.some(({ who }) => who.type === 'seat' && who.seat === seat);
      return live !== undefined && isIn === true ? [seenOf(live)] : [];
    }),
  ask: (call: string, order: PartyOrder) => dialler.ask(call, order),
  hangUp: (call: string, by: 'seat' | 'platform', because?: HangUpBecause) => dialler.hangUp(call, by, because),
});

const seenOf = ({ claim, talk, progress, isEnding }: LiveCall<SipRoute>): CallHere => {
  const { kind, parties, answeredAt } = progress();
  return { claim, talk, parties, answeredAt, kind: isEnding ? 'ended' : kind };
};

/** Seats of this node, and what of them others in this process are told. */
export interface SeatsHere {
  readonly calls: SeatCalls<PartyWay>;
  readonly onPeople: (live: LiveCall<SipRoute>) => void;
  readonly huntFor: (claim: ClaimedCall, to: HuntFor) => SeatHunt;
  readonly onOffer: (offer: Offer) => void;
  readonly close: () => Promise<void>;
}

export const seatsOn = (context: CallsContext, parts: SeatsParts): SeatsHere => {
  const { database, bus, push, log, secrets } = context;
  const { owner, exchange, dialler, switchboard, peers } = parts;
  const { db } = database;
  const phones = phonesOf(exchange, peers);
  const overLine = outsideOver<ClaimedCall, PartyWay['trunk']>({
    ...{ db, log, numberKey: numberKeyWith(secrets), wayOver: parts.way },
  });

  /** A colleague who is called is reserved for it, or the call does not leave. */
  const wayWithin = async (claim: ClaimedCall, seat: string): Promise<Way<SipRoute>> => {
    const as: RingAs = { call: claim.call, kind: 'internal', from: claim.callerNumber, displayName: '' };
    const talk = await parts.talkOf(claim);
    const way = await phones.wayTo(seat, as);
    if (way === null || !calls.reserve(seat, claim.call)) return { verdict: notDialled('colleagueBusy') };
    const called = { party: CALLED, who: { type: 'seat', seat }, way } as const;
    return { route: { trunk: null, ...talk }, phone: claim.phone, isHeard: false, called };
  };

  const calls = openSeatCalls<PartyWay>({
    ...{ db, bus, push, log, secrets, owner, phones },
    clock: { now, toDate },
    calls: callsHereOf(dialler),
    hasRoom: dialler.hasRoom,
    summarise: ({ merchantId, call: callId }, talk, limits) =>
      parts.speech.world.summary(talk, { merchantId, callId, ...limits, onUse: use => dialler.onUsed(callId, use) }),
    outside: async ({ claim }, phone) => {
      // Such a call has no number of a line that could be shown.
      if (claim.origin === 'internal') return { because: 'notAllowed' };
      const found = await overLine(claim, phone);
      if (found.because !== undefined) return { because: found.because };
      const { trunk, phone: to, callerNumber: from, giveBack } = found;
      return { way: { trunk, to, from, giveBack } satisfies PartyWay, phone };
    },
    dial: (claim, { offer, seat, called, mayNot }) => {
      const party = { party: DIALLER, who: { type: 'seat', seat }, offer, ...(mayNot && { warning: mayNot }) } as const;
      const way = called === null ? parts.wayOf(claim) : wayWithin(claim, called);
      return way.then(
        found => dialler.dialByHand(claim, found, party),
        (error: unknown) => {
          log.error({ err: error, call: claim.call }, 'a call of a seat could not be started');
          dialler.dialByHand(claim, { verdict: notDialled('callDefect') }, party);
        },
      );
    },
    relay: (offer, seat, over) => {
      const way = wayOn(exchange, seat, offer);
      if (way !== null) switchboard.relay(offer.offer, way, over);
      return way !== null;
    },
    nodesGone: peers.gone,
    refuse: (offer, { code, because: key }) =>
      switchboard.tell({ type: 'refuse', offer, because: 'notNow', as: { code, key } }),
  });

  const ends = endsTelephones(context, exchange);

  return {
    calls: {
      ...calls,
      registered: (account, isNew) => {
        ends.registered(account);
        calls.registered(account, isNew);
      },
      unregistered: (account, isTakenBack) => {
        ends.unregistered(account);
        calls.unregistered(account, isTakenBack);
      },
    },
    onPeople: live => calls.onCall(seenOf(live)),
    onOffer: offer => {
      const node = nodeOfOffer(offer);
      if (node === null) void calls.onOffer(offer);
      else calls.onOfferOf(node, offer);
    },
    huntFor: (claim, to) => {
      const next = calls.handOver(claim.call, claim.merchantId, to);
      return {
        next: async () => {
          const found = await next();
          if (found.length === 0) return null;
          return found.map(({ seat, way: { giveBack: _, ...way }, ringMs, release }) => {
            const who = { type: 'seat', seat } as const;
            return { ...way, who, ringMs, taken: () => undefined, giveBack: release };
          });
        },
      };
    },
    close: async () => {
      ends.close();
      await calls.close();
    },
  };
};

/** An end that nobody tells of (a sign-in that expires, a merchant that is switched off) is noticed within this. */
const LOOK_MS = 5_000;

/**
 * Whose secret holds no more has no telephone: what registered before is unbound at once, and the secret looked up, for the
 * clocks of two machines are never one. What was told while nobody heard is looked up when the bus is back.
 */
const endsTelephones = ({ database, bus, log, secrets }: CallsContext, exchange: OpenExchange) => {
  const accounts = openSeatAccounts(database.db, secrets);
  const here = new Set<string>();
  const look = (some: readonly string[]): void => {
    const askedAt = now();
    accounts.lapsed(some.filter(account => exchange.bindingsOf(account).length > 0)).then(
      lapsed => {
        for (const account of lapsed) exchange.unbind(account, ({ registeredAt }) => registeredAt <= askedAt);
      },
      (error: unknown) => log.warn({ err: error }, 'who signed out may have a telephone a while yet'),
    );
  };
  const listening = bus.listen(SEAT_SECRET_CHANNEL, payload => {
    const [, seat = '', at = ''] = payload.split('.');
    const account = seatAccountOf(seat);
    exchange.unbind(account, ({ registeredAt }) => toDate(registeredAt).getTime() <= Number(at));
    look([account]);
  });
  listening.catch((error: unknown) => log.warn({ err: error }, 'telephones of who signed out stay registered a while'));
  const lookAll = (): void => look([...here]);
  bus.onBack(lookAll);
  const looking = setInterval(lookAll, LOOK_MS).unref();
  return {
    registered: (account: string) => {
      here.add(account);
      // A seat is one telephone: what registered before, by a secret that was given before, rings and calls no more.
      const [newest, ...before] = exchange.bindingsOf(account);
      if (newest !== undefined && before.length > 0)
        exchange.unbind(account, ({ registeredAt }) => registeredAt < newest.registeredAt);
    },
    unregistered: (account: string) => void here.delete(account),
    close: () => {
      clearInterval(looking);
      void listening.then(stop => stop()).catch(() => undefined);
    },
  };
};
