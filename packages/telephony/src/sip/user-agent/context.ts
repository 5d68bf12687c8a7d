import { createGuard, type Instant } from '@lianxian/core/kit';
import type { Address } from '../../net/address.ts';
import type { Flow, SendFailure } from '../../net/flow.ts';
import type { StoredDialog, StoredInvite } from '../dialog/stored.ts';
import type { ReceivedMessage, ReceivedRequest, ReceivedResponse, SipMessage } from '../grammar/message.ts';
import type { Alarms } from '../transaction/alarms.ts';
import type { Route, ServerTransaction, Transactions } from '../transaction/transactions.ts';
import type { Binding } from './bindings.ts';
import type { LegEnding } from './ending.ts';
import type { How } from './outgoing-leg.ts';
import type { RegisterOutcome } from './registration.ts';

/** What a user agent asks of the rim, in order. */
export type AgentAction =
  | {
      readonly type: 'send';
      readonly bytes: Buffer;
      readonly route: Route;
      /** Handed back by `sendFailed` when it could not leave. */
      readonly transaction: string | null;
      readonly message: SipMessage;
    }
  | { readonly type: 'leg'; readonly leg: string; readonly event: LegEvent }
  | {
      readonly type: 'incoming';
      readonly leg: string;
      readonly invite: ReceivedRequest;
      readonly route: Route;
      /** Of the registrar, where the caller proved to be one. */
      readonly account: string | null;
    }
  | {
      readonly type: 'asked';
      readonly token: string;
      readonly status: number | null;
      /** The answer itself, where somebody may want more of it. */
      readonly answer?: ReceivedResponse;
      /** Why there was none; absent: no reply. */
      readonly because?: SendFailure;
    }
  | { readonly type: 'registered'; readonly token: string; readonly outcome: RegisterOutcome }
  /** Whose name is this; answered by `accountFound`. */
  | { readonly type: 'lookUp'; readonly token: string; readonly username: string; readonly realm: string }
  /** The contacts of an account are these now. */
  | {
      readonly type: 'bound';
      readonly account: string;
      readonly bindings: readonly Binding[];
      /** By which way it was said, and whether none of its contacts came by it before. */
      readonly flow: Flow;
      readonly isNew: boolean;
    }
  /** What came in, before anybody acts on it: for ladders. */
  | {
      readonly type: 'received';
      readonly message: ReceivedMessage;
      readonly bytes: Uint8Array;
      readonly source: Address;
      readonly flow: Flow;
    }
  | { readonly type: 'refusedInput'; readonly because: string }
  /** Somebody has proved who he is, by this way. */
  | { readonly type: 'met'; readonly host: string; readonly flow: Flow }
  /** Somebody was turned away. */
  | { readonly type: 'security'; readonly kind: Suspicion; readonly address: string }
  /** Of our own; with a leg it is that one's, which cannot go on. */
  | { readonly type: 'defect'; readonly because: string; readonly leg?: string };

/** Why somebody was turned away. */
export type Suspicion =
  /** A digest that does not fit: a guess, or a wrong setting. */
  | 'wrongPassword'
  /** So many wrong ones that the address or the name waits (`login-locks.ts`). */
  | 'lockedOut'
  /** A call of somebody who belongs to no line. */
  | 'strangerCall'
  /** A REGISTER without a proof; every gateway's first one is such, a flood of them is not. */
  | 'strangerRegister';

/** `body` is what may hold SDP; null where the message had none. */
export type LegEvent =
  | { readonly type: 'dialled'; readonly callId: string; readonly invite: StoredInvite }
  /** `fork`: the far end's tag; a call that forks has a dialog, and an agreement about media, with each. */
  | {
      readonly type: 'provisional';
      readonly status: number;
      readonly body: Uint8Array | null;
      readonly fork: string;
      readonly seenAs: Address | null;
    }
  /** Without body the fork's agreement stands as it is. */
  | {
      readonly type: 'answered';
      /** Of a call we made: where the far end saw it come from (RFC 3581). */
      readonly seenAs?: Address | null;
      readonly dialog: StoredDialog;
      readonly body: Uint8Array | null;
      readonly fork: string;
    }
  /** The answer to a later offer of ours, or to one that travelled in our 2xx. */
  | { readonly type: 'reanswered'; readonly body: Uint8Array; readonly fork: string }
  /** An offer of ours was refused: what was agreed before goes on (RFC 3261 §14.1). */
  | { readonly type: 'unchanged'; readonly fork: string }
  /** A key by SIP INFO. */
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'ended'; readonly ending: LegEnding };

/** Answer to a re-INVITE: the SDP to send, or the status to refuse with. Null offer: we are to offer. */
export type OfferReply = { readonly body: Uint8Array } | { readonly status: number };

/** What one who owns a dialog does with what arrives in it. */
interface DialogUser {
  readonly onRequest: (request: ReceivedRequest, transaction: ServerTransaction, at: Instant) => void;
  readonly onAck: (request: ReceivedRequest, at: Instant) => void;
}

/** What threw, in one line and without what it was thrown about. */
export const defectOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** One event of a leg: whatever throws meanwhile is a defect of that leg, and stops no other one. */
export const ofLeg = (context: AgentContext, leg: string, act: () => void): void =>
  createGuard(error => context.emit({ type: 'defect', because: defectOf(error), leg }))(act)();

/** The parts a leg works with; made once by the agent. */
export interface AgentContext {
  readonly alarms: Alarms;
  readonly transactions: Transactions;
  readonly emit: (action: AgentAction) => void;
  /** Unguessable, lower-case hexadecimal, that many bytes (RFC 3261 §19.3: tags need 32 bits at least). */
  readonly random: (bytes: number) => string;
  /** By `dialogKey`. */
  readonly dialogs: Map<string, DialogUser>;
  readonly legs: Map<string, LegControl>;
  readonly onOffer: (leg: string, offer: Uint8Array | null, fork: string) => OfferReply;
  readonly product: string;
}

export interface LegControl {
  /** `elsewhere`: as without a reason, and the far end is told that another telephone was answered (RFC 3326). */
  readonly hangUp: (how: How | 'elsewhere' | null, at: Instant) => void;
  /** Our side of the media has changed: the far end is offered what `onOffer` says now. */
  readonly reoffer: (at: Instant) => void;
  /** By SIP INFO, one after the other. */
  readonly sendKeys: (keys: string, ms: number, at: Instant) => void;
}

export const SDP_TYPE = 'application/sdp';
/** The methods a dialog or a caller may use towards us (RFC 3261 §20.5). */
export const ALLOWED = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'PRACK', 'UPDATE', 'INFO'] as const;
