import { useEffect, useState } from 'react';
import { clock } from '../ui/format.ts';

const tickMs = 1_000;

/** `00:01` in its first second (O-253), one more with each that passes; `since` in ms since the epoch. */
const callClock = (since: number, now: number): string => clock(Math.max(0, now - since) + tickMs);

/** Now, at the moment of each whole second since `since`; null stands still. */
const useTicks = (since: number | null): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (since === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = Date.now();
      setNow(at);
      timer = setTimeout(tick, tickMs - ((((at - since) % tickMs) + tickMs) % tickMs));
    };
    tick();
    return () => clearTimeout(timer);
  }, [since]);
  return now;
};

/** How long it has gone; '' where there is nothing to count. */
export const useCallClock = (since: number | null): string => {
  const now = useTicks(since);
  return since === null ? '' : callClock(since, Math.max(now, since));
};

/** How long is left of what ends at `endsAt`: `00:18`. */
export const useRestClock = (endsAt: number | null): string => {
  const now = useTicks(endsAt);
  return endsAt === null ? '' : clock(Math.max(0, endsAt - now + tickMs - 1));
};
