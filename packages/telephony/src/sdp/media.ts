import type { Address } from '../net/address.ts';
import type { SdesKey } from '../srtp/keys.ts';

/** What the two sides of a leg tell each other of their media, as offer and answer came out (RFC 3264). */
export type Codec = 'PCMA' | 'PCMU';

/** Ours. */
export interface LocalMedia {
  readonly audio: Address;
  readonly text?: Address;
  /** What we encrypt with; only where SRTP was wanted. */
  readonly crypto?: SdesKey;
  /** Its place is another machine's, perhaps: said as it is. */
  readonly isElsewhere?: boolean;
}

/** Theirs. */
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
