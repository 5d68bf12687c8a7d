import type { RtpPacket } from './packet.ts';

/**
 * What arrived, what was lost, how unevenly it came (RFC 3550 A.1, A.3, A.8), for one stream of packets that may change
 * its source. One departure from A.1, confessed: the first packet counts at once instead of serving a probation, because
 * a telephone call has one expected source and its first syllable matters. A jump is still believed only after two
 * packets in a row.
 *
 * Two counts of loss: people are told what never came; the report block tells what RFC 3550 A.3 wants, in which a packet
 * that came twice makes up for one that did not.
 */
export interface Reception {
  /**
   * `taken`: use it. `late`: out of order, use it only where order does not matter. `doubled`: it was here already.
   * `jumped`: far from the stream; not to be used until its successor confirms a restart.
   */
  readonly take: (packet: RtpPacket, atMs: number) => 'taken' | 'late' | 'doubled' | 'jumped';
  readonly received: () => number;
  /** Packets that never came, over all sources. */
  readonly lost: () => number;
  readonly counts: () => ReceptionCounts;
  readonly jitterMs: () => number;
  /** What a report tells of the present source; the fraction is of the time since the last report. Null: nothing came since. */
  readonly report: () => ReceptionReport | null;
}

export interface ReceptionCounts {
  readonly received: number;
  readonly lost: number;
  readonly outOfOrder: number;
  readonly doubled: number;
  /** Times in which packets were missing on end: `lost / bursts` is the mean length of a loss. */
  readonly bursts: number;
}

/** RFC 3550 §6.4.1. */
export interface ReceptionReport {
  readonly ssrc: number;
  /** Of 256. */
  readonly fractionLost: number;
  /** Signed, within 24 bits. */
  readonly cumulativeLost: number;
  readonly highestSequence: number;
  /** In timestamp units. */
  readonly jitter: number;
}

/** RFC 3550 A.1: how far ahead a packet may be, and how far behind, before it counts as a jump. */
const maxDropout = 3000;
const maxMisorder = 100;
const sequenceModulus = 65_536;
/** Sequence numbers remembered, to know a straggler from a double; a power of two above `maxMisorder`. */
const remembered = 128;

/** The sequence of one source since it began (RFC 3550 A.1, A.3). Sequences are extended by their cycles. */
interface Run {
  readonly ssrc: number;
  readonly first: number;
  last: number;
  /** Received as A.3 counts: doubles too. */
  received: number;
  distinct: number;
  /** The sequence that would confirm a restart; −1 while none is suspected. */
  suspected: number;
  reportedExpected: number;
  reportedReceived: number;
}

const begin = ({ ssrc, sequence }: RtpPacket): Run => ({
  ssrc,
  first: sequence,
  last: sequence - 1,
  received: 0,
  distinct: 0,
  suspected: -1,
  reportedExpected: 0,
  reportedReceived: 0,
});

const expectedOf = ({ last, first }: Run): number => last - first + 1;

type Place = { readonly verdict: 'taken' | 'late'; readonly at: number } | 'jumped' | 'restarted';

/** Where a sequence number lies in the run, on the extended circle. */
const placeOf = (run: Run, sequence: number): Place => {
  const ahead = (((sequence - run.last) % sequenceModulus) + sequenceModulus) % sequenceModulus;
  if (ahead > 0 && ahead < maxDropout) return { verdict: 'taken', at: run.last + ahead };
  const behind = (sequenceModulus - ahead) % sequenceModulus;
  if (behind < maxMisorder) return { verdict: 'late', at: run.last - behind };
  if (sequence === run.suspected) return 'restarted';
  run.suspected = (sequence + 1) % sequenceModulus;
  return 'jumped';
};

const clamp24 = (value: number): number => Math.max(-0x80_0000, Math.min(0x7f_ffff, value));

export const createReception = (clockRate: number): Reception => {
  let run: Run | null = null;
  const seen = new Float64Array(remembered).fill(Number.NaN);
  /** Of the runs before the present one. */
  const settled = { expected: 0, distinct: 0 };
  const totals = { received: 0, outOfOrder: 0, doubled: 0, bursts: 0 };
  let jitter = 0;
  let transit: number | null = null;

  const restart = (packet: RtpPacket): Run => {
    if (run) {
      settled.expected += expectedOf(run);
      settled.distinct += run.distinct;
    }
    transit = null;
    seen.fill(Number.NaN);
    run = begin(packet);
    return run;
  };

  /** RFC 3550 A.8, on the circle of 32-bit timestamps: `| 0` takes the short way round. */
  const measure = (timestamp: number, atMs: number): void => {
    const now = (Math.round((atMs * clockRate) / 1000) - timestamp) | 0;
    if (transit !== null) jitter += (Math.abs((now - transit) | 0) - jitter) / 16;
    transit = now;
  };

  const count = (current: Run, at: number, verdict: 'taken' | 'late'): 'taken' | 'late' | 'doubled' => {
    current.received += 1;
    const slot = at & (remembered - 1);
    if (seen[slot] === at) {
      totals.doubled += 1;
      return 'doubled';
    }
    seen[slot] = at;
    totals.received += 1;
    if (at < current.first) {
      // It was sent before the first that we heard: the expected count begins with that one (A.3).
      totals.outOfOrder += 1;
      return verdict;
    }
    current.distinct += 1;
    if (verdict === 'late') {
      totals.outOfOrder += 1;
      return verdict;
    }
    if (at > current.last + 1) totals.bursts += 1;
    current.last = at;
    return verdict;
  };

  const lost = (): number =>
    Math.max(0, settled.expected + (run ? expectedOf(run) : 0) - settled.distinct - (run?.distinct ?? 0));

  return {
    take: (packet, atMs) => {
      const known = run && run.ssrc === packet.ssrc ? run : null;
      const place = known ? placeOf(known, packet.sequence) : 'restarted';
      if (place === 'jumped') return place;
      const current = place === 'restarted' || !known ? restart(packet) : known;
      const at = place === 'restarted' ? packet.sequence : place.at;
      const verdict = count(current, at, place === 'restarted' ? 'taken' : place.verdict);
      if (verdict !== 'doubled') measure(packet.timestamp, atMs);
      return verdict;
    },
    received: () => totals.received,
    lost,
    counts: () => ({ ...totals, lost: lost() }),
    jitterMs: () => (jitter * 1000) / clockRate,
    report: () => {
      if (!run || run.received === run.reportedReceived) return null;
      const expected = expectedOf(run);
      const expectedNow = expected - run.reportedExpected;
      const lostNow = expectedNow - (run.received - run.reportedReceived);
      run.reportedExpected = expected;
      run.reportedReceived = run.received;
      return {
        ssrc: run.ssrc,
        fractionLost: expectedNow <= 0 || lostNow <= 0 ? 0 : Math.min(255, Math.floor((lostNow * 256) / expectedNow)),
        cumulativeLost: clamp24(expected - run.received),
        highestSequence: run.last >>> 0,
        jitter: Math.floor(jitter),
      };
    },
  };
};
