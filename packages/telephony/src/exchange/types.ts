import type { Instant } from '@lianxian/core/kit';
import type { Door } from './door.ts';

/**
 * The exchange is telephony's face: dial, answer, hang up; a leg is one SIP party. SIP runs where the exchange runs;
 * media may run elsewhere (a worker process), so the exchange reaches it only through `MediaHost`.
 */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** How we name ourselves towards a far end: what Via and Contact say. */
export interface LocalEnd extends Address {
  /** Absent: udp. */
  readonly transport?: Transport;
}

/** How SIP travels (RFC 3261 §18, RFC 7118); WebSocket only towards us. */
export type Transport = 'udp' | 'tcp' | 'tls' | 'ws' | 'wss';
export type Codec = 'PCMA' | 'PCMU';

/** A trunk as a call leaves by it. */
export interface Trunk {
  /** Where requests go: an IP address or a host name. Port null: by the names' own records (RFC 3263), else the default. */
  readonly target: { readonly host: string; readonly port: number | null };
  /** Default udp. */
  readonly transport?: 'udp' | 'tcp' | 'tls';
  /** Over TLS: the certificate must hold by the system's authorities (default), or any will do. */
  readonly tlsCheck?: 'ca' | 'any';
  /** A far end that registered with us is called over the flow it came by, at the contact it gave. */
  readonly binding?: { readonly contact: string; readonly flow: string; readonly source: Address };
  /** Media is encrypted by SDES keys (RFC 4568) or there is no call. Default false. */
  readonly srtp?: boolean;
  /** It sits behind address translation: sound may come from the net its signalling comes from. Default false. */
  readonly behindNat?: boolean;
  /** Offered, the favourite first. Default PCMA, PCMU. */
  readonly codecs?: readonly Codec[];
  /** How keys are sent: RFC 4733 where agreed, else in band (auto, the default); always in band; by SIP INFO. */
  readonly keys?: 'auto' | 'inband' | 'info';
  /** Domain in To and From; the target's host when empty. */
  readonly domain?: string;
  readonly credentials?: TrunkCredentials;
  /** The practice line speaks from its own loopback socket; ordinary lines from the interface of the route. */
  readonly loopback: boolean;
  /** Offer an RFC 4103 text stream beside the audio. */
  readonly realTimeText: boolean;
}

export interface TrunkCredentials {
  readonly username: string;
  readonly password: string;
  /** Absent: nothing is remembered beyond one call or registration. */
  readonly memory?: QopMemory;
}

/**
 * Whether who has these credentials ever asked for them with a qop, which makes our answer depend on a word of ours: who
 * then asks without is somebody in between, who has tables for the older answer (RFC 7616 §5.8), and is not answered.
 */
export interface QopMemory {
  readonly hadQop: boolean;
  /** Told once when it was not known before. */
  readonly onQop: () => void;
}

