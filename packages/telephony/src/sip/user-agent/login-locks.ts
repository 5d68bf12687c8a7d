import { BoundedMap, type Instant } from '@lianxian/core/kit';

/**
 * Locks who guesses passwords. Wrong logins are counted by address and name together, by address and by name; whoever has
 * too many of one kind within ten minutes is treated for the next ten as if every password were wrong, by the same way and
 * with the same answer, so that a guess that hits is not told either. Only the count of both together locks out where that
 * name is registered from now or last logged in from: a stranger's guesses must not silence the gateway they are about.
 */
interface LoginLocks {
  /** `isKnown`: this name is registered from this address at this moment. */
  readonly isLocked: (source: string, name: string, isKnown: boolean, at: Instant) => boolean;
  /** True when this wrong login locked something. */
  readonly failed: (source: string, name: string, at: Instant) => boolean;
  readonly succeeded: (source: string, name: string) => void;
}

const WINDOW_MS = 600_000;
const LIMITS = { pair: 10, source: 30, name: 100 } as const;
/** Beyond it the counts that were touched longest ago are forgotten. */
const MAX_COUNTS = 50_000;
/** Names and addresses that belong together, kept beyond any binding: a line may be down for days. */
const MAX_HOMES = 20_000;
/** A name may be as long as a stranger likes; so much of it is told apart. */
const NAME_COUNTS = 64;

interface Count {
  wrong: number;
  readonly since: Instant;
  lockedUntil: number;
}

export const createLoginLocks = (): LoginLocks => {
  const counts = new BoundedMap<string, Count>(MAX_COUNTS);
  const homes = new BoundedMap<string, true>(MAX_HOMES);

  const isKeyLocked = (key: string, at: Instant): boolean => (counts.get(key)?.lockedUntil ?? 0) > at;

  const count = (key: string, limit: number, at: Instant): boolean => {
    const known = counts.get(key);
    const current =
      known !== undefined && at - known.since < WINDOW_MS ? known : { wrong: 0, since: at, lockedUntil: 0 };
    counts.set(key, current);
    if (++current.wrong < limit) return false;
    counts.set(key, { wrong: 0, since: at, lockedUntil: at + WINDOW_MS });
    return true;
  };

  const keysOf = (source: string, whole: string) => {
    const name = whole.slice(0, NAME_COUNTS);
    return { pair: `p ${source} ${name}`, source: `s ${source}`, name: `n ${name}` };
  };

  return {
    isLocked: (source, name, isKnown, at) => {
      const keys = keysOf(source, name);
      if (isKeyLocked(keys.pair, at)) return true;
      if (isKnown || homes.has(keys.pair)) return false;
      return isKeyLocked(keys.source, at) || isKeyLocked(keys.name, at);
    },
    failed: (source, name, at) => {
      const keys = keysOf(source, name);
      const locked = [
        count(keys.pair, LIMITS.pair, at),
        count(keys.source, LIMITS.source, at),
        count(keys.name, LIMITS.name, at),
      ];
      return locked.includes(true);
    },
    succeeded: (source, name) => {
      homes.set(keysOf(source, name).pair, true);
    },
  };
};
