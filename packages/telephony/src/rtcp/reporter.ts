import { after, type Instant } from '@lianxian/core/kit';
import type { ReceptionReport } from '../rtp/reception.ts';
import { buildRtcp, parseRtcp, type ReportBlock } from './packet.ts';

/**
 * RTCP of one leg (RFC 3550 §6): a report about every five seconds, what comes validated and remembered, the round trip
 * measured (§6.4.1). It owns no timer: `due` is asked each 20 ms. With two members and 64 kbit/s the bandwidth rule
 * (§6.2) never asks for less than the least interval, so the interval is that one, randomised between half and one and
 * a half of it. Timer reconsideration changes nothing between two and is left out, and with it the factor that makes up
 * for it. Invariants: nothing here ends a call (a BYE of RTCP is noted, SIP ends calls), and a report that speaks of
 * another source than ours tells nothing of us.
 */
export interface Reporter {
  /** A compound packet when one is due, else null. */
  readonly due: (at: Instant) => Buffer | null;
  /** The last packet of this leg, with goodbye; null where none was sent before (§6.6). */
  readonly bye: (at: Instant) => Buffer | null;
  /** False for what is no valid RTCP. */
  readonly take: (bytes: Uint8Array, at: Instant) => boolean;
  readonly facts: () => ReporterFacts;
}

/** What we sent until an instant. */
interface Sent {
  readonly ssrc: number;
  /** Of the sound that belongs to the instant asked for. */
  readonly timestamp: number;
  readonly packets: number;
  /** Payload alone (§6.4.1). */
  readonly bytes: number;
}

interface ReporterFacts {
  /** Smoothed as TCP does (RFC 6298 §2.3); null until the far end has answered a report. */
  readonly roundTripMs: number | null;
  /** What the far end says of our stream, losses over the whole call; null until it has. */
  readonly remote: { readonly lostPerMille: number; readonly jitterMs: number } | null;
  readonly saidBye: boolean;
}

interface ReporterParts {
  readonly cname: string;
  /** The wall clock at instant 0, in ms since 1970; only differences matter to the far end (§4). */
  readonly wallZero: number;
  readonly clockRate: number;
  /** 0…1: the randomness of the interval. */
  readonly chance: () => number;
  readonly sent: (at: Instant) => Sent;
  /** What is told of the far end's stream; null where nothing came of it since the last report. */
  readonly reception: () => ReceptionReport | null;
}

const LEAST_INTERVAL_MS = 5_000;
const NTP_EPOCH_SECONDS = 2_208_988_800;
/** Longer than any line: a report of another time, or a lie. */
const LONGEST_ROUND_TRIP_MS = 10_000;

interface NtpTime {
  readonly seconds: number;
  readonly fraction: number;
  /** The middle 32 bits, as reports repeat them. */
  readonly middle: number;
}

const ntpOf = (wallMs: number): NtpTime => {
  const whole = Math.floor(wallMs / 1_000);
  const seconds = (whole + NTP_EPOCH_SECONDS) >>> 0;
  const fraction = Math.floor((wallMs / 1_000 - whole) * 2 ** 32) >>> 0;
  return { seconds, fraction, middle: ((seconds << 16) | (fraction >>> 16)) >>> 0 };
};

interface Heard {
  roundTripMs: number | null;
  remote: { lostPerMille: number; jitterMs: number } | null;
  saidBye: boolean;
  /** Of the far end's last sender report, and when it came. */
  lastReport: number;
  lastReportAt: Instant | null;
}

export const createReporter = (parts: ReporterParts): Reporter => {
  const { wallZero, clockRate, chance } = parts;
  const heard: Heard = { roundTripMs: null, remote: null, saidBye: false, lastReport: 0, lastReportAt: null };
  let nextAt: Instant | null = null;
  let told = false;
  /** Packets sent when the last two reports left: who sent none since the one before the last is no sender (§6.4). */
  const sentBefore = [0, 0];

  const build = (at: Instant, bye: boolean): Buffer => {
    told = true;
    const { ssrc, timestamp, packets, bytes } = parts.sent(at);
    const sends = packets > sentBefore[0]!;
    sentBefore.shift();
    sentBefore.push(packets);
    const ntp = ntpOf(wallZero + at);
    const report = parts.reception();
    const delay = heard.lastReportAt === null ? 0 : Math.round(((at - heard.lastReportAt) * 65_536) / 1_000) >>> 0;
    return buildRtcp({
      ssrc,
      sender: sends ? { ntpSeconds: ntp.seconds, ntpFraction: ntp.fraction, timestamp, packets, bytes } : null,
      blocks: report === null ? [] : [{ ...report, lastReport: heard.lastReport, delay }],
      bye,
      cname: parts.cname,
    });
  };

  const interval = (leastMs: number): number => leastMs * (0.5 + chance());

  /** RTT = A − LSR − DLSR on the middle 32 bits of NTP (§6.4.1, figure 2). */
  const measureRoundTrip = ({ lastReport, delay }: ReportBlock, at: Instant): void => {
    if (lastReport === 0) return;
    const now = ntpOf(wallZero + at).middle;
    const ms = (((now - lastReport - delay) | 0) * 1_000) / 65_536;
    if (ms > LONGEST_ROUND_TRIP_MS || ms < -LONGEST_ROUND_TRIP_MS) return;
    // Its clock is read coarsely: a little below nothing is nothing.
    const measured = Math.max(0, ms);
    heard.roundTripMs = heard.roundTripMs === null ? measured : heard.roundTripMs * 0.875 + measured / 8;
  };

  const takeBlock = (block: ReportBlock, packets: number, at: Instant): void => {
    heard.remote = {
      lostPerMille:
        packets === 0 ? 0 : Math.min(1_000, Math.round((Math.max(0, block.cumulativeLost) * 1_000) / packets)),
      jitterMs: (block.jitter * 1_000) / clockRate,
    };
    measureRoundTrip(block, at);
  };

  return {
    due: at => {
      // The first comes after half the least interval (§6.2).
      nextAt ??= after(at, interval(LEAST_INTERVAL_MS / 2));
      if (at < nextAt) return null;
      nextAt = after(at, interval(LEAST_INTERVAL_MS));
      return build(at, false);
    },
    bye: at => (told ? build(at, true) : null),
    take: (bytes, at) => {
      const packet = parseRtcp(bytes);
      if (typeof packet === 'string') return false;
      heard.saidBye ||= packet.bye;
      if (packet.sender) {
        const { ntpSeconds, ntpFraction } = packet.sender;
        heard.lastReport = ((ntpSeconds << 16) | (ntpFraction >>> 16)) >>> 0;
        heard.lastReportAt = at;
      }
      const { ssrc, packets } = parts.sent(at);
      for (const block of packet.blocks) if (block.ssrc === ssrc) takeBlock(block, packets, at);
      return true;
    },
    facts: () => ({ roundTripMs: heard.roundTripMs, remote: heard.remote, saidBye: heard.saidBye }),
  };
};
