import { after, type Instant } from '@lianxian/core/kit';

/**
 * All legs of a process on one clock: a 5 ms tick in four slots. A leg lives in one slot and is due every fourth tick, so
 * 200 legs are 50 packets a tick instead of 200 at once, and no leg costs a timer of its own.
 *
 *   tick:   0     5     10    15    20 ms …        slot = step mod 4
 *   legs:   A,E   B,F   C,G   D     A,E
 *
 * The step is computed from the monotonic clock, so the tick never drifts; a late tick makes up for at most five frames
 * a leg and skips what is older. It runs only while somebody keeps to it.
 */
export interface FrameClock {
  readonly join: (member: FrameMember) => void;
  readonly leave: (member: FrameMember) => void;
}

/** Somebody with a frame due every 20 ms. */
export interface FrameMember {
  /** Due every 20 ms. `due` is the moment meant, on the clock of the instants, at most a stall behind it. */
  readonly frame: (due: Instant) => void;
}

/** The real clock, or a virtual one in tests. */
export interface MediaClock {
  readonly now: () => Instant;
  /** Calls `tick` every `ms` until the returned function is called. */
  readonly every: (ms: number, tick: () => void) => () => void;
}

export const FRAME_MS = 20;
const TICK_MS = 5;
const slots = FRAME_MS / TICK_MS;
/** Five frames a leg, 100 ms: what a jitter buffer still takes. */
const CATCH_UP_STEPS = 5 * slots;

/** A member that throws does not stop the others; `onDefect` hears of it. */
export const createFrameClock = (clock: MediaClock, onDefect?: (error: unknown) => void): FrameClock => {
  const bySlot: Set<FrameMember>[] = Array.from({ length: slots }, () => new Set());
  let stop: (() => void) | null = null;
  let zero = clock.now();
  let lastStep = 0;

  const play = (member: FrameMember, due: Instant): void => {
    try {
      member.frame(due);
    } catch (error) {
      onDefect?.(error);
    }
  };

  const tick = (): void => {
    const step = Math.floor((clock.now() - zero) / TICK_MS);
    lastStep = Math.max(lastStep, step - CATCH_UP_STEPS);
    while (lastStep < step) {
      lastStep += 1;
      const due = after(zero, lastStep * TICK_MS);
      for (const member of bySlot[lastStep % slots]!) play(member, due);
    }
  };

  return {
    join: member => {
      const emptiest = bySlot.reduce((a, b) => (b.size < a.size ? b : a));
      emptiest.add(member);
      if (stop) return;
      zero = clock.now();
      lastStep = 0;
      stop = clock.every(TICK_MS, tick);
    },
    leave: member => {
      for (const slot of bySlot) slot.delete(member);
      if (bySlot.some(slot => slot.size > 0)) return;
      stop?.();
      stop = null;
    },
  };
};
