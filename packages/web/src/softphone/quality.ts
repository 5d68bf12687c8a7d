import type { PhoneQuality } from './port.ts';
import type { SoundQuality } from './seat-store.ts';

/** G.711 with its gaps concealed: no impairment of its own, and how well it bears loss in percent (ITU-T G.113, appendix I). */
const bestR = 93.2;
const robustness = 25.1;
/** Longer one way, and people begin to interrupt each other (G.107, as simplified by Cole and Rosenbluth). */
const easyDelayMs = 177.3;

/** Mean opinion score 1 … 4.41 of A-law, from the delay one way and the share of packets that never came. */
export const mosOf = (delayMs: number, lossShare: number): number => {
  const loss = 100 * Math.min(1, Math.max(0, lossShare));
  const late = Math.max(0, delayMs - easyDelayMs);
  const r = bestR - (0.024 * delayMs + 0.11 * late) - (95 * loss) / (loss + robustness);
  if (r <= 0) return 1;
  return 1 + 0.035 * r + 7e-6 * r * (r - 60) * (100 - r);
};

/** Satisfied from 4.0, many dissatisfied under 3.6 (G.107, annex B). */
export const gradeOf = ({ mos, rttMs }: PhoneQuality): SoundQuality => ({
  grade: mos >= 4 ? 'good' : mos >= 3.6 ? 'fair' : 'bad',
  mos,
  rttMs,
});

interface Heard {
  readonly lost: number;
  readonly received: number;
}

/** What comes with a sample's packet and its play-out: one packet, and what the buffer holds it back. */
const packetMs = 20;

/** Reads a connection's counters again and again; loss is that since it was last asked. */
export const createQualityReader = (): ((connection: RTCPeerConnection) => Promise<PhoneQuality | null>) => {
  let before: Heard | null = null;
  return async connection => {
    let heard: Heard | null = null;
    let rttMs: number | null = null;
    let bufferMs = 0;
    for (const report of (await connection.getStats()).values()) {
      if (report.type === 'inbound-rtp') {
        heard = { lost: report.packetsLost ?? 0, received: report.packetsReceived ?? 0 };
        const emitted = report.jitterBufferEmittedCount ?? 0;
        if (emitted > 0) bufferMs = (1000 * report.jitterBufferDelay) / emitted;
      }
      if (report.type === 'candidate-pair' && report.nominated && report.currentRoundTripTime !== undefined)
        rttMs = 1000 * report.currentRoundTripTime;
    }
    if (heard === null || rttMs === null) return null;
    const [lost, received] = [heard.lost - (before?.lost ?? 0), heard.received - (before?.received ?? 0)];
    // The server sends silence too.
    const isDeaf = before !== null && received === 0;
    before = heard;
    const lossShare = lost > 0 && lost + received > 0 ? lost / (lost + received) : 0;
    return { mos: mosOf(rttMs / 2 + bufferMs + packetMs, lossShare), rttMs: Math.round(rttMs), lossShare, isDeaf };
  };
};
