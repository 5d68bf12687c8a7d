import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../net/address.ts';
import type { FoundAccount } from '../sip/user-agent/registrar.ts';

/** Far ends that register with us: gateways, later telephones. The registrar is telephony's, its accounts are not. */
export interface RegistrarPorts {
  /** Named in challenges; part of every digest. */
  readonly realm: string;
  readonly accounts: RegistrarAccounts;
  /** Names that accounts alone call, and no carrier: whoever calls one proves whose he is. */
  readonly isInner?: (user: string) => boolean;
  /** Where bindings outlive this process. */
  readonly bindings: BindingStore;
  /**
   * Somebody has registered, or done so again. `isNew`: over a way that led to none of the account's contacts before (a
   * page that was loaded anew, a network that changed).
   */
  readonly onRegistered?: (account: string, by: { readonly flow: string; readonly isNew: boolean }) => void;
  /** The account's last contact is gone. `isTakenBack`: by its far end; else it ran out, its connection closed, or it was unbound. */
  readonly onUnregistered?: (account: string, how: { readonly isTakenBack: boolean }) => void;
}

export interface RegistrarAccounts {
  /**
   * The account of that name, or null; rejects when nobody can know now. A name that nobody has must take as long as one
   * that somebody has.
   */
  readonly find: (username: string, realm: string) => Promise<FoundAccount | null>;
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
  /** The account's credentials are others, or nobody's: who registered with the old ones is forgotten; `isOld`: of its contacts these. */
  readonly unbind: (account: string, isOld?: (binding: StoredBinding) => boolean) => void;
}
