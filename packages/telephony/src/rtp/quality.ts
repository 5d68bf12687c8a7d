/**
 * How good a G.711 call sounded, as the mean opinion score of the E-model (ITU-T G.107), from what the network tells:
 *
 *   R = R0 − Id − Ie,eff            R0 = 93.2, all other parameters at G.107's defaults (table 2)
 *   Id = 0.024 d + 0.11 (d − 177.3) H(d − 177.3)      d: one way, mouth to ear, in ms; the simplification of Cole and
 *                                                     Rosenbluth (Computer Communication Review 31/2, 2001)
 *   Ie,eff = Ie + (95 − Ie) Ppl / (Ppl / BurstR + Bpl)      G.107 §3.5; G.711: Ie = 0, without concealment Bpl = 4.3
 *                                                           (G.113 appendix I)
 *   MOS = 1 + 0.035 R + R (R − 60)(100 − R) 7·10⁻⁶   for 0 < R < 100 (G.107 annex B)
 *
 * d is half the round trip, the packet, and a jitter buffer of twice the jitter. A packet that came too late for such a
 * buffer was lost to the ear. Without a round trip (no RTCP) the delay of the line counts as none: the score is then an
 * upper bound.
 */
interface Quality {
  readonly expected: number;
  readonly lost: number;
  /** Came, but too late to be heard. */
  readonly late: number;
  /** Times in which packets were missing on end. */
  readonly bursts: number;
  readonly jitterMs: number;
  readonly roundTripMs: number | null;
}

const BASIC_RATING = 93.2;
const PACKET_MS = 20;
const ROBUSTNESS = 4.3;
const WORST_IMPAIRMENT = 95;

/** BurstR: mean length of a loss over the one that chance alone would give, 1/(1 − p) (G.107 §3.5). */
const burstRatio = (share: number, lost: number, bursts: number): number =>
  bursts === 0 || share >= 1 ? 1 : Math.max(1, (lost / bursts) * (1 - share));

/** 1…4.4, to two digits; null while nothing was expected. */
export const meanOpinionScore = (quality: Quality): number | null => {
  const { expected, lost, late, bursts, jitterMs, roundTripMs } = quality;
  if (expected <= 0) return null;
  const share = Math.min(1, (lost + late) / expected);
  const delayMs = (roundTripMs ?? 0) / 2 + PACKET_MS + 2 * jitterMs;
  const delayImpairment = 0.024 * delayMs + (delayMs > 177.3 ? 0.11 * (delayMs - 177.3) : 0);
  const percent = share * 100;
  const lossImpairment = (WORST_IMPAIRMENT * percent) / (percent / burstRatio(share, lost, bursts) + ROBUSTNESS);
  const rating = Math.max(0, Math.min(100, BASIC_RATING - delayImpairment - lossImpairment));
  const score = 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6;
  return Math.round(Math.max(1, Math.min(4.5, score)) * 100) / 100;
};
