import type { Instant } from '@lianxian/core/kit';
import { timestampDistance } from '../rtp/packet.ts';

/**
 * Where on our clock a packet's sound belongs: by its RTP timestamp, anchored to when its source was first heard. So
 * jitter, or a burst after a stall of our own loop, does not chop the recording. The anchor follows the slow difference
 * of the two clocks: what the most punctual packet of ten seconds was late is added to it. A jump (a source that paused
 * without timestamps, a new source) anchors anew.
 */
export interface Placer {
  readonly place: (ssrc: number, timestamp: number, at: Instant) => number;
}

/** G.711's clock. */
const timestampsPerMs = 8;
/** Later than any jitter that the recorder's hold-back would still take. */
const tooLateMs = 600;
/** A packet cannot come before its time: the anchor itself was that late. */
const tooEarlyMs = 100;
const lookBackPackets = 500;
/** Less than a frame is not worth a seam. */
const seamMs = 20;

export const createPlacer = (): Placer => {
  let source = -1;
  let anchorMs = 0;
  let anchorTimestamp = 0;
  let leastLateMs = Number.POSITIVE_INFINITY;
  let packets = 0;

  const look = (): void => {
    packets = 0;
    leastLateMs = Number.POSITIVE_INFINITY;
  };

  return {
    place: (ssrc, timestamp, at) => {
      const due = anchorMs + timestampDistance(anchorTimestamp, timestamp) / timestampsPerMs;
      const lateMs = at - due;
      if (ssrc !== source || lateMs > tooLateMs || lateMs < -tooEarlyMs) {
        source = ssrc;
        anchorMs = at;
        anchorTimestamp = timestamp;
        look();
        return at;
      }
      // The anchor moves along, so that its distance never nears the half circle of timestamps.
      anchorMs = due;
      anchorTimestamp = timestamp;
      leastLateMs = Math.min(leastLateMs, lateMs);
      packets += 1;
      if (packets < lookBackPackets) return due;
      if (Math.abs(leastLateMs) > seamMs) anchorMs += leastLateMs;
      look();
      return due;
    },
  };
};
