import type { ConversationNote, PartyPlace, PartyWho, Plan } from '../conversation/index.ts';
import type { Instant } from '../kit/index.ts';
import type { HungUpBy, Verdict } from './verdict.ts';

export type { PartyPlace, PartyWho } from '../conversation/index.ts';

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
      /** Null: no robot; people talk. */
      readonly plan: Plan | null;
      readonly variables: Readonly<Record<string, string>>;
      /** Who dials by hand: heard with their own offer (183 with sound now, 200 at the callee's answer). */
      readonly party?: DialParty;
      /** One of ours is called: a party as any other, and the call has no callee; `phone` is what was dialled. */
      readonly called?: CalledParty;
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
  /** Does not take it; no signal follows. `as`: what one of our own seats is told, by its key. */
  | {
      readonly type: 'refuse';
      readonly offer: string;
      readonly because: OfferRefusal;
      readonly as?: { readonly code: number; readonly key: string };
    }
  | {
      readonly type: 'hangUp';
      readonly call: string;
      readonly by: HungUpBy;
      /** Of an answered call the verdict's reason, where it is not who hung up. */
      readonly because?: HangUpBecause;
    }
  | (PartyOrder & { readonly call: string })
  /** Its talk can be paid for so long yet: the robot takes its leave; two people are told, and it ends when that is over. */
  | { readonly type: 'runOut'; readonly call: string; readonly leftMs: number }
  /** A defect of our own: hung up as well, with `interrupted(because)` for its verdict. */
  | { readonly type: 'fail'; readonly call: string; readonly because: string };

/** `seatGone`: its seat did not come back in time, and nobody else took the call. */
export type HangUpBecause = 'seatGone';

/** Who dials by hand, and takes part from the beginning as `talking`. */
export interface DialParty {
  /** Its name within the call, `1` … `8`, for ever: who comes anew gets another one, a new leg keeps it. */
  readonly party: string;
  readonly who: PartyWho;
  /** The seat's own INVITE, as it was offered. */
  readonly offer: string;
  /** What the rules say against the call, though it is made: told with the 183 (`X-Warning`). */
  readonly warning?: string;
}

/** Who is called where that is one of ours. The call is answered when they answer, and not reached when they are not. */
export interface CalledParty {
  readonly party: string;
  readonly who: PartyWho;
  /** How they are rung, as of an `invite`. */
  readonly way: unknown;
}

/**
 * What is done with those who take part beside the callee. `party` names them within the call; every leg comes to one
 * `party` signal `ended` or `away`, and a party to exactly one `ended`.
 */
export type PartyOrder =
  /** Rings somebody; who answers is said the announcement (may be empty), and then stands at `place`. */
  | {
      readonly type: 'invite';
      readonly party: string;
      readonly who: PartyWho;
      /** How it is rung, as the adapter understands it (`PartyWay` of the SIP switchboard). */
      readonly way: unknown;
      readonly ringTimeoutMs: number;
      readonly announcement: string;
      readonly place: 'talking' | 'aside';
    }
  /**
   * A new leg for a party that is known, by ringing it (`way`) or by its own INVITE (`offer`): when it is answered it takes
   * the place of the old one, which is let go. Should it fail, all stays as it was.
   */
  | {
      readonly type: 'attach';
      readonly party: string;
      readonly from: { readonly way: unknown } | { readonly offer: string };
      readonly ringTimeoutMs: number;
    }
  /** Holds, takes back, talks aside; the callee can be held as well. */
  | { readonly type: 'place'; readonly party: string; readonly place: Exclude<PartyPlace, 'away'> }
  /** Leaves, rung or talking; the others go on. `last`: what becomes of a call whose callee is left alone with music. */
  | { readonly type: 'part'; readonly party: string; readonly by: HungUpBy; readonly last: 'end' | 'stay' }
  /** The recording is paused (silence is kept) or goes on. */
  | { readonly type: 'record'; readonly on: boolean }
  /** Keys to the callee. */
  | { readonly type: 'keys'; readonly keys: string };

/** In `place` and `party` notes: the callee's own. */
export const CALLEE = 'callee';

/** Legs in a call, the callee's among them: as many as a mixer takes. */
export const MOST_LEGS = 8;
/** Somebody whose telephone comes and goes has had so many legs in one call; more are a flood, and each is a row of the record. */
export const MOST_PAST_LEGS = 1_000;

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
  /** What a seat's page, or another node, says in headers of its own (`x-plan-id`, in small letters). */
  readonly headers?: Readonly<Record<string, string>>;
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
  | { readonly type: 'party'; readonly party: string; readonly at: Instant; readonly news: PartyNews }
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

/**
 * What comes of a party. Its first leg: `began` → `ringing` → `answered` → `joined` → `ended`; one that was lost is `away` until
 * a new leg (`began`, `answered` again) brings it `back`.
 */
export type PartyNews =
  /** A leg begins, of somebody who was asked for, or whom the talk itself rings. `invite`: what a CANCEL needs after a crash, opaque, plain JSON; it comes again with credentials. */
  | {
      readonly type: 'began';
      readonly who: PartyWho;
      readonly from: string;
      readonly to: string;
      readonly invite?: unknown;
    }
  | { readonly type: 'ringing' }
  /** `dialog`: what a BYE needs after a crash; opaque, plain JSON. */
  | { readonly type: 'answered'; readonly dialog: unknown }
  /** It is heard and hears, where it was to stand. */
  | { readonly type: 'joined' }
  /** Its leg is gone by no wish of anybody (network, tab, process): whether it comes back others decide. */
  | { readonly type: 'away'; readonly because: string; readonly media: MediaFacts | null }
  /** A new leg took the place of the one before, or of none. `media`: of the one that it replaced. */
  | { readonly type: 'back'; readonly media: MediaFacts | null }
  /** A new leg did not come to be; the one before, if any, goes on. */
  | { readonly type: 'notBack'; readonly because: string }
  | {
      readonly type: 'ended';
      readonly verdict: Verdict;
      readonly by: HungUpBy;
      readonly media: MediaFacts | null;
    };

export interface RecordingFacts {
  /** Path below the recordings folder. */
  readonly file: string;
  readonly durationMs: number;
  readonly bytes: number;
  /** Something synthesised sounds in it; absent where nobody knows: its worker died, or it was filed by an earlier release. */
  readonly synthesised?: boolean;
  /** Where it was paused, in ms since its beginning; absent: it never was, or nobody knows. */
  readonly paused?: readonly { readonly fromMs: number; readonly toMs: number }[];
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
