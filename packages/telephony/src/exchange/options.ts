import type { Instant } from '@lianxian/core/kit';
import type { MediaHost } from '../media/host.ts';
import type { Address } from '../net/address.ts';
import type { Transport } from '../net/flow.ts';
import type { Certificate } from '../net/stream-listeners.ts';
import type { Listeners } from '../net/streams.ts';
import type { ChallengerOptions } from '../sip/user-agent/challenger.ts';
import type { WebRtcHost } from '../webrtc/types.ts';
import type { RegistrarPorts } from './registrar-types.ts';
import type { SecurityEvent } from './security.ts';

export interface ExchangeOptions {
  /** Address and port of the main UDP socket; port 0 takes a free one. An IPv6 address opens IPv6. */
  readonly bind: string;
  readonly port: number;
  /**
   * Where UDP, TCP and TLS listen from `door.open()` on, or from the first request that is to leave this machine; `bind` is
   * loopback then, and of the same family. Absent: `bind` stays.
   */
  readonly opensTo?: string;
  /** Where streams are taken; absent or null: not at all. Calls can leave by TCP and TLS all the same. */
  readonly listeners?: Listeners;
  /** Origins of pages that may open WebSockets to us, beside those of the host they ask. */
  readonly pageOrigins?: readonly string[];
  /** Our own certificate, for `tls` and `wss`, and shown where a far end asks for it. */
  readonly certificate?: Certificate;
  /** PEM of the authorities we believe when calling over TLS; absent: the system's. */
  readonly authorities?: readonly string[];
  /** Name servers (`192.0.2.53` or `192.0.2.53:5353`) instead of the system's. */
  readonly nameServers?: readonly string[];
  /**
   * Whether requests may go to an address that was found under this name, asked whenever a name was looked up, and sound to
   * one that an SDP names (under itself); absent: anywhere. Trunks on loopback and far ends that registered with us are not
   * asked about.
   */
  readonly mayReach?: (address: string, name: string) => boolean;
  /** Written into Via, Contact and SDP instead of the route's local address, for hosts behind a fixed translation. */
  readonly publicIp: string | null;
  readonly media: MediaHost;
  /** Where the encrypted half of browsers' legs lives; absent: browsers cannot be called, and their calls are refused. */
  readonly webRtc?: WebRtcHost;
  /** Live legs of both directions; beyond it INVITEs are answered 503. Default 2,000. */
  readonly maxLegs?: number;
  /** False: a telephone, which rings however busy its machine is. Else new calls are shed (503) when there is too much to do. */
  readonly sheds?: boolean;
  /** Whether a person waits at the telephone that registered as this account, with one call: theirs are shed never. Absent: at none. */
  readonly isPerson?: (account: string) => boolean;
  /** Product name for User-Agent and Server headers. */
  readonly product?: string;
  /** Demands credentials of every incoming INVITE. */
  readonly challenge?: Omit<ChallengerOptions, 'secret'>;
  /** Far ends may register with us; absent: REGISTER is refused with 405. */
  readonly registrar?: RegistrarPorts;
  /** Whose address this is (of lines, say): strangers are answered in passing and share a part of the room. Absent: everybody is known. */
  readonly isKnown?: (host: string) => boolean;
  /** Every message in and out, for ladders; comes in order, before anybody acts on it. */
  readonly onMessage?: (note: MessageNote) => void;
  /** Malformed input and defects, in words without any phone number; for counters and logs. */
  readonly onTrouble?: (kind: 'input' | 'defect', because: string) => void;
  /** Who guessed, called or connected and was turned away; a few a second at most, summed up by address. */
  readonly onSecurity?: (event: SecurityEvent) => void;
  /** Unguessable hexadecimal; replaced in tests that must repeat. */
  readonly random?: (bytes: number) => string;
}

export interface MessageNote {
  readonly at: Instant;
  readonly way: 'in' | 'out';
  readonly callId: string;
  /** `INVITE` or `180 Ringing`. */
  readonly summary: string;
  /** Number and method of CSeq. */
  readonly cseq: string;
  readonly peer: Address;
  readonly transport: Transport;
  /** The whole message, credentials included: whoever keeps it cuts them out. */
  readonly text: () => string;
}
