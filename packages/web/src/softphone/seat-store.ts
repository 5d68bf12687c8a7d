import type { SeatState } from '@lianxian/core';
import { create } from 'zustand';
import type { CallKind } from './port.ts';

/** The call of this seat, from its first sign until the console is closed (`closeCall`), so also after its end. */
export interface SeatCall {
  /** The server's id of the call; null until the server has said it (a call-out before its first answer). */
  readonly callId: string | null;
  readonly direction: 'in' | 'out';
  readonly kind: CallKind;
  /** As it may be shown: masked where one may not see numbers. */
  readonly phone: string;
  readonly name: string | null;
  /** The plan chosen when it was dialled; of a call that came in the server knows it (`seat/call`). */
  readonly planId: string | null;
  /** The call-back that it keeps. */
  readonly todoId: string | null;
  readonly status: 'dialling' | 'ringing' | 'answered' | 'ended';
  /** Ms since the epoch: when it was dialled or rang, was answered, ended. */
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  /** Once it has ended: who hung up. What never was answered ended by whoever gave up or refused. */
  readonly endedBy: 'me' | 'peer' | null;
  /** Why it ended or was refused: a key of a refusal (`X-Because`), null where there is no more to say. */
  readonly because: string | null;
  readonly isHeld: boolean;
  readonly isMuted: boolean;
  /** Its leg is away for the moment (reload, network); the server holds the call and brings it back. */
  readonly isAway: boolean;
}

interface CallPlan {
  readonly id: string;
  readonly planName: string;
}

/** How the call sounds: `fair` and `bad` are shown with the delay. */
export interface SoundQuality {
  readonly grade: 'good' | 'fair' | 'bad';
  readonly mos: number;
  readonly rttMs: number;
}

/** What `user/getSeatPwd` said, but the secret: known once one went online. */
export interface SeatFacts {
  readonly account: string;
  readonly extension: number;
  /** The caller number that is shown, and its line. */
  readonly outline: string;
  readonly outlineId: string | null;
  readonly plans: readonly CallPlan[];
  readonly autoAnswer: boolean;
  readonly wrapUpS: number;
  readonly breakReasons: readonly string[];
  /** Where its telephone registers, and `stun:host:port`. */
  readonly url: string;
  readonly stun: string | null;
}

export interface SeatView {
  /** The server's machine is the truth; the same one runs here, so that nothing waits for its answer. */
  readonly state: SeatState;
  /** Of a break: why. */
  readonly reason: string;
  /** Of the break that comes after the call, and its wrap-up: why; null: none does. */
  readonly restsAfter: string | null;
  /** Ms since the epoch at which the state began. */
  readonly since: number;
  /** Wrap-up ends by itself then; null in every other state. */
  readonly wrapUpEndsAt: number | null;
  /** Switched on, whether connected or not: kept in the browser as `switchState` 0 or 1 (O-249). */
  readonly isOn: boolean;
  readonly facts: SeatFacts | null;
  /** Plan for the next call-out (O-164). */
  readonly planId: string;
  readonly call: SeatCall | null;
  readonly quality: SoundQuality | null;
  /** The server's sentence on which other device has the seat: may this one take it over? */
  readonly takenBy: string | null;
  /** Does this tab hold the phone, or does another one, on which this one acts? */
  readonly leads: boolean;
}

export const noSeat: SeatView = {
  state: 'offline',
  reason: '',
  restsAfter: null,
  since: 0,
  wrapUpEndsAt: null,
  isOn: false,
  facts: null,
  planId: '',
  call: null,
  quality: null,
  takenBy: null,
  leads: false,
};

/**
 * The seat as every tab shows it. One tab has the phone and writes it, the others are told (`tabs.ts`); whoever shows it
 * acts through `seat.ts`, which reaches the phone wherever it is.
 */
export const useSeat = create<SeatView>(() => noSeat);
