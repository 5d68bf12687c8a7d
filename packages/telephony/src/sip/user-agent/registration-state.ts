import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../../net/address.ts';

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