export interface DialRequest {
  readonly leg: string;
  readonly trunk: Trunk;
  readonly to: string;
  /** The caller's number; empty: the trunk's account, or `anonymous`. */
  readonly from: string;
  readonly ringTimeoutMs: number;
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

/** Every way a leg can end, as the wire told it. Core's `WireEnding` says the same words; neither package knows the other. */
export interface LegEnding {
  readonly how:
    | 'byUs'
    | 'byThem'
    | 'cancelled'
    | 'refused'
    | 'credentialsRefused'
    /** It asks for our credentials less safely than it did before (`QopMemory`); nothing was answered. */
    | 'weakChallenge'
    | 'noReply'
    | 'ringTimeout'
    | 'unresolved'
    /** Its address is one that requests may not go to (`mayReach`). */
    | 'notAllowed'
    /** It lies beyond this machine, and our door could not be opened. */
    | 'notOpen'
    | 'transportError'
    | 'noCommonCodec'
    /** Media was to be encrypted, but its keys would have travelled where others read along. */
    | 'keysInClear'
    | 'mediaFailed'
    | 'ackMissing'
    /** The far end vanished: no packet for the limit of the watchdog. */
    | 'silent'
    /** The session timer ran out: the far end did not refresh (RFC 4028 §10). */
    | 'sessionExpired'
    /** Our own: something threw while it was served. */
    | 'defect';
  /** The final SIP answer, where there was one. */
  readonly code: number | null;
  /** The far end's own words, of its answer or of a Reason header (RFC 3326). */
  readonly reason: string;
  /** The telephone network's cause (ITU-T Q.850), where a Reason header gave one. */
  readonly q850?: number;
  /** How long the far end asked us to stay away (Retry-After, RFC 3261 §20.33). */
  readonly retryAfterMs?: number;
}

/** All that a BYE needs after the process that made the call has died (RFC 3261 §12.2.1.1). Plain JSON. */
export interface StoredDialog {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  readonly localUri: string;
  readonly remoteUri: string;
  readonly remoteTarget: string;
  readonly routeSet: readonly string[];
  readonly localSequence: number;
  readonly destination: Address;
  readonly loopback: boolean;
  /** How to reach it again (sip/transport/flow.ts); absent: UDP. */
  readonly flow?: string;
}

/** All that a CANCEL needs after the process that dialled has died (RFC 3261 §9.1). Plain JSON. */
export interface StoredInvite {
  readonly uri: string;
  /** Those of the INVITE's headers that a CANCEL repeats. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly destination: Address;
  readonly loopback: boolean;
  /** How to reach it again (sip/transport/flow.ts); absent: UDP. */
  readonly flow?: string;
}

/** Where the media of a leg lives. In process for the practice carrier, a worker for the platform. */
export interface MediaHost {
  /** Takes ports for a leg; the address is what the SDP will say. */
  readonly open: (
    leg: string,
    wants: {
      readonly localHost: string;
      readonly realTimeText: boolean;
      readonly srtp?: boolean;
      /** How the trunk wants keys sent; `inband` also hears them as tones. Default auto. */
      readonly keys?: NonNullable<Trunk['keys']>;
    },
  ) => Promise<LocalMedia>;
  /** The other side's media as negotiated; may come again (early media, then the answer). */
  readonly connect: (leg: string, remote: RemoteMedia, phase: 'early' | 'confirmed') => void;
  /** A key that came by SIP INFO; those in the media are heard there. */
  readonly heardKey?: (leg: string, key: string) => void;
  readonly close: (leg: string) => void;
}

/** SDES (RFC 4568): the suite AES_CM_128_HMAC_SHA1_80 or _32, and key with salt in base64 (30 bytes). */
export interface SdesKey {
  readonly suite: 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32';
  readonly inline: string;
}

export interface LocalMedia {
  readonly audio: Address;
  readonly text?: Address;
  /** What we encrypt with; only where SRTP was wanted. */
  readonly crypto?: SdesKey;
}

export interface RemoteMedia {
  /** Hosts in whose net (/24, /64) it may be, whatever its SDP says: its signalling's, where it sits behind translation. */
  readonly near?: readonly string[];
  readonly audio: {
    readonly address: Address;
    readonly codec: Codec;
    readonly payloadType: number;
    /** RFC 4733; null where the other side offers none. */
    readonly telephoneEvent: number | null;
    /** RFC 3389; null or absent where the other side sends none. */
    readonly comfortNoise?: number | null;
    /** Where its RTCP goes; absent: the port above its RTP (RFC 3550 §11). */
    readonly rtcp?: Address;
    /** What the other side encrypts with (RFC 4568). */
    readonly crypto?: SdesKey;
    readonly direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
  };
  /** RFC 4103: T.140 and, where agreed, the redundancy payload (RFC 2198). */
  readonly text?: { readonly address: Address; readonly t140: number; readonly red: number | null };
}

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
  /** Sends a provisional answer, with SDP (early media) when asked. */
  readonly progress: (code: number, withMedia: boolean) => void;
  /** `behindNat`: as of a trunk. */
  readonly answer: (of?: { readonly behindNat: boolean }) => void;
  /** `retryAfterS` tells the caller when to try again (RFC 3261 §20.33). */
  readonly refuse: (code: number, reason?: string, retryAfterS?: number) => void;
}

export interface Exchange {
  readonly dial: (request: DialRequest, onSignal: (signal: LegSignal) => void) => void;
  /** CANCEL before the answer, BYE after it; harmless when the leg is gone. `silent`: because its far end vanished. */
  readonly hangUp: (leg: string, how?: 'silent') => void;
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
    credentials?: NonNullable<Trunk['credentials']>,
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
