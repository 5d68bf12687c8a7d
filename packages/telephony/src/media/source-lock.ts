import { isIP, SocketAddress } from 'node:net';
import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../exchange/types.ts';

/**
 * Whose packets one socket hears and whom it answers: symmetric RTP (RFC 4961) with a locked source. Before `aim` nothing
 * is heard; after it the first valid packet's source becomes the other side, whatever its SDP claimed (it may sit behind
 * a NAT). A stranger who guesses the port may be quicker than the callee, so the hold of somebody whom the SDP did not
 * name is weak at first: the address the SDP named takes over at once, its host at another port as well, and anybody once
 * the holder has rested. Who has held for five seconds of sound stays.
 *
 *   deaf ──aim──▶ open ──a valid packet──▶ held ──from the SDP's address, or 250 packets──▶ locked
 *                  ▲                        │ ▲                                               │
 *                  └──────aim elsewhere─────┴─┼───────────────────────────────────────────────┤
 *                                             │                                               │ seek (silent for long)
 *                                          locked ◀──a packet of its host or the SDP's──── seeking
 *
 * A far end that restarts, or whose NAT forgets it, comes from another port; that is looked for only after it has been
 * silent, and only at the hosts that are known. Invariant: once locked, a stranger's packet changes nothing.
 */
export interface SourceLock {
  readonly aim: (remote: Address) => 'same' | 'moved';
  /** May a packet from there be heard? */
  readonly admits: (from: Address, at: Instant) => boolean;
  /** A valid packet that was admitted. `locked`: from now on nobody else is admitted. */
  readonly heard: (from: Address, at: Instant) => 'locked' | 'held';
  /** The locked source has been silent for long: it may have moved. False where nothing was locked. */
  readonly seek: () => boolean;
  /** Where packets go: who was heard, else where the SDP said; null where nothing may be sent. */
  readonly target: () => Address | null;
  /** Is this host the other side's, as far as is known? Its RTCP may come from a port of its own. */
  readonly knowsHost: (host: string) => boolean;
}

/** A far end whose SDP tells the truth sends within this many packets (5 s) of the holder; then the lock is final. */
const heldPackets = 250;
/** Ten packets: a holder who sends a stream does not rest so long. */
const holderRestMs = 200;

/** One spelling for each address, as the system spells those of packets. */
const canonical = ({ host, port }: Address): Address =>
  isIP(host) === 6 ? { host: new SocketAddress({ address: host, family: 'ipv6' }).address, port } : { host, port };

const isSame = (a: Address | null, b: Address): boolean => a !== null && a.port === b.port && a.host === b.host;

/** Port 0 and 0.0.0.0 are the old ways to say "hold" (RFC 3264 §8.4). */
const isReachable = ({ host, port }: Address): boolean => port > 0 && host !== '0.0.0.0' && host !== '::';

export const createSourceLock = (): SourceLock => {
  let aimed: Address | null = null;
  let source: Address | null = null;
  let state: 'open' | 'held' | 'locked' | 'seeking' = 'open';
  /** Packets of a holder who is not whom the SDP named. */
  let held = 0;
  let lastAt: Instant | null = null;

  const outranksHolder = (from: Address, at: Instant): boolean => {
    if (isSame(aimed, from)) return true;
    if (from.host === aimed?.host && source?.host !== aimed.host) return true;
    return lastAt !== null && at - lastAt > holderRestMs;
  };

  return {
    aim: remote => {
      const to = canonical(remote);
      if (isSame(aimed, to)) return 'same';
      aimed = to;
      source = null;
      state = 'open';
      held = 0;
      return 'moved';
    },
    admits: (from, at) => {
      if (!aimed) return false;
      if (state === 'open' || isSame(source, from)) return true;
      if (state === 'held') return outranksHolder(from, at);
      return state === 'seeking' && (from.host === aimed.host || from.host === source?.host);
    },
    heard: (from, at) => {
      const isFinal = state === 'seeking' || state === 'locked';
      held = isSame(source, from) ? held + 1 : 1;
      if (!isSame(source, from)) source = { host: from.host, port: from.port };
      lastAt = at;
      state = isFinal || isSame(aimed, from) || held >= heldPackets ? 'locked' : 'held';
      return state;
    },
    seek: () => {
      if (state !== 'locked') return false;
      state = 'seeking';
      return true;
    },
    target: () => source ?? (aimed && isReachable(aimed) ? aimed : null),
    knowsHost: host => host === source?.host || host === aimed?.host,
  };
};
