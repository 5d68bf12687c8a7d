import { endpoints, MOST_REREAD, type RereadLine } from '@lianxian/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { dayAgo } from '../../ui/day-ago.ts';

/** What was read so far of the last days. */
export interface Rereading {
  readonly state: 'reading' | 'done' | 'stopped' | 'failed';
  readonly error: Error | null;
  /** Calls of these days, and of them those that were read. */
  readonly calls: number;
  readonly read: number;
  readonly lines: number;
  readonly same: number;
  readonly better: number;
  readonly worse: number;
  readonly changes: readonly RereadLine[];
}

const none: Rereading = {
  ...{ state: 'reading', error: null, changes: [] },
  ...{ calls: 0, read: 0, lines: 0, same: 0, better: 0, worse: 0 },
};
/** A page of them. */
const mostChanges = 200;
const daysBack = 6;

/** Part after part, until all are read, somebody ends it, or the bound is met. */
export const useReread = (planId: string) => {
  const [reading, setReading] = useState<Rereading | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const begin = async () => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    let all = none;
    setReading(all);
    const days = { planId, from: dayAgo(daysBack), to: dayAgo(0) };
    try {
      for (let after: string | null | undefined; after !== null && all.lines < MOST_REREAD; ) {
        const input = { ...days, ...(after !== undefined && { after }) };
        const part = await call(endpoints.mend.reread, input, { signal: mine.signal, quiet: true });
        after = part.after;
        all = {
          ...all,
          calls: part.calls ?? all.calls,
          read: all.read + part.read,
          lines: all.lines + part.lines,
          same: all.same + part.same,
          better: all.better + part.better,
          worse: all.worse + part.worse,
          changes: [...all.changes, ...part.changes].slice(0, mostChanges),
        };
        setReading(all);
      }
      setReading({ ...all, state: 'done' });
    } catch (error) {
      if (!mine.signal.aborted) setReading({ ...all, state: 'failed', error: error instanceof Error ? error : null });
    }
  };
  const stop = () => {
    running.current?.abort();
    setReading(now => now && { ...now, state: 'stopped' });
  };
  return { reading, begin: () => void begin(), stop };
};
