import type { Instant } from '@lianxian/core/kit';

/** Of one leg's packets: four times those of 20 ms; at once what the system's buffer holds after a stall of our loop. */
export const packetAllowance = { perSecond: 200, burst: 500 } as const;

/**
 * How much of something the far end may send: `perSecond` on average, `burst` at once. A far end is somebody we do not
 * know, and what it sends costs our time, a line of the transcript, a place on the disk.
 */
export const createAllowance = ({ perSecond, burst }: { readonly perSecond: number; readonly burst: number }) => {
  let left = burst;
  let since: Instant | null = null;
  /** Is there room for so much now? Then it is taken. */
  return (cost: number, at: Instant): boolean => {
    if (since !== null && at > since) left = Math.min(burst, left + ((at - since) / 1_000) * perSecond);
    since = at;
    if (cost > left) return false;
    left -= cost;
    return true;
  };
};
