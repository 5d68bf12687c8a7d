import { CALL_TOPICS, type RefusalKey } from '@lianxian/contract';
import { type Instant, maskPhone, type Offer } from '@lianxian/core';
import type { Bus } from '../../platform/bus.ts';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSender } from '../../platform/push/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { ClaimedCall } from '../dialler/index.ts';
import {
  type CallHere,
  type CallsHere,
  createInviting,
  huntsWith,
  keepsStates,
  MOVED_CHANNEL,
  type Outside,
  openSeats,
  type RingAs,
  ringsWith,
  type SeatPhones,
  type SeatsAnywhere,
  seatsAnywhere,
  tellsMoves,
} from '../seat-boxes/index.ts';
import {
  groupsOfSeat,
  groupToRing,
  numberTokens,
  seatOf,
  seatOfAccount,
  seatOfExtension,
  seatSettingsOf,
  seatsElsewhere,
  tellNotDone,
  tellSeatCall,
} from '../seats/index.ts';
import { createActs, endsPauses } from './acts.ts';
import { createAway } from './away.ts';
import type { Summarise } from './before.ts';
import { idOf } from './dial.policy.ts';
import { type HandOver, handsOverWith } from './hand-over.ts';
import { joinsLeftApart } from './left-apart.ts';
import { createLiveSeatCalls } from './live-calls.ts';
import { createSeatOffers, type DialledBy } from './offers.ts';
import { openOrders } from './orders.ts';
import { placeOut, placeWithin } from './place-out.ts';
import { beginWork, finishTodo, knownSeat, overElsewhere, seesPhones } from './seat-calls.store.ts';

/**
 * The seats whose telephones this process holds, and their calls (docs/seats.md): who is registered, what a seat dials, whom a
 * call is handed to, what a seat does in its call, and what becomes of the call when it is gone.
 *
 * Invariants: a seat has one call at a time; a call that a seat makes lives where its telephone is, and stays there, wherever those
 * are registered who are rung into it; nothing here is in the way of a talk: what is written and told comes after it.
 */
export interface SeatCalls<Way> {
  readonly registered: (account: string, isNew: boolean) => void;
  readonly unregistered: (account: string, isTakenBack: boolean) => void;
  /** A call has moved, or who takes part in it has. */
  readonly onCall: (seen: CallHere) => void;
  /** A seat's telephone calls. */
  readonly onOffer: (offer: Offer) => Promise<void>;
  /** Another node rings a seat of this one, for a call of its own. */
  readonly onOfferOf: (node: string, offer: Offer) => void;
  /** Puts a seat in the way of a call, wherever its telephone is; false: it is not free any more. */
  readonly reserve: (seat: string, call: string) => boolean;
  /** Seats for a call that is handed over by a plan: the next to ring, or several at once; none: nobody is left. */
  readonly handOver: HandOver<Way>;
  readonly close: () => Promise<void>;
}

export interface SeatCallsParts<Way> {
  readonly db: UnscopedDb;
  readonly bus: Bus;
  readonly push: PushSender;
  readonly log: Log;
  readonly secrets: Secrets;
  /** This node. */
  readonly owner: string;
  readonly clock: { readonly now: () => Instant; readonly toDate: (at: Instant) => Date };
  readonly calls: CallsHere;
  readonly phones: SeatPhones<Way>;
  readonly outside: Outside;
  readonly hasRoom: () => Promise<boolean>;
  readonly summarise: Summarise;
  /** The row stands: dials, and takes the seat's own INVITE into the call. */
  readonly dial: (claim: ClaimedCall, by: DialledBy) => Promise<void>;
  /** Passes a call of another node on to the telephone of a seat; `over` is told once. False: it has none here. */
  readonly relay: (offer: Offer, seat: string, over: () => void) => boolean;
  readonly nodesGone: (nodes: readonly string[]) => Promise<readonly string[]>;
  readonly refuse: (offer: string, answer: { readonly code: number; readonly because: RefusalKey }) => void;
}

/** A seat that comes back answers at once; a page that is still loading has not registered. */
const REJOIN_RING_MS = 10_000;

