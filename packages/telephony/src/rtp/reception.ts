import type { RtpPacket } from './packet.ts';

/**
 * What arrived, what was lost, how unevenly it came (RFC 3550 A.1, A.3, A.8), for one source. One departure from A.1,
 * confessed: the first packet counts at once instead of serving a probation, because a telephone call has one expected
 * source and its first syllable matters. A jump is still believed only after two packets in a row.
 */
export interface Reception {
  /**
   * `taken`: use it. `late`: out of order or doubled, use it only where order does not matter. `jumped`: far from the
   * stream; not to be used until its successor confirms a restart.
   */
  readonly take: (packet: RtpPacket, atMs: number) => 'taken' | 'late' | 'jumped';
  readonly received: () => number;
  readonly lost: () => number;
  readonly jitterMs: () => number;
}

/** RFC 3550 A.1: how far ahead a packet may be, and how far behind, before it counts as a jump. */
const maxDropout = 3000;
const maxMisorder = 100;
const sequenceModulus = 65_536;

/** The sequence of one source since it began (RFC 3550 A.1, A.3). */
interface Run {
  readonly ssrc: number;
  readonly first: number;
  last: number;
  cycles: number;
  received: number;
  /** The sequence that would confirm a restart; −1 while none is suspected. */
  suspected: number;
}

const begin = ({ ssrc, sequence }: RtpPacket): Run => ({
  ssrc,
  first: sequence,
  last: sequence,
  cycles: 0,
  received: 0,
  suspected: -1,
});

const expectedOf = ({ cycles, last, first }: Run): number => cycles + last - first + 1;

const follow = (run: Run, sequence: number): 'taken' | 'late' | 'jumped' | 'restarted' => {
  const ahead = (sequence - run.last + sequenceModulus) % sequenceModulus;
  if (ahead > 0 && ahead < maxDropout) {
    if (sequence < run.last) run.cycles += sequenceModulus;
    run.last = sequence;
    return 'taken';
  }
  if (ahead === 0 || ahead > sequenceModulus - maxMisorder) return 'late';
  if (sequence === run.suspected) return 'restarted';
  run.suspected = (sequence + 1) % sequenceModulus;
  return 'jumped';
};

export const createReception = (clockRate: number): Reception => {
  let run: Run | null = null;
  /** Of the runs before the present one. */
  const settled = { expected: 0, received: 0 };
  let jitter = 0;
  let transit: number | null = null;

  const restart = (packet: RtpPacket): Run => {
    if (run) {
      settled.expected += expectedOf(run);
      settled.received += run.received;
    }
    transit = null;
    run = begin(packet);
    return run;
  };

  /** RFC 3550 A.8, on the circle of 32-bit timestamps: `| 0` takes the short way round. */
  const measure = (timestamp: number, atMs: number): void => {
    const now = (Math.round((atMs * clockRate) / 1000) - timestamp) | 0;
    if (transit !== null) jitter += (Math.abs((now - transit) | 0) - jitter) / 16;
    transit = now;
  };

  return {
    take: (packet, atMs) => {
      const known = run && run.ssrc === packet.ssrc ? run : null;
      const verdict = known ? follow(known, packet.sequence) : 'restarted';
      if (verdict === 'jumped') return verdict;
      const current = verdict === 'restarted' || !known ? restart(packet) : known;
      current.received += 1;
      measure(packet.timestamp, atMs);
      return verdict === 'late' ? 'late' : 'taken';
    },
    received: () => settled.received + (run?.received ?? 0),
    lost: () => {
      const expected = settled.expected + (run ? expectedOf(run) : 0);
      return Math.max(0, expected - settled.received - (run?.received ?? 0));
    },
    jitterMs: () => (jitter * 1000) / clockRate,
  };
};
