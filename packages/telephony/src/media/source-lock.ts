import { isIP, SocketAddress } from 'node:net';
import type { Instant } from '@lianxian/core/kit';
import { type Address, netOf } from '../net/address.ts';

/**
 * Whose packets one socket hears and whom it answers. Sound goes where the SDP says; another place is learnt (symmetric
 * RTP, RFC 4961) only at the SDP's own host, or, for a far end behind address translation, in the net its signalling comes
 * from, and only after a run of consecutive packets of one source (SSRC): a stranger who sprays our ports hears nothing.
 * The hold of a place that was learnt is weak at first: the address the SDP named takes over at once, another that may be
 * learnt once the holder has rested. Who has held for five seconds of sound stays.
 *
 *   deaf ──aim──▶ open ──a run from where it may come──▶ held ──from the SDP's address, or 250 packets──▶ locked
 *                  │ a packet of the SDP's address                                                      ▲    │
 *                  ├─────────────────────────────────────────────────────────────────────────────────────┤    │ seek
 *                  │                          a packet of the same place or the SDP's, or a run ────── seeking ◀┘
 *
 * A far end that restarts, or whose NAT forgets it, comes from another port; that is looked for only after it has been
 * silent. Invariants: nothing leaves for a host that neither SDP nor signalling named; once locked, a stranger's packet
 * changes nothing.
 */
export interface SourceLock {
  /** `near`: hosts in whose net (/24, /64) the sound may come from as well. */
  readonly aim: (remote: Address, near?: readonly string[]) => 'same' | 'moved';
  /** May this packet be heard? Those of a run count from its last one on. */
  readonly admits: (from: Address, packet: PacketName, at: Instant) => boolean;
  /** A valid packet that was admitted. `locked`: from now on nobody else is admitted. */
  readonly heard: (from: Address, at: Instant) => 'locked' | 'held';
  /** The locked source has been silent for long: it may have moved. False where nothing was locked. */
  readonly seek: () => boolean;
  /** Where packets go: who was heard, else where the SDP said; null where nothing may be sent. */
  readonly target: () => Address | null;
  /** Is this host the other side's, as far as is known? Its RTCP may come from a port of its own. */
  readonly knowsHost: (host: string) => boolean;
}

/** What of an RTP packet tells a run of one source (RFC 3550 §5.1). */
export interface PacketName {
  readonly ssrc: number;
  readonly sequence: number;
}

/** A far end whose SDP tells the truth sends within this many packets (5 s) of the holder; then the lock is final. */
const HELD_PACKETS = 250;
/** Ten packets: a holder who sends a stream does not rest so long. */
const HOLDER_REST_MS = 200;
/** Of one source, one after the other (100 ms): what strays in, or is sprayed over many ports, makes no such run. */
const RUN_PACKETS = 5;

/** One spelling for each address, as the system spells those of packets. */
const canonical = ({ host, port }: Address): Address =>
  isIP(host) === 6 ? { host: new SocketAddress({ address: host, family: 'ipv6' }).address, port } : { host, port };

const isSame = (a: Address | null, b: Address): boolean => a !== null && a.port === b.port && a.host === b.host;

/** Port 0 and 0.0.0.0 are the old ways to say "hold" (RFC 3264 §8.4). */
const isReachable = ({ host, port }: Address): boolean => port > 0 && host !== '0.0.0.0' && host !== '::';

/** Counts consecutive packets of one source at one place; anything else begins anew. */
const createRun = () => {
  let from: Address | null = null;
  let last: PacketName = { ssrc: 0, sequence: 0 };
  let length = 0;
  return {
    /** How many there are with this one. */
    count: (source: Address, packet: PacketName): number => {
      const goesOn =
        isSame(from, source) && packet.ssrc === last.ssrc && packet.sequence === ((last.sequence + 1) & 0xff_ff);
      length = goesOn ? length + 1 : 1;
      from = source;
      last = packet;
      return length;
    },
    forget: () => {
      length = 0;
      from = null;
    },
  };
};

export const createSourceLock = (): SourceLock => {
  let aimed: Address | null = null;
  let nets: ReadonlySet<string> = new Set();
  let source: Address | null = null;
  let state: 'open' | 'held' | 'locked' | 'seeking' = 'open';
  /** Packets of a holder who is not whom the SDP named. */
  let held = 0;
  let lastAt: Instant | null = null;
  const run = createRun();

  const mayLearn = ({ host }: Address): boolean => host === aimed?.host || nets.has(netOf(host));
  const hasRested = (at: Instant): boolean => lastAt !== null && at - lastAt > HOLDER_REST_MS;

  return {
    aim: (remote, near = []) => {
      const to = canonical(remote);
      nets = new Set(near.map(netOf));
      if (isSame(aimed, to)) return 'same';
      aimed = to;
      source = null;
      state = 'open';
      held = 0;
      run.forget();
      return 'moved';
    },
    admits: (from, packet, at) => {
      if (!aimed) return false;
      if (isSame(source, from)) return true;
      if (isSame(aimed, from)) return state !== 'locked';
      if (state === 'locked' || !mayLearn(from)) return false;
      const isRun = run.count(from, packet) >= RUN_PACKETS;
      return isRun && (state !== 'held' || hasRested(at));
    },
    heard: (from, at) => {
      const isFinal = state === 'seeking' || state === 'locked';
      held = isSame(source, from) ? held + 1 : 1;
      if (!isSame(source, from)) source = { host: from.host, port: from.port };
      lastAt = at;
      state = isFinal || isSame(aimed, from) || held >= HELD_PACKETS ? 'locked' : 'held';
      return state;
    },
    seek: () => {
      if (state !== 'locked') return false;
      state = 'seeking';
      run.forget();
      return true;
    },
    target: () => source ?? (aimed && isReachable(aimed) ? aimed : null),
    knowsHost: host => host === source?.host || host === aimed?.host,
  };
};
