import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../net/address.ts';

/** Far ends that register with us: gateways, later telephones. The registrar is telephony's, its accounts are not. */
export interface RegistrarPorts {
  /** Named in challenges; part of every digest. */
  readonly realm: string;
  readonly accounts: RegistrarAccounts;
  /** Where bindings outlive this process. */
  readonly bindings: BindingStore;
}

export interface RegistrarAccounts {
  /**
   * The account of that name, or null; rejects when nobody can know now. A name that nobody has must take as long as one
   * that somebody has.
   */
  readonly find: (
    username: string,
    realm: string,
  ) => Promise<{ readonly account: string; readonly password: string } | null>;
}

export interface BindingStore {
  /** What is kept of the account from now on, all of it. Failing it costs the binding at a restart, nothing else. */
  readonly save: (account: string, bindings: readonly StoredBinding[]) => Promise<void>;
  /** What an earlier process left and is still good. */
  readonly load: () => Promise<readonly StoredBinding[]>;
}

export interface StoredBinding {
  readonly account: string;
  /** The URI the far end wants requests at. */
  readonly contact: string;
  /** The way it came by; a connection does not outlive its process. */
  readonly flow: string;
  readonly source: Address;
  readonly callId: string;
  readonly sequence: number;
  readonly userAgent: string;
  readonly registeredAt: Instant;
  readonly expiresAt: Instant;
}

export interface ExchangeRegistrar {
  /** Live contacts of an account, the newest first; each can be a trunk's `binding`. */
  readonly bindingsOf: (account: string) => readonly StoredBinding[];
  /** The account's credentials are others, or nobody's: who registered with the old ones is forgotten. */
  readonly unbind: (account: string) => void;
}