export const openSeatCalls = <Way>(parts: SeatCallsParts<Way>): SeatCalls<Way> => {
  const { db, bus, push, log, secrets, owner, clock, calls, phones } = parts;
  const tokens = numberTokens(secrets);
  const settingsOf = (merchantId: string) => seatSettingsOf(merchantDb(db, merchantId));

  const { summarise } = parts;
  const live = createLiveSeatCalls({ db, log, node: owner, toDate: clock.toDate, summarise, ...tellsPages(push) });

  const seenBy = seesCallees(parts);
  const rejoin = bringsBack(parts, seenBy);
  const rejoins = (seat: string, call: CallHere): void =>
    void rejoin(seat, call).catch((error: unknown) =>
      log.warn({ err: error, call: call.claim.call }, 'a seat was not brought back into its call'),
    );

  const movedAway = (seat: string): void => {
    phones.forget(seat);
    seats.movedAway(seat);
  };
  const shows = keepsStates(parts, movedAway);
  const tellElsewhere = tellsMoves(parts);
  const seats = openSeats({
    log,
    now: clock.now,
    calls,
    seatOf: async seat => (await seatOf(db, seat)) ?? null,
    shows,
    rejoin: rejoins,
    tellElsewhere,
    callsOver: held => overElsewhere(db, held, parts.nodesGone),
  });
  const anywhere: SeatsAnywhere = seatsAnywhere({
    find: seats.find,
    clock,
    elsewhere: (merchantId, ids) => seatsElsewhere(db, { merchantId, seats: ids, node: owner }),
  });
  const inviting = createInviting(calls);
  const hunt = huntsWith({
    groupOf: async (merchantId, group) => (await groupToRing(db, merchantId, group)) ?? null,
    ringMsOf: async merchantId => (await settingsOf(merchantId)).ringS * 1_000,
    seats: anywhere,
  });
  const ring = ringsWith({ calls, inviting, hunt, phones, outside: parts.outside, seenBy, offered: live.offered });
  const away = createAway({
    ...{ calls, ring, rejoin: rejoins, now: clock.now },
    limitMsOf: async merchantId => (await settingsOf(merchantId)).awayLimitS * 1_000,
    groupsOf: (merchantId, seat) => groupsOfSeat(db, { merchantId, seat }),
    failed: error => log.warn({ err: error }, 'nobody was found for a call whose seat is gone'),
  });
  const leftApart = joinsLeftApart(calls);
  const pauses = endsPauses(calls);
  const orders = openOrders({
    ...{ db, bus, log, owner },
    act: createActs({
      ...{ calls, ring },
      failed: error => log.warn({ err: error }, 'who is to be rung was not found'),
      rejoin: (seat, call) => {
        seats.again(seat, call);
        return rejoin(seat, call);
      },
    }),
    refused: ({ merchantId, employeeId: seat, callId, order }, because) => {
      if (order.type === 'act') tellNotDone(push, { merchantId, seat, callId }, { act: order.act, because });
    },
    movedFrom: seats.movedFrom,
    setState: (seat, state, reason) => seats.find(seat)?.feed(wishOf(state, reason)),
  });
  const promises = keepsPromises(parts);
  const moved = bus.listen(MOVED_CHANNEL, payload => {
    const [seat = '', node] = payload.split(' ');
    if (node !== owner) movedAway(seat);
  });
  moved.catch((error: unknown) => log.warn({ err: error }, 'seats that moved to another node are noticed late'));

  return {
    registered: (account, isNew) => seats.registered(account, isNew),
    unregistered: seats.unregistered,
    onCall: seen => {
      seats.onCall(seen);
      inviting.onCall(seen);
      away.onCall(seen);
      live.onCall(seen);
      leftApart(seen);
      pauses(seen);
      if (seen.kind === 'ended') promises.onEnded(seen);
    },
    onOffer: createSeatOffers({
      ...{ log, find: seats.arrived, standing: anywhere.standing },
      ...{ hasRoom: parts.hasRoom, dial: parts.dial, refuse: parts.refuse },
      seatOf: seat => knownSeat(db, seat),
      seatAt: async (merchantId, extension) => (await seatOfExtension(db, merchantId, extension)) ?? null,
      numberOf: async ({ merchantId, seat }, token) =>
        tokens.read(token, { merchantId, employeeId: seat }, clock.toDate(clock.now())),
      placeOut: (seat, number) => placeOut({ db, secrets, owner }, seat, number),
      placeWithin: (seat, to) => placeWithin({ db, owner }, seat, to),
      begun: ({ merchantId, call }, seat, { planId, todoId }) => {
        if (todoId !== null) {
          promises.made(call, { todo: todoId, seat });
          live.callsBack({ merchantId, call }, seat);
        }
        beginWork(db, { merchantId, call, seat, planId }).catch((error: unknown) =>
          log.warn({ err: error, call }, 'the guide of a call is not kept with it'),
        );
      },
    }),
    onOfferOf: takesFromNodes(parts, seats),
    reserve: (seat, call) => anywhere.reserve(seat, call) !== null,
    handOver: handsOverWith({ calls, phones, hunt, seenBy, offered: live.offered }),
    close: async () => {
      void moved.then(stop => stop()).catch(() => undefined);
      await orders.close();
      away.close();
      await seats.close();
      tellElsewhere.stop();
      await shows.close();
      await live.close();
    },
  };
};

