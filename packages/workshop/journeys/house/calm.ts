import { setTimeout as delay } from 'node:timers/promises';
import { cpuOfHouse } from '../../src/bench/cpu.ts';
import type { House } from './house.ts';

const LOOK_MS = 1_000;
/** Of one processor: a house that only waits takes a few hundredths. */
const BUSY_SHARE = 0.25;
const LIMIT_MS = 60_000;

const secondsOf = ({ supervisorPid }: House): number =>
  [...cpuOfHouse(supervisorPid).values()].reduce((sum, seconds) => sum + seconds, 0);

/**
 * A new house voices its plans and its town for a while. Whoever measures sound to a tenth of a second waits until it
 * has; on a machine that is never calm, a minute.
 */
export const calm = async (house: House): Promise<void> => {
  const until = performance.now() + LIMIT_MS;
  for (let before = secondsOf(house); performance.now() < until; ) {
    await delay(LOOK_MS);
    const now = secondsOf(house);
    if (now - before < BUSY_SHARE * (LOOK_MS / 1_000)) return;
    before = now;
  }
};
