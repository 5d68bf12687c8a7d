import type { Instant } from '@lianxian/core/kit';
import { timestampDistance } from '../rtp/packet.ts';

/**
 * Where on our clock a packet's sound belongs: by its RTP timestamp, anchored to when its source was first heard. So
 * jitter, or a burst after a stall of our own loop, does not chop the recording. The anchor follows what the most
 * punctual packet of a while was late, over two spans:
 *
 *   half a second, more than 40 ms: a clock that jumped, a sender that stopped its timestamps while it paused, a first
 *                  packet that came late
 *   ten seconds, more than 8 ms: two clocks that run unevenly (100 ppm are 8 ms in 80 s), so that an hour stays aligned
 *
 * A jump that no jitter explains (a source that paused without timestamps, a new source) anchors anew at once.
 */
interface TimestampMapper {
  readonly map: (ssrc: number, timestamp: number, at: Instant) => number;
  /** How late the packet placed last was, by its own stream. */
  readonly lateMs: () => number;
}

/** G.711's clock. */
const TIMESTAMPS_PER_MS = 8;
/** Later than any jitter that the recorder's hold-back would still take. */
const TOO_LATE_MS = 600;
/** A packet cannot come before its time: the anchor itself was that late. */
const TOO_EARLY_MS = 100;

interface Span {
  readonly packets: number;
  readonly seamMs: number;
  seen: number;
  leastLateMs: number;
}

const createSpan = (packets: number, seamMs: number): Span => ({
  packets,
  seamMs,
  seen: 0,
  leastLateMs: Number.POSITIVE_INFINITY,
});

const restart = (span: Span): void => {
  span.seen = 0;
  span.leastLateMs = Number.POSITIVE_INFINITY;
};

/** By how much the anchor is to move; 0: it holds. */
const moveBy = (span: Span, lateMs: number): number => {
  span.leastLateMs = Math.min(span.leastLateMs, lateMs);
  span.seen += 1;
  if (span.seen < span.packets) return 0;
  const least = span.leastLateMs;
  restart(span);
  return Math.abs(least) > span.seamMs ? least : 0;
};

class StreamTimestampMapper implements TimestampMapper {
  #source = -1;
  #anchorMs = 0;
  #anchorTimestamp = 0;
  #lateMs = 0;
  readonly #soon = createSpan(25, 40);
  readonly #slowly = createSpan(500, 8);

  lateMs(): number {
    return this.#lateMs;
  }

  map(ssrc: number, timestamp: number, at: Instant): number {
    const due = this.#anchorMs + timestampDistance(this.#anchorTimestamp, timestamp) / TIMESTAMPS_PER_MS;
    const lateMs = at - due;
    if (ssrc !== this.#source || lateMs > TOO_LATE_MS || lateMs < -TOO_EARLY_MS)
      return this.#anchor(ssrc, timestamp, at);
    this.#lateMs = lateMs;
    // The anchor moves along, so that its distance never nears the half circle of timestamps.
    this.#anchorMs = due;
    this.#anchorTimestamp = timestamp;
    const jump = moveBy(this.#soon, lateMs);
    const drift = moveBy(this.#slowly, lateMs);
    const move = jump === 0 ? drift : jump;
    if (move === 0) return due;
    this.#anchorMs += move;
    restart(this.#soon);
    restart(this.#slowly);
    return due;
  }

  #anchor(ssrc: number, timestamp: number, at: Instant): number {
    this.#source = ssrc;
    this.#anchorMs = at;
    this.#anchorTimestamp = timestamp;
    this.#lateMs = 0;
    restart(this.#soon);
    restart(this.#slowly);
    return at;
  }
}

export const createTimestampMapper = (): TimestampMapper => new StreamTimestampMapper();