/** SIP's word for a telephone that is in use (RFC 3261 §21.4.18). */
const BUSY = 486;

const wishOf = (state: 'idle' | 'break' | 'wrapUpOver', reason: string) =>
  state === 'break'
    ? ({ type: 'breakTaken', reason } as const)
    : ({ type: state === 'idle' ? 'breakEnded' : 'wrapUpOver' } as const);

/** Pages of the seats that are in a call, and of who is no more. */
const tellsPages = (push: PushSender): Pick<Parameters<typeof createLiveSeatCalls>[0], 'tell' | 'left'> => ({
  tell: ({ merchantId, seat, call }, what) => tellSeatCall(push, { merchantId, seat, callId: call }, what),
  left: ({ merchantId, seat }) => push.topicsChanged(merchantId, seat, CALL_TOPICS),
});

type SeenBy = (call: CallHere, seat: string) => Promise<Pick<RingAs, 'from' | 'displayName'>>;

/** As a seat may see who is called. */
const seesCallees = ({ db, secrets, clock }: Pick<SeatCallsParts<never>, 'db' | 'secrets' | 'clock'>): SeenBy => {
  const tokens = numberTokens(secrets);
  return async ({ claim }, seat) => {
    const { merchantId, phone } = claim;
    if (claim.origin === 'internal') return { from: claim.callerNumber, displayName: '' };
    if (await seesPhones(db, merchantId, seat)) return { from: phone, displayName: '' };
    const from = tokens.of(phone, { merchantId, employeeId: seat }, clock.toDate(clock.now()));
    return { from, displayName: maskPhone(phone) };
  };
};

/** A seat of a call is rung anew: its new leg takes the place of the old one. */
const bringsBack =
  <Way>({ calls, phones }: Pick<SeatCallsParts<Way>, 'calls' | 'phones'>, seenBy: SeenBy) =>
  async (seat: string, call: CallHere): Promise<void> => {
    const { claim, parties } = call;
    const own = parties.present.find(({ who }) => who.type === 'seat' && who.seat === seat);
    if (own === undefined) return;
    const way = await phones.wayTo(seat, { call: claim.call, kind: 'resume', ...(await seenBy(call, seat)) });
    if (way === null) return;
    calls.ask(claim.call, { type: 'attach', party: own.party, from: { way }, ringTimeoutMs: REJOIN_RING_MS });
  };

/** To-dos that calls were made for: one that was talked is done. */
const keepsPromises = ({ db, log }: Pick<SeatCallsParts<never>, 'db' | 'log'>) => {
  const promised = new Map<string, { readonly todo: string; readonly seat: string }>();
  return {
    made: (call: string, of: { readonly todo: string; readonly seat: string }) => void promised.set(call, of),
    onEnded: ({ claim, answeredAt }: CallHere): void => {
      const { call, merchantId, phone } = claim;
      const kept = promised.get(call);
      promised.delete(call);
      if (kept === undefined || answeredAt === null) return;
      finishTodo(db, { merchantId, call, phone, ...kept }).catch((error: unknown) =>
        log.warn({ err: error, call }, 'a to-do stays open though its call was made'),
      );
    },
  };
};

/** Another node rings a seat of this one: its telephone, or busy. */
const takesFromNodes =
  <Way>(
    { relay, refuse }: Pick<SeatCallsParts<Way>, 'relay' | 'refuse'>,
    seats: Pick<ReturnType<typeof openSeats>, 'rungFrom' | 'notRung'>,
  ): SeatCalls<Way>['onOfferOf'] =>
  (node, offer) => {
    const seat = seatOfAccount(offer.called[0] ?? '');
    const call = idOf(offer.headers?.['x-log-id'] ?? null);
    const busy = { code: BUSY, because: 'colleagueBusy' } as const;
    if (seat === null || call === null || !seats.rungFrom(node, seat, call)) return refuse(offer.offer, busy);
    if (relay(offer, seat, () => seats.notRung(seat, call))) return;
    seats.notRung(seat, call);
    refuse(offer.offer, busy);
  };
