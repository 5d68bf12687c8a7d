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

interface ReceptionCounts {
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
const MAX_DROPOUT = 3000;
const MAX_MISORDER = 100;
const sequenceMask = 0xffff;
/** Sequence numbers REMEMBERED, to know a straggler from a double; a power of two above `MAX_MISORDER`. */
const REMEMBERED = 128;

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

const clamp24 = (value: number): number => Math.max(-0x80_0000, Math.min(0x7f_ffff, value));

/**
 * One object, all its numbers in it: two hundred streams take turns fifty times a second, and what a packet costs is
 * above all how many places in memory it must visit.
 */
class StreamReception implements Reception {
  readonly #clockRate: number;
  readonly #seen = new Float64Array(REMEMBERED).fill(Number.NaN);
  #run: Run | null = null;
  /** Of the runs before the present one. */
  #settledExpected = 0;
  #settledDistinct = 0;
  #received = 0;
  #outOfOrder = 0;
  #doubled = 0;
  #bursts = 0;
  #jitter = 0;
  /** NaN where the next packet has nothing to be compared with. */
  #transit = Number.NaN;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  take(packet: RtpPacket, atMs: number): 'taken' | 'late' | 'doubled' | 'jumped' {
    const run = this.#run;
    if (run === null || run.ssrc !== packet.ssrc) return this.#begin(packet, atMs);
    const { sequence } = packet;
    // Where it lies on the circle, forward of the last one and backward.
    const ahead = (sequence - run.last) & sequenceMask;
    const behind = (run.last - sequence) & sequenceMask;
    if (ahead > 0 && ahead < MAX_DROPOUT) return this.#count(run, run.last + ahead, 'taken', packet.timestamp, atMs);
    if (behind < MAX_MISORDER) return this.#count(run, run.last - behind, 'late', packet.timestamp, atMs);
    if (sequence === run.suspected) return this.#begin(packet, atMs);
    run.suspected = (sequence + 1) & sequenceMask;
    return 'jumped';
  }

  received(): number {
    return this.#received;
  }

  lost(): number {
    const run = this.#run;
    const expected = this.#settledExpected + (run ? expectedOf(run) : 0);
    return Math.max(0, expected - this.#settledDistinct - (run?.distinct ?? 0));
  }

  counts(): ReceptionCounts {
    return {
      received: this.#received,
      lost: this.lost(),
      outOfOrder: this.#outOfOrder,
      doubled: this.#doubled,
      bursts: this.#bursts,
    };
  }

  jitterMs(): number {
    return (this.#jitter * 1000) / this.#clockRate;
  }

  report(): ReceptionReport | null {
    const run = this.#run;
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
      jitter: Math.floor(this.#jitter),
    };
  }

  /** A new source, or one that began anew. */
  #begin(packet: RtpPacket, atMs: number): 'taken' | 'late' | 'doubled' {
    if (this.#run) {
      this.#settledExpected += expectedOf(this.#run);
      this.#settledDistinct += this.#run.distinct;
    }
    this.#transit = Number.NaN;
    this.#seen.fill(Number.NaN);
    this.#run = begin(packet);
    return this.#count(this.#run, packet.sequence, 'taken', packet.timestamp, atMs);
  }

  #count(
    run: Run,
    at: number,
    verdict: 'taken' | 'late',
    timestamp: number,
    atMs: number,
  ): 'taken' | 'late' | 'doubled' {
    run.received += 1;
    const slot = at & (REMEMBERED - 1);
    if (this.#seen[slot] === at) {
      this.#doubled += 1;
      return 'doubled';
    }
    this.#seen[slot] = at;
    this.#received += 1;
    this.#measure(timestamp, atMs);
    if (verdict === 'late') this.#outOfOrder += 1;
    // Sent before the first that we heard: the expected count begins with that one (A.3).
    if (at < run.first) return verdict;
    run.distinct += 1;
    if (verdict === 'late') return verdict;
    if (at > run.last + 1) this.#bursts += 1;
    run.last = at;
    return verdict;
  }

  /** RFC 3550 A.8, on the circle of 32-bit timestamps: `| 0` takes the short way round. */
  #measure(timestamp: number, atMs: number): void {
    const transit = (Math.round((atMs * this.#clockRate) / 1000) - timestamp) | 0;
    const before = this.#transit;
    if (!Number.isNaN(before)) this.#jitter += (Math.abs((transit - before) | 0) - this.#jitter) / 16;
    this.#transit = transit;
  }
}

export const createReception = (clockRate: number): Reception => new StreamReception(clockRate);
