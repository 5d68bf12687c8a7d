import type { Instant } from '@lianxian/core/kit';
import type { LegEvent, OfferReply } from '../sip/user-agent/context.ts';
import type { Address } from './types.ts';

/** A live leg as the exchange keeps it; outgoing and incoming legs each have their own way with events. */
export interface LiveLeg {
  readonly onEvent: (event: LegEvent, at: Instant) => void;
  readonly onOffer: (offer: Uint8Array | null) => OfferReply;
  readonly hangUp: () => void;
  /** The exchange closes and waits no longer: says `ended` whatever the wire still does. */
  readonly abandon: () => void;
  /** Where its INVITE went; null for incoming legs and until its name is resolved. */
  readonly target: () => Address | null;
}

export type Legs = Map<string, LiveLeg>;
