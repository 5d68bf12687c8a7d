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

export const createReception = (clockRate: number): Reception => {
  let ssrc = -1;
  let baseSequence = 0;
  let maxSequence = 0;
  let cycles = 0;
  let badSequence = -1;
  let received = 0;
  /** Of sources and restarts before the present one. */
  let settledExpected = 0;
  let settledReceived = 0;
  let jitter = 0;
  let transit = 0;
  let hasTransit = false;

  const expected = (): number => (ssrc < 0 ? 0 : cycles + maxSequence - baseSequence + 1);

  const begin = (packet: RtpPacket): void => {
    settledExpected += expected();
    settledReceived += received;
    ssrc = packet.ssrc;
    baseSequence = packet.sequence;
    maxSequence = packet.sequence;
    cycles = 0;
    badSequence = -1;
    received = 0;
    hasTransit = false;
  };

  const place = (packet: RtpPacket): 'taken' | 'late' | 'jumped' => {
    if (packet.ssrc !== ssrc) {
      begin(packet);
      return 'taken';
    }
    const ahead = (packet.sequence - maxSequence + sequenceModulus) % sequenceModulus;
    if (ahead > 0 && ahead < maxDropout) {
      if (packet.sequence < maxSequence) cycles += sequenceModulus;
      maxSequence = packet.sequence;
      return 'taken';
    }
    if (ahead === 0 || ahead > sequenceModulus - maxMisorder) return 'late';
    if (packet.sequence === badSequence) {
      begin(packet);
      return 'taken';
    }
    badSequence = (packet.sequence + 1) % sequenceModulus;
    return 'jumped';
  };

  return {
    take: (packet, atMs) => {
      const verdict = place(packet);
      if (verdict === 'jumped') return verdict;
      received += 1;
      // On the circle of 32-bit timestamps: `| 0` takes the short way round.
      const now = (Math.round((atMs * clockRate) / 1000) - packet.timestamp) | 0;
      if (hasTransit) jitter += (Math.abs((now - transit) | 0) - jitter) / 16;
      transit = now;
      hasTransit = true;
      return verdict;
    },
    received: () => settledReceived + received,
    lost: () => Math.max(0, settledExpected + expected() - settledReceived - received),
    jitterMs: () => (jitter * 1000) / clockRate,
  };
};
