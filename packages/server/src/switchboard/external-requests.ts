import { ANNOUNCING_MS, type Answered, type Ask, type Guard } from '@lianxian/core';
import type { Exchange, LegSignal, Trunk } from '@lianxian/telephony';
import type { MediaWorkers } from './workers.ts';

/**
 * What the conversation of one call asks of the world, carried out and answered once each: webhooks, models and messages
 * by whoever the route names, a person at an outside number by a second leg over the exchange.
 *
 *   transfer ─dial→ ringing ─answered→ announced, joined ─→ 「transferred」 ─either hangs up→ the call is over
 *                      └─ nobody, refused, no way, taken back ─→ 「failed」
 *
 * Invariants: a leg that nobody waits for any more is hung up; when the call ends, so does its second leg; when the person
 * hangs up who has taken the call, the call ends.
 */
export interface WorldOfCall {
  readonly answer: (ask: Ask, limitMs: number, signal: AbortSignal) => Promise<Answered>;
  /** How an outside number is dialled for this call, or why not. */
  readonly outside: (number: string) => Promise<OutsideWay>;
}

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
  /** The call is over: nothing is asked any more, and who has taken it is hung up. */
  readonly close: () => void;
}

interface ExternalRequestsOptions {
  /** Its name at exchange and workers. */
  readonly leg: string;
  readonly exchange: Pick<Exchange, 'dial' | 'hangUp'>;
  readonly workers: Pick<MediaWorkers, 'prepare' | 'join' | 'close'>;
  /** Absent: nothing is carried out. */
  readonly world: WorldOfCall | undefined;
  readonly answered: (ask: number, answer: Answered) => void;
  /** Of the call. */
  readonly guard: Guard;
  /** The person who took the call has hung up. */
  readonly personLeft: () => void;
}

interface Rung {
  readonly leg: string;
  readonly giveBack: () => void;
  atExchange: boolean;
  joined: boolean;
}

const failed = (because: string): Answered => ({ type: 'failed', because });

export const createExternalRequests = (options: ExternalRequestsOptions): ExternalRequests => {
  const { exchange, workers, world, guard } = options;
  const open = new Map<number, AbortController>();
  let rung: Rung | null = null;
  let closed = false;

  const answer = (ask: number, answered: Answered): void => {
    if (!open.delete(ask) || closed) return;
    options.answered(ask, answered);
  };

  const letGo = (): void => {
    const person = rung;
    rung = null;
    if (person === null) return;
    if (person.atExchange) exchange.hangUp(person.leg);
    workers.close(person.leg);
    person.giveBack();
  };

  /** The leg of a person is over, or has no sound any more. */
  const lost = (ask: number, person: Rung, because: string): void => {
    if (rung !== person) return;
    letGo();
    if (person.joined) options.personLeft();
    else answer(ask, failed(because));
  };

  const hear = (ask: number, person: Rung, announcement: string, signal: LegSignal): void => {
    if (signal.type === 'answered' && rung === person) workers.join(person.leg, announcement);
    if (signal.type !== 'ended') return;
    person.atExchange = false;
    lost(ask, person, signal.ending.how === 'refused' ? 'refused' : 'nobody');
  };

  const transfer = async (ask: number, what: Extract<Ask, { type: 'transfer' }>, limitMs: number): Promise<void> => {
    if (what.to.type !== 'outside' || !world) return answer(ask, failed('nobody'));
    const way = await world.outside(what.to.number);
    if ('because' in way) return answer(ask, failed(way.because));
    const { giveBack } = way;
    if (!open.has(ask)) return giveBack();
    const person: Rung = { leg: `${options.leg}.person${ask}`, giveBack, atExchange: true, joined: false };
    rung = person;
    const gone = (): void => lost(ask, person, 'nobody');
    void workers.prepare(person.leg, {
      main: options.leg,
      guard,
      hears: {
        joined: () => {
          person.joined = true;
          answer(ask, { type: 'transferred', to: way.phone });
        },
        failed: gone,
        vanished: gone,
        lost: gone,
      },
    });
    const ringTimeoutMs = what.announcement === '' ? limitMs : limitMs - ANNOUNCING_MS;
    const dialled = { leg: person.leg, trunk: way.trunk, to: way.phone, from: way.callerNumber, ringTimeoutMs };
    exchange.dial(
      dialled,
      guard(signal => hear(ask, person, what.announcement, signal)),
    );
  };

  const carryOut = async (ask: number, what: Ask, limitMs: number, signal: AbortSignal): Promise<void> => {
    if (what.type === 'transfer' && what.to.type === 'outside') return transfer(ask, what, limitMs);
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
      if (rung && !rung.joined) letGo();
    },
    close: () => {
      closed = true;
      for (const stop of open.values()) stop.abort();
      open.clear();
      letGo();
    },
  };
};
