import type { AdmissionLimits } from './admission.ts';

/** Everything a stream may cost us; connections towards us and ours are counted apart. */
export interface StreamLimits extends AdmissionLimits {
  /** From the first packet to a connection with TLS and WebSocket agreed. */
  readonly handshakeMs: number;
  /** A connection opened towards us has said something whole by then. */
  readonly firstMessageMs: number;
  /** A connection opened towards us is gone by then unless somebody known speaks over it. */
  readonly strangerMs: number;
  /** From a message's first octet to its last. */
  readonly messageMs: number;
  /** Nothing but line ends for so long: nobody needs it any more. */
  readonly idleMs: number;
  /** The far end does not read: what we hold back for it, and how long. */
  readonly unsentBytes: number;
  readonly stalledMs: number;
  /** We read no further from one that does not read what we answered. */
  readonly unsentBytesToPause: number;
  /** What waits while a connection is being opened. */
  readonly queuedBytes: number;
  /** We keep translators and proxies open on connections of ours (RFC 5626 §4.4.1), and all WebSockets. */
  readonly keepAliveMs: number;
  readonly sweepMs: number;
}

export const STREAM_LIMITS: StreamLimits = {
  connections: 4_000,
  connectionsOfPeer: 500,
  // Half is kept for the known. Seats of one office that all come back at once are strangers for the second it takes.
  strangers: 2_000,
  strangersOfPeer: 100,
  strangersOfNet: 200,
  handshakeMs: 6_000,
  firstMessageMs: 30_000,
  // A login takes a second; a person who types a wrong password tries again on a new connection.
  strangerMs: 60_000,
  messageMs: 10_000,
  // Longer than any registration lives by default (RFC 3261 §10.2.1.1: an hour), which refreshes over it.
  idleMs: 75 * 60_000,
  unsentBytes: 512 * 1_024,
  stalledMs: 10_000,
  unsentBytesToPause: 64 * 1_024,
  queuedBytes: 256 * 1_024,
  keepAliveMs: 25_000,
  sweepMs: 500,
};
