import type { Instant } from '@lianxian/core/kit';
import type { LegEvent, OfferReply } from '../sip/user-agent/context.ts';

/** A live leg as the exchange keeps it; outgoing and incoming legs each have their own way with events. */
interface LiveLeg {
  readonly onEvent: (event: LegEvent, at: Instant) => void;
  /** `fork` is the far end's tag: each of its dialogs agrees on its own. Null offer: we are to offer. */
  readonly onOffer: (offer: Uint8Array | null, fork: string) => OfferReply;
  /** `transportError`: the way of its sound is lost. */
  readonly hangUp: (how: 'silent' | 'elsewhere' | 'transportError' | null) => void;
  readonly hold: (on: boolean) => void;
  readonly sendKeys: (keys: string, ms: number) => void;
  /** The exchange closes and waits no longer: says `ended` whatever the network still does. */
  readonly abandon: () => void;
  /** A defect of our own: it is hung up and ends as `defect`; should that fail as well, it ends at once. */
  readonly fail: () => void;
}

export type Legs = Map<string, LiveLeg>;
