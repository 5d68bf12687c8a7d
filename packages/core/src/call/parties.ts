import type { PartyPlace, PartyWho } from '../conversation/index.ts';
import type { Instant } from '../kit/index.ts';
import { CALLEE, type MediaFacts } from './switchboard.ts';
import type { HungUpBy } from './verdict.ts';

/**
 * Those who take part in a call beside its callee, and where everybody stands: what the call machine keeps of them
 * (`party-steps.ts` moves it). A party is somebody, its legs are how they are heard: who comes back after a reload is the same
 * party on a new leg.
 */
export interface CallParties {
  /** In the order they came; who has left is no longer among them. */
  readonly present: readonly CallParty[];
  /** Where the callee stands; null: who was called is one of ours, and a party as any other. */
  readonly callee: Exclude<PartyPlace, 'away'> | null;
  /** Since when the callee is held; null: it is not. */
  readonly heldAt: Instant | null;
  readonly isRecording: boolean;
  /** Legs that are over. */
  readonly legs: readonly LegFacts[];
}

export interface CallParty {
  readonly party: string;
  readonly who: PartyWho;
  /** `dialling`: made the call, and waits; `rung`: its INVITE may leave; `answered`, but not heard yet; `joined`. */
  readonly stage: 'dialling' | 'rung' | 'ringing' | 'answered' | 'joined';
  /** Where it stands, or will stand once it has joined. */
  readonly place: PartyPlace;
  /** Since when it stands there. */
  readonly since: Instant;
  /** Where it stands again when it comes back. */
  readonly backTo: Exclude<PartyPlace, 'away'>;
  /** The leg by which it is heard, or rung; null while it is away, and until it began. */
  readonly leg: LiveLeg | null;
  /** The one that is to take its place; null: none. */
  readonly next: LiveLeg | null;
}

/** A leg that is not over. Plain JSON: it is kept so that a crash leaves nobody off the hook. */
export interface LiveLeg {
  readonly from: string;
  readonly to: string;
  readonly beganAt: Instant;
  readonly answeredAt: Instant | null;
  readonly joinedAt: Instant | null;
  /** What a CANCEL or a BYE needs after a crash; opaque. */
  readonly dialog: unknown;
}

/** A leg that is over: one row of the record. */
export interface LegFacts {
  readonly party: string;
  readonly who: PartyWho;
  readonly from: string;
  readonly to: string;
  readonly beganAt: Instant;
  readonly answeredAt: Instant | null;
  /** From when on it was heard, and is paid for where it was outside. */
  readonly joinedAt: Instant | null;
  readonly endedAt: Instant;
  readonly endedBy: HungUpBy;
  readonly because: string;
  readonly media: MediaFacts | null;
}

/**
 * Whom somebody talks with: the callee, or where there is none the first who is in the call with them; null: nobody is. What is done to
 * "the other side" (held, taken back) is done to them.
 */
export const farSideOf = (
  { present, callee }: CallParties,
  own: string,
): { readonly party: string; readonly place: PartyPlace } | null =>
  callee === null
    ? (present.find(({ party, stage }) => party !== own && stage === 'joined') ?? null)
    : { party: CALLEE, place: callee };

export const noParties: CallParties = { present: [], callee: 'talking', heldAt: null, isRecording: true, legs: [] };
