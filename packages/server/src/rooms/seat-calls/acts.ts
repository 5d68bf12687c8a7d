import { CALLEE, type CallParties, farSideOf, type PartyPlace } from '@lianxian/core';
import type { CallHere, CallsHere, RingEnd, RingTarget, Target } from '../seat-boxes/index.ts';
import type { SeatAct } from '../seats/index.ts';

/** What a seat does in a call of its own (`seat/act`). */
export interface Act {
  readonly call: string;
  readonly seat: string;
  readonly act: SeatAct;
  readonly to: Target | null;
  readonly party: string | null;
  readonly keys: string;
}

interface ActsParts {
  readonly calls: CallsHere;
  readonly ring: RingTarget;
  readonly rejoin: (seat: string, call: CallHere) => Promise<void>;
  /** Who is to be rung cannot be looked up now. */
  readonly failed: (error: unknown) => void;
}

type Party = CallParties['present'][number];

/** Whose call it is: of the seats that are in it, the one that came first; a colleague who was asked comes later. */
export const ownerOf = ({ present }: CallParties): string | null => {
  const first = present.find(({ who, stage }) => who.type === 'seat' && stage === 'joined');
  return first?.who.type === 'seat' ? first.who.seat : null;
};

/**
 * A pause of the recording is its seat's, who was given the right to one: a call that is somebody else's by now, or nobody's, is
 * recorded again, or one click would hide all that others say in it.
 */
export const endsPauses = ({ ask }: Pick<CallsHere, 'ask'>): ((seen: CallHere) => void) => {
  const pausedBy = new Map<string, string | null>();
  return ({ claim: { call }, kind, parties }) => {
    if (kind === 'ended' || parties.isRecording) return void pausedBy.delete(call);
    const owner = ownerOf(parties);
    if (!pausedBy.has(call)) pausedBy.set(call, owner);
    // Whoever else hears of this news comes first.
    if (pausedBy.get(call) !== owner) queueMicrotask(() => ask(call, { type: 'record', on: true }));
  };
};

/** Among seats a call is everybody's. */
const mayWithOthers = (parties: CallParties, seat: string): boolean =>
  parties.callee === null || ownerOf(parties) === seat;

/** Whoever waits for it stands again where they stood, as when nobody takes it. */
const ringsOrFails =
  ({ ring, failed }: Pick<ActsParts, 'ring' | 'failed'>): RingTarget =>
  (call, to, wish) =>
    ring(call, to, wish).catch((error: unknown) => {
      failed(error);
      return { isThere: false, because: 'callsAway' };
    });

/**
 * Carries out what seats do in their calls. Only the seat whose call it is does anything with others; who was asked, or takes part
 * in a conference, may leave. What is done to *the other side* is done to the callee, or among seats to the first who is in the call
 * with the seat. What cannot be done any more is not done; why somebody was not brought in is answered.
 */
