import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import { after, type Instant, instant } from '@lianxian/core/kit';
import type { LocalMedia } from '../exchange/types.ts';
import { createLeg, flushEvery, frameMs, type RunningLeg } from './leg.ts';
import { createPorts, type PortRange } from './ports.ts';
import { type MediaSocket, openMediaSocket } from './socket.ts';
import type { MediaEngine, MediaLegOptions, MediaSignal } from './types.ts';

/**
 * All legs of a process on one clock: a 5 ms tick in four slots. A leg lives in one slot and is due every fourth tick, so
 * 200 legs are 50 packets a tick instead of 200 at once, and no leg costs a timer of its own.
 *
 *   tick:   0     5     10    15    20 ms …        slot = step mod 4
 *   legs:   A,E   B,F   C,G   D     A,E
 *
 * The step is computed from the monotonic clock, so the tick never drifts; a late tick makes up for at most five frames
 * a leg and skips what is older. Invariants: a signal handler that throws harms its own leg's signal and no other leg
 * (`onDefect` hears of it); the tick runs only while there are legs.
 */
export interface MediaEngineOptions {
  /** Even ports of this range; null lets the system choose (practice carrier, tests). */
  readonly ports: PortRange | null;
  /** What the SDP says instead of the local address (behind a NAT); loopback legs always say their own. */
  readonly publicHost?: string | null;
  /** No packet for so long: `vanished`. Twenty seconds outlive a sender that rests while nobody speaks (RFC 3389). */
  readonly silenceLimitMs?: number;
  readonly onDefect?: (error: unknown) => void;
  readonly clock?: MediaClock;
}

/** The real clock, or a virtual one in tests. */
export interface MediaClock {
  readonly now: () => Instant;
  /** Calls `tick` every `ms` until the returned function is called. */
  readonly every: (ms: number, tick: () => void) => () => void;
}

/** No port of the range is free: a refusal of this one call, not a defect. */
export class NoPortLeft extends Error {
  override readonly name = 'NoPortLeft';
}

const tickMs = 5;
const slots = frameMs / tickMs;
/** Five frames a leg, 100 ms: what a jitter buffer still takes. */
const catchUpSteps = 5 * slots;
const defaultSilenceLimitMs = 20_000;

const realClock: MediaClock = {
  now: () => instant(performance.now()),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  },
};

export const createMediaEngine = (options: MediaEngineOptions): MediaEngine => {
  const clock = options.clock ?? realClock;
  const ports = options.ports ? createPorts(options.ports) : null;
  const bySlot: Set<RunningLeg>[] = Array.from({ length: slots }, () => new Set());
  const live = new Map<RunningLeg, () => void>();
  let opened = 0;
  let stopTick: (() => void) | null = null;
  let zero = clock.now();
  let lastStep = 0;

  const guarded = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      options.onDefect?.(error);
    }
  };

  const tick = (): void => {
    const step = Math.floor((clock.now() - zero) / tickMs);
    lastStep = Math.max(lastStep, step - catchUpSteps);
    while (lastStep < step) {
      lastStep += 1;
      const due = after(zero, lastStep * tickMs);
      for (const leg of bySlot[lastStep % slots]!) guarded(() => leg.frame(due));
    }
  };

  const join = (leg: RunningLeg, leave: () => void): void => {
    live.set(leg, leave);
    const emptiest = bySlot.reduce((a, b) => (b.size < a.size ? b : a));
    emptiest.add(leg);
    if (stopTick) return;
    zero = clock.now();
    lastStep = 0;
    stopTick = clock.every(tickMs, tick);
  };

  const part = (leg: RunningLeg): void => {
    live.get(leg)?.();
    live.delete(leg);
    for (const slot of bySlot) slot.delete(leg);
    if (live.size > 0) return;
    stopTick?.();
    stopTick = null;
  };

  const openPort = async (host: string, take: (bytes: Uint8Array) => boolean): Promise<MediaSocket> => {
    if (!ports) return openMediaSocket(host, 0, take);
    for (let tried = 0; tried < ports.size; tried += 1) {
      const port = ports.take(clock.now());
      if (port === null) break;
      try {
        return await openMediaSocket(host, port, take);
      } catch (error) {
        ports.giveBack(port, clock.now());
        // Somebody else's socket sits there: the next one. Anything else (no such address) holds for all ports.
        if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      }
    }
    throw new NoPortLeft('no RTP port left');
  };

  const giveBack = (socket: MediaSocket | null): void => {
    if (!socket) return;
    socket.close();
    ports?.giveBack(socket.port, clock.now());
  };

  const open = async (wants: MediaLegOptions, onSignal: (signal: MediaSignal) => void): Promise<RunningLeg> => {
    let leg: RunningLeg | null = null;
    const heard = (take: (leg: RunningLeg) => boolean): boolean => {
      let valid = false;
      guarded(() => {
        if (leg && live.has(leg)) valid = take(leg);
      });
      return valid;
    };
    const audio = await openPort(wants.localHost, bytes => heard(there => there.takeAudio(bytes)));
    let text: MediaSocket | null = null;
    try {
      if (wants.realTimeText) text = await openPort(wants.localHost, bytes => heard(there => there.takeText(bytes)));
    } catch (error) {
      giveBack(audio);
      throw error;
    }
    opened += 1;
    const created = createLeg({
      local: localMedia(wants.localHost, options.publicHost ?? null, audio, text),
      voiceActivity: wants.voiceActivity,
      sendAudio: audio.send,
      sendText: packet => text?.send(packet),
      aim: remote => {
        audio.aim(remote.audio.address);
        if (remote.text) text?.aim(remote.text.address);
      },
      release: () => part(created),
      now: clock.now,
      signal: signal => guarded(() => onSignal(signal)),
      silenceLimitMs: options.silenceLimitMs ?? defaultSilenceLimitMs,
      flushFrame: opened % flushEvery,
    });
    leg = created;
    join(created, () => {
      giveBack(audio);
      giveBack(text);
    });
    return created;
  };

  return {
    open,
    legs: () => live.size,
    close: async () => {
      await Promise.all([...live.keys()].map(leg => leg.close()));
    },
  };
};

const isLoopback = (host: string): boolean => host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const localMedia = (
  host: string,
  publicHost: string | null,
  audio: MediaSocket,
  text: MediaSocket | null,
): LocalMedia => {
  const said = publicHost && !isLoopback(host) ? publicHost : host;
  return {
    audio: { host: said, port: audio.port },
    ...(text ? { text: { host: said, port: text.port } } : {}),
  };
};
