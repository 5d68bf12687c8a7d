import type { Instant } from '@lianxian/core/kit';
import type { Address, QopMemory, Trunk } from './types.ts';

/** A registration of ours with a carrier (RFC 3261 §10): kept up until it is stopped. */
export interface RegistrationRequest {
  /** A name for it, of its caller's choice; a second registration of one name replaces the first. */
  readonly id: string;
  /** `target` is the registrar; `domain`, or else the target's host, is the domain of the address that is registered. */
  readonly trunk: Trunk;
  readonly username: string;
  readonly password: string;
  readonly memory?: QopMemory;
  /** How long a binding is asked for; the registrar may grant another time, and that one counts. */
  readonly expiresS: number;
}

/** Why it is not registered; '' where it is, or where nothing is known yet. */
export type RegistrationBecause =
  | ''
  /** No answer within 32 s. */
  | 'noReply'
  | 'unresolved'
  /** Its address is one that requests may not go to. */
  | 'notAllowed'
  /** Our own door could not be opened. */
  | 'notOpen'
  /** No way to it, nobody listens there, or the connection broke. */
  | 'unreachable'
  | 'certificate'
  /** The registrar does not take the name or the password: tried again only after a long while. */
  | 'credentialsRefused'
  /** It asks for the password less safely than it did before; nothing was answered. */
  | 'weakChallenge'
  /** Any other final answer; `code` tells which. */
  | 'refused'
  /** 5xx and 503 among them. */
  | 'serverError'
  /** It answered 200 but our contact is not among those it keeps. */
  | 'notRegistered';

export interface RegistrationState {
  /** `refreshing`: still registered, asking anew. `failed`: tries again by itself at `againAt`. */
  readonly is: 'unregistered' | 'registering' | 'registered' | 'refreshing' | 'failed' | 'unregistering';
  /** The last final answer; null where none came. */
  readonly code: number | null;
  readonly because: RegistrationBecause;
  /** The registrar keeps our binding until then; null when it keeps none. */
  readonly until: Instant | null;
  /** The next attempt or refresh; null while one is under way or when none will come. */
  readonly againAt: Instant | null;
  /** From the last REGISTER to its answer. */
  readonly roundTripMs: number | null;
  /** As which address the registrar saw us (`received` and `rport`, RFC 3581); null where it does not say. */
  readonly seenAs: Address | null;
}

export interface Registration {
  /** Takes the binding back at the registrar; resolves when it is answered, or after a short limit. */
  readonly stop: () => Promise<void>;
  /** Asks anew now, whatever it waits for: its user looks, or the credentials were changed elsewhere. */
  readonly again: () => void;
}

export interface ExchangeRegister {
  /** Registers and keeps registered; `onState` hears every change, the first one before this returns. */
  readonly register: (request: RegistrationRequest, onState: (state: RegistrationState) => void) => Registration;
}
