import { after, type Instant } from '@lianxian/core/kit';

/** RFC 3261 §17.1.1.1 and table 4: estimate of the round trip, longest retransmission interval, life of a datagram. */
export const T1 = 500;
export const T2 = 4_000;
export const T4 = 5_000;
/** How long anybody waits for anything: timers B, F, H, J, L, M. */
export const PATIENCE = 64 * T1;
/** Timer D is "at least 32 seconds" over UDP (RFC 3261 §17.1.1.2). */
export const TIMER_D = 32_000;

/** Table 4 of RFC 3261 (C belongs to proxies), and L and M of RFC 6026. */
export type TimerName = 'A' | 'B' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M';

/** The running timers of one transaction, as absolute instants. */
export type Timers = { readonly [Name in TimerName]?: Instant };

/** The timer that is due first and no later than `at`. */
export const dueTimer = (timers: Timers, at: Instant): TimerName | null => {
  const first = earliest(timers);
  return first !== null && first.at <= at ? first.name : null;
};

export const earliest = (timers: Timers): { readonly name: TimerName; readonly at: Instant } | null => {
  let found: { name: TimerName; at: Instant } | null = null;
  for (const name of Object.keys(timers) as TimerName[]) {
    const at = timers[name];
    if (at !== undefined && (found === null || at < found.at)) found = { name, at };
  }
  return found;
};

/** Over a reliable transport the timers that only wait for stray datagrams are zero. */
export const linger = (at: Instant, ms: number, isReliable: boolean): Instant => after(at, isReliable ? 0 : ms);
