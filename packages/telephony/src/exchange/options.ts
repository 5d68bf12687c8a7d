import type { Instant } from '@lianxian/core/kit';
import type { ChallengerOptions } from '../sip/user-agent/challenger.ts';
import type { Address, MediaHost } from './types.ts';

export interface ExchangeOptions {
  /** Address and port of the main socket; port 0 takes a free one. */
  readonly bind: string;
  readonly port: number;
  /** Written into Via, Contact and SDP instead of the route's local address, for hosts behind a fixed translation. */
  readonly publicIp: string | null;
  readonly media: MediaHost;
  /** Live legs of both directions; beyond it INVITEs are answered 503. Default 2,000. */
  readonly maxLegs?: number;
  /** Product name for User-Agent and Server headers. */
  readonly product?: string;
  /** Demands credentials of every incoming INVITE. */
  readonly challenge?: Omit<ChallengerOptions, 'secret'>;
  /** Every message in and out, for ladders. Costs a second parse of what comes in, so only when somebody looks. */
  readonly onMessage?: (note: MessageNote) => void;
  /** Malformed input and defects, in words without any phone number; for counters and logs. */
  readonly onTrouble?: (kind: 'input' | 'defect', because: string) => void;
  /** Unguessable hexadecimal; replaced in tests that must repeat. */
  readonly random?: (bytes: number) => string;
}

export interface MessageNote {
  readonly at: Instant;
  readonly direction: 'in' | 'out';
  readonly callId: string;
  /** `INVITE` or `180 Ringing`. */
  readonly summary: string;
  /** Number and method of CSeq. */
  readonly cseq: string;
  readonly peer: Address;
  readonly bytes: Uint8Array;
}
