import { BoundedMap } from '@lianxian/core/kit';

/**
 * Whom this exchange knows by address: those the owner names (his lines), and those who have logged in from there. Who is
 * known finds room where strangers do not; nobody gets a call through by it alone.
 */
interface Acquaintances {
  readonly isKnown: (host: string) => boolean;
  /** Somebody has logged in from there. */
  readonly met: (host: string) => void;
}

/** A gateway a line; those met last are kept. One that is forgotten logs in again, which strangers may. */
const HOSTS_KEPT = 20_000;

/** `isKnown` null: everybody is. */
export const createAcquaintances = (isKnown: ((host: string) => boolean) | null): Acquaintances => {
  const hosts = new BoundedMap<string, true>(HOSTS_KEPT);
  return {
    isKnown: host => isKnown === null || hosts.has(host) || isKnown(host),
    met: host => void hosts.set(host, true),
  };
};
