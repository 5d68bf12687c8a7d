import type { CallKind, CallParties, HangUpBecause, Instant, PartyOrder, TalkView } from '@lianxian/core';
import type { ClaimedCall } from '../dialler/index.ts';

/** A call that lives in this process, as seats look at it. */
export interface CallHere {
  readonly claim: ClaimedCall;
  readonly kind: CallKind;
  readonly parties: CallParties;
  readonly talk: TalkView;
  readonly answeredAt: Instant | null;
}

/** The calls of this process, and what is asked of them. Nothing of it waits. */
export interface CallsHere {
  /** Null: it lives here no more. */
  readonly find: (call: string) => CallHere | null;
  /** Calls in which this seat takes part. */
  readonly ofSeat: (seat: string) => readonly CallHere[];
  readonly ask: (call: string, order: PartyOrder) => void;
  readonly hangUp: (call: string, by: 'seat' | 'platform', because?: HangUpBecause) => void;
}

/** What an INVITE to a seat says beside who calls. */
export interface RingAs {
  readonly call: string;
  readonly kind: 'handover' | 'transfer' | 'consult' | 'internal' | 'callback' | 'resume';
  /** As the seat may see the callee: a number, or what stands for it. */
  readonly from: string;
  readonly displayName: string;
}

/** The telephones of seats, with whichever node they are registered. `Way`: as the switchboard takes it. */
export interface SeatPhones<Way> {
  /** Null: it is registered nowhere. */
  readonly wayTo: (seat: string, as: RingAs) => Promise<Way | null>;
  /** Another node has it now: what it registered here with is no way to it any more. */
  readonly forget: (seat: string) => void;
}
