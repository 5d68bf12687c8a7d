import type { Address } from '../../net/address.ts';

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
  /** How to reach it again (net/flow.ts); absent: UDP. */
  readonly flow?: string;
}

/** All that a CANCEL needs after the process that dialled has died (RFC 3261 §9.1). Plain JSON. */
export interface StoredInvite {
  readonly uri: string;
  /** Those of the INVITE's headers that a CANCEL repeats. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly destination: Address;
  readonly loopback: boolean;
  /** How to reach it again (net/flow.ts); absent: UDP. */
  readonly flow?: string;
}
