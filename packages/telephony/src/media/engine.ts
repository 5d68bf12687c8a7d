import { createGuard, type Instant } from '@lianxian/core/kit';
import { isLoopback } from '../net/address.ts';
import type { LocalMedia } from '../sdp/media.ts';
import { makeSdesKey } from '../srtp/keys.ts';
import { loopClock } from './clock.ts';
import { createFrameClock, type MediaClock } from './frame-clock.ts';
import { createLeg, type RunningLeg } from './leg.ts';
import type { PortRange } from './ports.ts';
import type { MediaSocket, MediaTakes } from './socket.ts';
import { createMediaSockets, type MediaSockets } from './sockets.ts';
import type { MediaEngine, MediaLegOptions, MediaSignal } from './types.ts';

/**
 * The legs of a process: each has its sockets, all share one frameClock. Invariants: a signal handler that throws harms
 * its own leg's signal and no other leg (`onDefect` hears of it), and so does a leg that throws in its frame loop (`defect`); a
 * leg that is closed hears, says and signals nothing.
 */
export interface MediaEngineOptions {
  /** Even ports of this range; null lets the system choose (practice carrier, tests). */
  readonly ports: PortRange | null;
  /** What the SDP says instead of the local address (behind a NAT); loopback legs always say their own. */
  readonly publicHost?: string | null;
  /** No packet for so long: `vanished`. Twenty seconds outlive a sender that rests while nobody speaks (RFC 3389). */
  readonly silenceLimitMs?: number;
  readonly onDefect?: (error: unknown) => void;
  /** Default: a timer of the event loop. A process of calls' sound alone takes `restingClock`. */
  readonly clock?: MediaClock;
}

const DEFAULT_SILENCE_LIMIT_MS = 20_000;

const catching =
  (onDefect: MediaEngineOptions['onDefect']) =>
  (act: () => void): void => {
    try {
      act();
    } catch (error) {
      onDefect?.(error);
    }
  };

export const createMediaEngine = (options: MediaEngineOptions): MediaEngine => {
  const clock = options.clock ?? loopClock;
  const sockets = createMediaSockets(options.ports, clock);
  const live = new Set<RunningLeg>();

  const caught = catching(options.onDefect);
  const frameClock = createFrameClock(clock, options.onDefect);

  const open = async (wants: MediaLegOptions, onSignal: (signal: MediaSignal) => void): Promise<RunningLeg> => {
    let leg: RunningLeg | null = null;
    const hearing =
      (take: TakeDatagram) =>
      (bytes: Uint8Array): boolean => {
        try {
          return leg !== null && take(leg, bytes);
        } catch (error) {
          options.onDefect?.(error);
          return false;
        }
      };
    const { audio, text } = await openBoth(sockets, wants, {
      audio: { packet: hearing(takeAudio), control: hearing(takeControl) },
      text: { packet: hearing(takeText) },
    });
    let isDefective = false;
    const tellDefect = createGuard(error => {
      if (isDefective) return;
      isDefective = true;
      caught(() => onSignal({ type: 'defect', at: clock.now(), error }));
    });
    const member = { frame: tellDefect((due: Instant) => leg?.frame(due)) };
    const release = (): void => {
      if (leg) {
        live.delete(leg);
        frameClock.leave(member);
      }
      leg = null;
      sockets.close(audio);
      if (text) sockets.close(text);
    };
    leg = createLeg({
      local: localMedia(wants, options.publicHost ?? null, audio, text),
      wants,
      audio,
      text,
      release,
      now: clock.now,
      signal: signal => caught(() => onSignal(signal)),
      silenceLimitMs: options.silenceLimitMs ?? DEFAULT_SILENCE_LIMIT_MS,
    });
    live.add(leg);
    frameClock.join(member);
    return leg;
  };

  return {
    open,
    legs: () => live.size,
    frameClock,
    close: async () => {
      await Promise.all([...live].map(leg => leg.close()));
    },
  };
};

type TakeDatagram = (leg: RunningLeg, bytes: Uint8Array) => boolean;
const takeAudio: TakeDatagram = (leg, bytes) => leg.takeAudio(bytes);
const takeControl: TakeDatagram = (leg, bytes) => leg.takeControl(bytes);
const takeText: TakeDatagram = (leg, bytes) => leg.takeText(bytes);

/** Both sockets or none. */
const openBoth = async (
  sockets: MediaSockets,
  { localHost, realTimeText, parcels }: MediaLegOptions,
  take: { readonly audio: MediaTakes; readonly text: MediaTakes },
): Promise<{ readonly audio: MediaSocket; readonly text: MediaSocket | null }> => {
  const audio = await (parcels ? sockets.share(take.audio) : sockets.open(localHost, take.audio));
  try {
    return { audio, text: realTimeText ? await sockets.open(localHost, take.text) : null };
  } catch (error) {
    sockets.close(audio);
    throw error;
  }
};

const localMedia = (
  { localHost: host, srtp }: MediaLegOptions,
  publicHost: string | null,
  audio: MediaSocket,
  text: MediaSocket | null,
): LocalMedia => {
  const said = publicHost && !isLoopback(host) ? publicHost : host;
  return {
    audio: { host: said, port: audio.port, ...(audio.leg !== undefined && { leg: audio.leg }) },
    ...(text ? { text: { host: said, port: text.port } } : {}),
    ...(srtp ? { crypto: makeSdesKey() } : {}),
  };
};
