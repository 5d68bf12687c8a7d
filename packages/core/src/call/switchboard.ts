import type { ConversationNote, Plan } from '../conversation/index.ts';
import type { Instant } from '../kit/index.ts';
import type { HungUpBy, Verdict } from './verdict.ts';

/**
 * The switchboard port: all that a call asks of the telephone, and all it hears back. Adapters: `sip` (exchange and
 * media workers) and `simulated` (callees in virtual time); both must pass the conformance suite.
 * Commands are told and never awaited; everything comes back as a signal with the instant it happened.
 */
export interface Switchboard<Route> {
  readonly tell: (command: SwitchboardCommand<Route>) => void;
}

export type SwitchboardCommand<Route> =
  | {
      readonly type: 'dial';
      readonly call: string;
      /** The line as the adapter understands it. */
      readonly route: Route;
      readonly phone: string;
      readonly callerNumber: string;
      readonly ringTimeoutMs: number;
      readonly plan: Plan;
      readonly variables: Readonly<Record<string, string>>;
    }
  /** Takes a call that was offered: rings, makes ready what will be said, answers and talks. */
  | {
      readonly type: 'answer';
      readonly call: string;
      readonly offer: string;
      readonly route: Route;
      readonly plan: Plan;
      readonly variables: Readonly<Record<string, string>>;
    }
  /** Does not take it; no signal follows. */
  | { readonly type: 'refuse'; readonly offer: string; readonly because: OfferRefusal }
  | { readonly type: 'hangUp'; readonly call: string; readonly by: HungUpBy }
  /** Its talk can be paid for so long yet: the robot takes its leave; two people are told, and it ends when that is over. */
  | { readonly type: 'runOut'; readonly call: string; readonly leftMs: number }
  /** A defect of our own: hung up as well, with `interrupted(because)` for its verdict. */
  | { readonly type: 'fail'; readonly call: string; readonly because: string };

/** Somebody calls us: the adapter tells it, and waits for `answer` or `refuse`. */
export interface Offer {
  /** Its name at the adapter. */
  readonly offer: string;
  /** The caller's number as the line says it; '' where it does not. */
  readonly from: string;
  /** What may be the number that was called, the likeliest first. */
  readonly called: readonly string[];
  /** Address it came from. */
  readonly source: string;
  /** Whose line it came by, where that is proved: the account of a gateway, or a registration of ours. */
  readonly account: string | null;
  readonly registration: string | null;
  /** Its signalling came by a way that nobody reads along; its media brings keys to be encrypted with. */
  readonly isSecret: boolean;
  readonly isEncrypted: boolean;
}

/** Nobody is called so here; its plan was never published; less secret than its line promises; every channel is taken; not now (draining, no disk, no database). */
export type OfferRefusal = 'unknown' | 'unpublished' | 'tooPlain' | 'full' | 'notNow';

export type SwitchboardSignal =
  /**
   * The INVITE has left: from now on nothing is retried silently. `invite` is what a CANCEL needs after a crash, opaque
   * plain JSON; it comes again when the INVITE had to leave anew with credentials.
   */
  | { readonly type: 'dialled'; readonly at: Instant; readonly invite?: unknown }
  | { readonly type: 'ringing'; readonly at: Instant; readonly earlyMedia: boolean }
  /** `dialog` is what a BYE needs after a crash (ARCHITECTURE.md#when-something-dies); opaque to core, plain JSON. */
  | { readonly type: 'answered'; readonly at: Instant; readonly dialog: unknown }
  | { readonly type: 'noted'; readonly note: ConversationNote }
  | {
      readonly type: 'ended';
      readonly at: Instant;
      readonly verdict: Verdict;
      readonly by: HungUpBy;
      readonly recording: RecordingFacts | null;
      readonly media: MediaFacts | null;
      /** The carrier's own words beside its final answer; '' where there were none. */
      readonly reason?: string;
    };

export interface RecordingFacts {
  /** Path below the recordings folder. */
  readonly file: string;
  readonly durationMs: number;
  readonly bytes: number;
  /** Something synthesised sounds in it; absent where nobody knows: its worker died, or it was filed by an earlier release. */
  readonly synthesised?: boolean;
}

/** What the media worker saw of the call, for diagnosis: telephony's `MediaLegFacts` without the recording, said again. */
export interface MediaFacts {
  readonly codec: 'PCMA' | 'PCMU';
  readonly packetsSent: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly jitterMs: number;
  readonly firstPacketAfterMs: number | null;
  // Calls filed before these were known, and simulated ones, have none of them.
  /** Payload alone. */
  readonly bytesSent?: number;
  readonly lostPerMille?: number;
  /** Came from where the far end may not send from: not heard. */
  readonly packetsRefused?: number;
  readonly outOfOrder?: number;
  readonly doubled?: number;
  /** Came too late to be heard. */
  readonly late?: number;
  /** Times in which packets were missing on end. */
  readonly lossBursts?: number;
  /** By RTCP; null where the far end sends none. */
  readonly roundTripMs?: number | null;
  /** 1…4.4, of what came (ITU-T G.107); null where nothing came. */
  readonly mos?: number | null;
  /** What the far end reports of our stream; null where it reports nothing. */
  readonly remote?: { readonly lostPerMille: number; readonly jitterMs: number } | null;
  readonly encrypted?: boolean;
}
