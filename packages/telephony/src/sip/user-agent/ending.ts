/** Every way a leg can end, as the network told it. Core says the same words; neither package knows the other. */
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
