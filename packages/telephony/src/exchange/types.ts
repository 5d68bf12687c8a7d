import type { Instant } from '@lianxian/core/kit';
import type { KeyWay } from '../media/types.ts';
import type { Address } from '../net/address.ts';
import type { Carriage, Transport } from '../net/flow.ts';
import type { Codec } from '../sdp/media.ts';
import type { StoredDialog, StoredInvite } from '../sip/dialog/stored.ts';
import type { Header } from '../sip/grammar/message.ts';
import type { Credentials } from '../sip/user-agent/digest.ts';
import type { LegEnding } from '../sip/user-agent/ending.ts';
import type { Door } from './door.ts';

/**
 * The exchange is telephony's face: dial, answer, hang up; a leg is one SIP party. SIP runs where the exchange runs;
 * media may run elsewhere (a worker process), so the exchange reaches it only through `MediaHost`.
 */

/** A trunk as a call leaves by it. */
export interface Trunk extends Carriage {
  /** Where requests go: an IP address or a host name. Port null: by the names' own records (RFC 3263), else the default. */
  readonly target: { readonly host: string; readonly port: number | null };
  /** A far end that registered with us is called over the flow it came by, at the contact it gave. */
  readonly binding?: { readonly contact: string; readonly flow: string; readonly source: Address };
  /** A browser that registered over a WebSocket: its media is ICE, DTLS and SRTP (`ExchangeOptions.webRtc`). Only with a `binding`. */
  readonly webRtc?: boolean;
  /** Media is encrypted by SDES keys (RFC 4568) or there is no call. Default false. */
  readonly srtp?: boolean;
  /** It sits behind address translation: sound may come from the net its signalling comes from. Default false. */
  readonly behindNat?: boolean;
  /** Offered, the favourite first. Default PCMA, PCMU. */
  readonly codecs?: readonly Codec[];
  /** How keys are sent: RFC 4733 where agreed, else in band (auto, the default); always in band; by SIP INFO. */
  readonly keys?: KeyWay;
  /** Domain in To and From; the target's host when empty. */
  readonly domain?: string;
  readonly credentials?: Credentials;
  /** The practice line speaks from its own loopback socket; ordinary lines from the interface of the route. */
  readonly loopback: boolean;
  /** Another node of ours: where it is, is nobody's word. Default false. */
  readonly isOurs?: boolean;
  /** Its far end sends without a pause, as a browser does: that its sound breaks off is told. Default false. */
  readonly continuous?: boolean;
  /** Offer an RFC 4103 text stream beside the audio. */
  readonly realTimeText: boolean;
}

export interface DialRequest {
  readonly leg: string;
  readonly trunk: Trunk;
  readonly to: string;
  /** The caller's number; empty: the trunk's account, or `anonymous`. */
  readonly from: string;
  readonly ringTimeoutMs: number;
  /** Shown beside `from`. */
  readonly displayName?: string;
  /** Headers of our own in the INVITE (`X-Log-Id`); line ends are taken out of their values. */
  readonly headers?: readonly Header[];
}

/** Signals of one leg; instants are on the exchange's monotonic clock. */
export type LegSignal =
  /** The INVITE has left; again when it had to leave anew with credentials. */
  | { readonly type: 'dialled'; readonly at: Instant; readonly callId: string; readonly invite: StoredInvite }
  | {
      readonly type: 'provisional';
      readonly at: Instant;
      readonly code: number;
      readonly earlyMedia: boolean;
      readonly seenAs?: Address | null;
    }
  /** `seenAs`: where the far end saw our request come from (RFC 3581); another host than ours: address translation. */
  | { readonly type: 'answered'; readonly at: Instant; readonly dialog: StoredDialog; readonly seenAs?: Address | null }
  | { readonly type: 'ended'; readonly at: Instant; readonly ending: LegEnding };

export interface IncomingLeg {
  readonly leg: string;
  readonly to: string;
  readonly from: string;
  readonly callId: string;
  /** Where the INVITE came from, and by what. */
  readonly source: Address;
  readonly transport: Transport;
  /** It came by a way that nobody reads along (TLS, or this machine's own). */
  readonly isSecret: boolean;
  /** It offers keys to encrypt its media with, by such a way. */
  readonly isEncrypted: boolean;
  /** The registrar account that made it, when it proved to be one. */
  readonly account: string | null;
  /** The registration of ours (`register`'s id) that it came by; null where it came for no contact of ours. */
  readonly registration: string | null;
  /** What may be the number that was called, the likeliest first: request URI, To, P-Called-Party-ID (RFC 7315). */
  readonly called: readonly string[];
  /** Where its offer wants the sound sent; null where it offers none. */
  readonly soundAt: Address | null;
  /** It comes from a browser: media by ICE and DTLS-SRTP. Without a `webRtc` host such a leg can only be refused. */
  readonly isWebRtc: boolean;
  /** A header of the INVITE, whatever the case of its name; null where it has none. What it says is its sender's word. */
  readonly header: (name: string) => string | null;
  /** Sends a provisional answer, with SDP (early media) when asked. */
  readonly progress: (code: number, withMedia: boolean, headers?: readonly Header[]) => void;
  /** `behindNat`: as of a trunk. */
  readonly answer: (of?: { readonly behindNat: boolean }) => void;
  /** `retryAfterS` tells the caller when to try again (RFC 3261 §20.33). */
  readonly refuse: (code: number, reason?: string, retryAfterS?: number, headers?: readonly Header[]) => void;
}

export interface Exchange {
  readonly dial: (request: DialRequest, onSignal: (signal: LegSignal) => void) => void;
  /**
   * CANCEL before the answer, BYE after it; harmless when the leg is gone. `silent`: because its far end vanished;
   * `elsewhere`: another telephone was answered, which the far end is told (RFC 3326).
   */
  readonly hangUp: (leg: string, how?: 'silent' | 'elsewhere') => void;
  /**
   * Holds an answered leg (we send, it only listens) or takes it back, by re-INVITE (RFC 3264 §8.4). The far end's
   * answer comes to the media host as `connect`; one that refuses leaves everything as it was. Harmless when the leg is
   * gone.
   */
  readonly hold: (leg: string, on: boolean) => void;
  /** Sends keys (0–9 * # A–D) by SIP INFO one after the other, each `ms` long; those in the sound are the media's. */
  readonly sendKeys: (leg: string, keys: string, ms?: number) => void;
  /**
   * BYE for a dialog of a dead process, CANCEL for an INVITE of one (an answer that crosses it gets ACK and BYE).
   * Resolves when answered or timed out.
   */
  readonly hangUpStored: (
    stored: StoredDialog | StoredInvite,
    credentials?: Credentials,
  ) => Promise<'ended' | 'gone' | 'noReply'>;
  readonly onIncoming: (handle: (leg: IncomingLeg) => ((signal: LegSignal) => void) | null) => void;
  /** Where UDP listens now; another host once the door is open. */
  readonly localAddress: Address;
  /** How far we listen, where that may change. */
  readonly door: Pick<Door, 'open' | 'state'>;
  /** Where connections of a kind are taken; null: nowhere. */
  readonly listening: (transport: Transport) => Address | null;
  /** Live legs; for readiness and drain. */
  readonly legs: () => number;
  readonly close: () => Promise<void>;
}