export const createActs = (parts: ActsParts): ((act: Act) => Promise<string | null>) => {
  const { calls, rejoin } = parts;
  const { place, placeFar, join, endsDeserted, leave } = ordersTo(calls);
  const ring = ringsOrFails(parts);

  const joinNow = (call: string): void => {
    const now = calls.find(call);
    if (now !== null && !endsDeserted(call, now)) join(call, now.parties);
  };

  /** Calls for which somebody is rung by a seat that waits for it. */
  const ringing = new Set<string>();
  /** Asked twice it rings once: two who took it would both be in the call. */
  const once = async (call: string, work: () => Promise<RingEnd>): Promise<string | null> => {
    if (ringing.has(call)) return null;
    ringing.add(call);
    const end = await work().finally(() => ringing.delete(call));
    return end.isThere ? null : end.because;
  };

  const consult = async ({ call, seat }: Act, seen: CallHere, own: Party, to: Target): Promise<RingEnd> => {
    placeFar(call, seen, own, 'held');
    place(call, own.party, 'aside');
    const end = await ring(call, to, { kind: 'consult', place: 'aside', except: [seat] });
    const isWaited = calls.find(call)?.parties.present.some(({ party }) => party === own.party);
    // Who asked has hung up meanwhile: the colleague has the call.
    if (!end.isThere || isWaited !== true) joinNow(call);
    return end;
  };

  const transfer = async ({ call, seat }: Act, seen: CallHere, own: Party, to: Target): Promise<RingEnd> => {
    placeFar(call, seen, own, 'held');
    const end = await ring(call, to, { kind: 'transfer', place: 'talking', except: [seat] });
    const now = calls.find(call);
    if (now === null || endsDeserted(call, now)) return end;
    placeFar(call, seen, own, 'talking');
    // Nobody: it is back with who had it.
    if (end.isThere) leave(call, own, 'stay');
    return end;
  };

  const conference = async ({ call, seat }: Act, to: Target): Promise<RingEnd> => {
    const end = await ring(call, to, { kind: 'transfer', place: 'talking', except: [seat] });
    const now = calls.find(call);
    // Nobody came: everybody stands where they stood.
    if (end.isThere) joinNow(call);
    else if (now !== null) endsDeserted(call, now);
    return end;
  };

  const swap = (call: string, seen: CallHere, own: Party): void => {
    const others = asideWith(seen, own);
    const toFar = own.place === 'aside';
    for (const { party } of others) place(call, party, toFar ? 'held' : 'aside');
    placeFar(call, seen, own, toFar ? 'talking' : 'held');
    place(call, own.party, toFar ? 'talking' : 'aside');
  };

  const hangUp = (call: string, seen: CallHere, own: Party): void => {
    if (seen.kind !== 'talking') calls.hangUp(call, 'seat');
    else leave(call, own, 'end');
  };

  const drop = (call: string, seen: CallHere, own: Party, party: string | null): void => {
    if (party === null || party === CALLEE || party === own.party) return;
    calls.ask(call, { type: 'part', party, by: 'seat', last: 'stay' });
    if (asideWith(seen, own).some(each => each.party === party)) join(call, seen.parties);
  };

  const withOthers = async (act: Act, seen: CallHere, own: Party): Promise<string | null> => {
    const { call, to } = act;
    switch (act.act) {
      case 'consult':
        return to === null ? null : once(call, () => consult(act, seen, own, to));
      case 'swap':
        swap(call, seen, own);
        return null;
      case 'transfer': {
        if (to !== null) return once(call, () => transfer(act, seen, own, to));
        if (asideWith(seen, own).length === 0) return null;
        join(call, seen.parties);
        leave(call, own, 'stay');
        return null;
      }
      case 'conference':
        if (to !== null) return once(call, () => conference(act, to));
        joinNow(call);
        return null;
      case 'drop':
        drop(call, seen, own, act.party);
        return null;
      default:
        return null;
    }
  };

  return async act => {
    const { call, seat } = act;
    const seen = calls.find(call);
    const own = seen?.parties.present.find(({ who }) => who.type === 'seat' && who.seat === seat);
    if (seen === null || own === undefined) return null;
    if (act.act === 'hangUp') hangUp(call, seen, own);
    else if (act.act === 'rejoin') await rejoin(seat, seen);
    else if (!mayWithOthers(seen.parties, seat)) return 'notYourCall';
    else if (act.act === 'hold' || act.act === 'resume')
      placeFar(call, seen, own, act.act === 'hold' ? 'held' : 'talking');
    else if (act.act === 'record' || act.act === 'pause') calls.ask(call, { type: 'record', on: act.act === 'record' });
    else if (act.act === 'keys') calls.ask(call, { type: 'keys', keys: act.keys });
    else return withOthers(act, seen, own);
    return null;
  };
};

/** Who was brought in, and is not with the other side. */
const asideWith = ({ parties }: CallHere, own: Party): readonly Party[] => {
  const far = farSideOf(parties, own.party)?.party;
  return parties.present.filter(
    each => each !== own && each.party !== far && each.stage === 'joined' && each.place !== 'talking',
  );
};

/** What is asked of calls, in a seat's words. */
const ordersTo = (calls: CallsHere) => {
  const place = (call: string, party: string, where: Exclude<PartyPlace, 'away'>): void =>
    calls.ask(call, { type: 'place', party, place: where });

  const placeFar = (call: string, { parties }: CallHere, own: Party, where: 'held' | 'talking'): void => {
    const far = farSideOf(parties, own.party);
    if (far !== null) place(call, far.party, where);
  };

  /** All of them together again. */
  const join = (call: string, { present, callee }: CallParties): void => {
    for (const { party, stage } of present) if (stage === 'joined') place(call, party, 'talking');
    if (callee !== null) place(call, CALLEE, 'talking');
  };

  /** Who asked for somebody may have hung up meanwhile: with nobody the callee is not left. */
  const endsDeserted = (call: string, seen: CallHere): boolean => {
    if (seen.kind !== 'talking' || seen.parties.present.length > 0) return false;
    calls.hangUp(call, 'platform', 'seatGone');
    return true;
  };

  const leave = (call: string, own: Party, last: 'end' | 'stay'): void =>
    calls.ask(call, { type: 'part', party: own.party, by: 'seat', last });

  return { place, placeFar, join, endsDeserted, leave };
};
