import type { Address } from './address.ts';
import { probeRoute, type RouteProbe } from './route.ts';

/** Routes towards targets, asked once for many calls, and the news that a target's port is closed. */
export interface Routes {
  /** The local address the system uses towards a target; null when there is no way. */
  /** `isUdp`: whether SIP listens there on UDP, so that a closed port is news. */
  readonly localHost: (target: Address, isUdp: boolean) => Promise<string | null>;
  readonly close: () => void;
}

/** How long a route counts and its probe listens for "port unreachable": long enough for an ARP failure (3 s). */
const KEEP_MS = 5_000;
const MAX_ROUTES = 200;

interface Entry {
  readonly probe: Promise<RouteProbe | null>;
  readonly timer: NodeJS.Timeout;
}

export const createRoutes = (onClosedPort: (target: Address) => void): Routes => {
  const entries = new Map<string, Entry>();
  const drop = (key: string) => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    clearTimeout(entry.timer);
    // A failed probe has closed itself; `probeRoute` never rejects.
    void entry.probe.then(probe => probe?.close());
  };
  return {
    localHost: async (target, isUdp) => {
      const key = `${target.host} ${isUdp ? target.port : 'streams'}`;
      let entry = entries.get(key);
      if (entry === undefined) {
        if (entries.size >= MAX_ROUTES) drop(entries.keys().next().value!);
        const onClosed = () => {
          drop(key);
          onClosedPort(target);
        };
        const probe = probeRoute(target, isUdp ? onClosed : null);
        entry = { probe, timer: setTimeout(() => drop(key), KEEP_MS) };
        entries.set(key, entry);
      }
      return (await entry.probe)?.localHost ?? null;
    },
    close: () => {
      for (const key of [...entries.keys()]) drop(key);
    },
  };
};
