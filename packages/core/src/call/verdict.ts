/** How a call came out (product.md §3, task: a call's state). `interrupted` is our own fault. */
export type CallState =
  | 'answered'
  | 'voicemail'
  | 'fax'
  | 'noAnswer'
  | 'busy'
  | 'rejected'
  | 'poweredOff'
  | 'outOfService'
  | 'unreachable'
  | 'emptyNumber'
  | 'numberChanged'
  | 'lineFault'
  | 'limited'
  | 'cancelled'
  | 'blacklisted'
  | 'abandoned'
  | 'interrupted';

/** Every ending has one: what happened, whose fault it was, may one try again (house §3). */
export interface Verdict {
  readonly state: CallState;
  readonly fault: 'nobody' | 'callee' | 'carrier' | 'us' | 'unknown';
  readonly mayRetry: boolean;
  /** The SIP answer that decided it, where there was one. */
  readonly sipCode: number | null;
  /** A stable key for the sentence shown to the user, e.g. `credentialsRefused`, `noReply`, `noRoute`. */
  readonly because: string;
}

export type HungUpBy = 'callee' | 'robot' | 'user' | 'platform' | 'nobody';
