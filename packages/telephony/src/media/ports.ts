/**
 * RTP ports of a process: even numbers of a range (RFC 3550 §11), handed out in turn, so that a port rests as long as
 * possible before its next call and stragglers of the old call meet nobody. Each port also rests at least `restMs`.
 */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

export interface Ports {
  /** The next free even port, or null when every one is taken or resting. */
  readonly take: (atMs: number) => number | null;
  readonly giveBack: (port: number, atMs: number) => void;
  /** How many there are: the bound for somebody who tries one after the other. */
  readonly size: number;
}

export const createPorts = (range: PortRange, restMs = 5_000): Ports => {
  const first = range.from + (range.from % 2);
  const size = Math.max(0, Math.floor((range.to - first) / 2) + 1);
  /** Index → when it may be taken again; Infinity while in use. */
  const busyUntil = new Map<number, number>();
  let next = 0;
  return {
    size,
    take: atMs => {
      for (let tried = 0; tried < size; tried += 1) {
        const index = next;
        next = (next + 1) % size;
        if ((busyUntil.get(index) ?? 0) > atMs) continue;
        busyUntil.set(index, Number.POSITIVE_INFINITY);
        return first + index * 2;
      }
      return null;
    },
    giveBack: (port, atMs) => {
      const index = (port - first) / 2;
      if (busyUntil.has(index)) busyUntil.set(index, atMs + restMs);
    },
  };
};
