import type { Instant } from '@lianxian/core';
import { now } from './clock.ts';
import type { WakeUps } from './wake-ups.ts';

/** The timers of one call, by their names: setting one again moves it. */
export interface Timers {
  readonly set: (name: string, at: Instant, wake: (due: Instant) => void) => void;
  readonly clear: (name: string) => void;
  readonly clearAll: () => void;
}

export const createTimers = (wakeUps: Pick<WakeUps, 'set'>): Timers => {
  const cancels = new Map<string, () => void>();
  const clear = (name: string): void => {
    cancels.get(name)?.();
    cancels.delete(name);
  };
  return {
    set: (name, at, wake) => {
      clear(name);
      const cancel = wakeUps.set(at, () => {
        cancels.delete(name);
        wake(now());
      });
      cancels.set(name, cancel);
    },
    clear,
    clearAll: () => {
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
  };
};
