/**
 * RTP ports of a process: even numbers of a range, each with the odd one above it for RTCP (RFC 3550 §11). They are handed
 * out in the order in which they were given back, so that each rests as long as the range allows (a range of 400 pairs
 * with 200 calls of a minute: a minute) and stragglers of the old call meet nobody; never less than `restMs`.
 */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

interface Ports {
  /** The even port that has rested longest, or null when every one is taken or has not rested enough. */
  readonly take: (atMs: number) => number | null;
  readonly giveBack: (port: number, atMs: number) => void;
  /** How many there are: the bound for somebody who tries one after the other. */
  readonly size: number;
}

/** Longer than what is still under way after a BYE, and than the repeats of a lost one's first seconds. */
const LEAST_REST_MS = 5_000;

/** `first`: which of them is handed out first, so that a process that takes over a range does not begin with the ports just used. */
export const createPorts = (range: PortRange, restMs = LEAST_REST_MS, first = 0): Ports => {
  const from = range.from + (range.from % 2);
  const size = Math.max(0, Math.floor((range.to - from + 1) / 2));
  // A ring of free ports, oldest first; `since`: when each may be taken again.
  const ring = Array.from({ length: size }, (_, n) => from + ((n + first) % size) * 2);
  const since = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  const taken = new Set<number>();
  let head = 0;
  let free = size;
  return {
    size,
    take: atMs => {
      if (free === 0 || since[head]! > atMs) return null;
      const port = ring[head]!;
      head = (head + 1) % size;
      free -= 1;
      taken.add(port);
      return port;
    },
    giveBack: (port, atMs) => {
      if (!taken.delete(port)) return;
      const tail = (head + free) % size;
      ring[tail] = port;
      since[tail] = atMs + restMs;
      free += 1;
    },
  };
};
