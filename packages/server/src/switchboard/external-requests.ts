import { ANNOUNCING_MS, type Answered, type Ask, type Guard, type PartyWho, type TransferTarget } from '@lianxian/core';
import type { Trunk } from '@lianxian/telephony';
import { now } from '../media-worker/clock.ts';
import type { Invitation, InviteEnd } from './people.ts';
import type { SeatHunt, SeatWay } from './ways.ts';

/**
 * What the conversation of one call asks of the world, carried out and answered once each: webhooks, models and messages
 * by whoever the route names, a person by a leg that takes part: one outside, or seat after seat.
 *
 *   transfer ─▶ ringing ─answered, announced, heard─▶ joined ─→ 「transferred」
 *                 ├─ of a seat: not taken in time ─▶ the next one rings, while there is one and time
 *                 └─ nobody, refused, no way, taken back ─→ 「failed」
 *
 * Invariants: a leg that nobody waits for any more is hung up; a seat that was reserved is told that it is taken, or given
 * back. Once somebody has joined it is the call's, which ends when the last has left.
 */
export interface WorldOfCall {
  readonly answer: (ask: Ask, limitMs: number, signal: AbortSignal) => Promise<Answered>;
  /** How an outside number is dialled for this call, or why not. */
  readonly outside: (number: string) => Promise<OutsideWay>;
  /** Seats for a transfer to a seat or a group; absent: there are none. */
  readonly hunt?: (to: SeatTarget) => SeatHunt;
}

type SeatTarget = Exclude<TransferTarget, { type: 'outside' }>;

export type OutsideWay =
  | {
      readonly trunk: Trunk;
      readonly phone: string;
      readonly callerNumber: string;
      /** The channel that it takes of the line is free again; told once. */
      readonly giveBack: () => void;
    }
  | { readonly because: string };

export interface ExternalRequests {
  readonly ask: (ask: number, what: Ask, limitMs: number) => void;
  readonly unask: (ask: number) => void;
  /** The call is over: nothing is asked any more. */
  readonly close: () => void;
}

interface ExternalRequestsOptions {
  /** Rings somebody who is to talk with the callee; the answer takes them back. */
  readonly invite: (who: PartyWho, invitation: Invitation, came: (end: InviteEnd) => void) => () => void;
  /** Absent: nothing is carried out. */
  readonly world: WorldOfCall | undefined;
  readonly answered: (ask: number, answer: Answered) => void;
  /** Of the call. */
  readonly guard: Guard;
}

/** A plan that names no end of ringing, and a house that never says 「nobody」, must not ring for ever. */
const MOST_ROUNDS = 20;
/** Too little to pick up. */
const LEAST_RING_MS = 1_000;

const failed = (because: string): Answered => ({ type: 'failed', because });

export const createExternalRequests = (options: ExternalRequestsOptions): ExternalRequests => {
  const { world, guard } = options;
  const open = new Map<number, AbortController>();
  let closed = false;

  const answer = (ask: number, answered: Answered): void => {
    if (!open.delete(ask) || closed) return;
    options.answered(ask, answered);
  };

  /** Resolves with what came of it; taken back when nobody waits for it any more. */
  const invite = (who: PartyWho, invitation: Invitation, signal: AbortSignal): Promise<InviteEnd | 'takenBack'> =>
    new Promise(resolve => {
      const takeBack = options.invite(who, invitation, resolve);
      const stop = guard(() => {
        takeBack();
        resolve('takenBack');
      });
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });

  const toOutside = async (
    { number, announcement }: Extract<TransferTarget, { type: 'outside' }>,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<Answered> => {
    const way = await world?.outside(number);
    if (way === undefined) return failed('nobody');
    if ('because' in way) return failed(way.because);
    const { trunk, phone, callerNumber: from, giveBack } = way;
    if (signal.aborted) {
      giveBack();
      return failed('nobody');
    }
    const ringTimeoutMs = announcement === '' ? limitMs : limitMs - ANNOUNCING_MS;
    const invitation = { way: { trunk, to: phone, from, giveBack }, ringTimeoutMs, announcement };
    const end = await invite({ type: 'outside', phone }, invitation, signal);
    return end === 'joined' ? { type: 'transferred', to: phone } : failed(end === 'refused' ? end : 'nobody');
  };

  /** Rings these at once; the first to answer has it. */
  const ringSeats = async (ways: readonly SeatWay[], leftMs: number, signal: AbortSignal): Promise<SeatWay | null> => {
    const others = ways.map(() => new AbortController());
    const ends = await Promise.all(
      ways.map(async (way, n) => {
        const { who, ringMs, taken, giveBack, ...leg } = way;
        const stop = AbortSignal.any([signal, others[n]!.signal]);
        const answered = (): void => others.forEach((other, m) => void (m === n || other.abort()));
        const invitation = { way: leg, ringTimeoutMs: Math.min(ringMs, leftMs), announcement: '', answered };
        const end = await invite(who, invitation, stop);
        if (end === 'joined') taken();
        else giveBack(signal.aborted ? 'callOver' : end === 'takenBack' ? 'callOver' : 'notTaken');
        return end;
      }),
    );
    return ways[ends.indexOf('joined')] ?? null;
  };

  const toSeat = async (to: SeatTarget, limitMs: number, signal: AbortSignal): Promise<Answered> => {
    const hunt = world?.hunt?.(to);
    const until = now() + limitMs;
    for (let round = 0; hunt !== undefined && round < MOST_ROUNDS; round += 1) {
      const next = await hunt.next();
      const ways: readonly SeatWay[] = next === null ? [] : 'who' in next ? [next] : next;
      const leftMs = until - now();
      if (signal.aborted || leftMs < LEAST_RING_MS) {
        for (const { giveBack } of ways) giveBack('callOver');
        break;
      }
      if (ways.length === 0) break;
      const taker = await ringSeats(ways, leftMs, signal);
      if (taker !== null) return { type: 'transferred', to: taker.who.seat, isSeat: true };
    }
    return failed('nobody');
  };

  const carryOut = async (ask: number, what: Ask, limitMs: number, signal: AbortSignal): Promise<void> => {
    if (what.type === 'transfer') {
      const { to } = what;
      return answer(ask, await (to.type === 'outside' ? toOutside(to, limitMs, signal) : toSeat(to, limitMs, signal)));
    }
    answer(ask, world ? await world.answer(what, limitMs, signal) : failed('unknown'));
  };

  return {
    ask: (ask, what, limitMs) => {
      const stop = new AbortController();
      open.set(ask, stop);
      guard(() => carryOut(ask, what, limitMs, stop.signal).catch(() => answer(ask, failed('unreachable'))))();
    },
    unask: ask => {
      open.get(ask)?.abort();
      open.delete(ask);
    },
    close: () => {
      closed = true;
      for (const stop of open.values()) stop.abort();
      open.clear();
    },
  };
};
