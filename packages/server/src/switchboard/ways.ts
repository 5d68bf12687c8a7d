import type { PartyWho } from '@lianxian/core';
import type { Trunk } from '@lianxian/telephony';

/** How somebody who takes part is rung: the `way` of core's party orders. */
export interface PartyWay {
  readonly trunk: Trunk;
  /** User of the request: a seat's account, or a number as its line dials it. */
  readonly to: string;
  /** User of From: the callee's number or its token; of somebody outside the line's caller number. */
  readonly from: string;
  /** Beside From, as text. */
  readonly displayName?: string;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  /** What its line holds for it (a channel) is free again; told once, when its leg is over or was not made. */
  readonly giveBack?: () => void;
}

/** A seat, reserved for a call that is handed over: it is nobody else's until `taken` or `giveBack`, one of which is told once. */
export interface SeatWay extends Omit<PartyWay, 'giveBack'> {
  readonly who: Extract<PartyWho, { type: 'seat' }>;
  /** So long it is rung. */
  readonly ringMs: number;
  /** It is heard: the call is its. */
  readonly taken: () => void;
  readonly giveBack: (because: 'notTaken' | 'callOver' | 'unreachable') => void;
}

/** Seats that a call may be handed to, one after the other: of a group by its strategy, of a seat that one alone. */
export interface SeatHunt {
  /** The next free one, reserved, or several that ring at once; null: nobody is left, or free. Never the same twice. */
  readonly next: () => Promise<SeatWay | readonly SeatWay[] | null>;
}
