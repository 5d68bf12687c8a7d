import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** How long a caller waits for a name; the system's own resolver may try for much longer. */
const LOOKUP_LIMIT_MS = 3_000;
/** How long an answer counts: the system keeps no time to live for us, and a line's server moves rarely. */
const KEEP_MS = 30_000;
const MAX_NAMES = 1_000;

export interface Resolver {
  /** The IPv4 address of a host; null when the name is unknown or the limit is over. Never throws. */
  readonly resolve: (host: string) => Promise<string | null>;
  /** What is known right now without asking; null when nothing is. */
  readonly known: (host: string) => string | null;
}

export const createResolver = (now: () => number): Resolver => {
  const names = new Map<string, { readonly host: string; readonly until: number }>();
  const known = (host: string): string | null => {
    if (isIP(host) !== 0) return host;
    const entry = names.get(host);
    return entry !== undefined && entry.until > now() ? entry.host : null;
  };
  return {
    known,
    resolve: async host => {
      const already = known(host);
      if (already !== null) return already;
      const address = await within(LOOKUP_LIMIT_MS, lookup(host, { family: 4 }));
      if (address === null) return null;
      if (names.size >= MAX_NAMES) names.clear();
      names.set(host, { host: address.address, until: now() + KEEP_MS });
      return address.address;
    },
  };
};

/** Null when it fails or takes too long. */
const within = async <T>(ms: number, promise: Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>(settle => {
    timer = setTimeout(() => settle(null), ms);
  });
  try {
    return await Promise.race([promise, limit]);
  } catch {
    // An unknown name is an expected answer of the outside: the caller ends the leg as `unresolved`.
    return null;
  } finally {
    clearTimeout(timer);
  }
};
