import type { UnscopedDb } from '../../platform/db/index.ts';
import { limitConcurrency } from '../../platform/limit-concurrency.ts';
import type { Log } from '../../platform/log.ts';
import { lineAddresses } from './line-hosts.store.ts';

/**
 * Where the lines of this installation are, for the SIP port: who is none of them, and has not logged in, is a stranger
 * there. Read anew when a line changes and once a minute, because names move; a name that cannot be looked up now stays
 * where it was, so that a name server that is down locks no carrier out.
 */
export interface LineHosts {
  readonly isKnown: (host: string) => boolean;
  /** Lines were changed. */
  readonly changed: () => void;
  readonly close: () => void;
}

interface LineHostsOptions {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly addressesOf: (address: string) => Promise<readonly string[]>;
}

const AGAIN_MS = 60_000;
/** Gateways come and go in crowds: their news is read together. */
const REST_MS = 1_000;
const LOOKUPS_AT_ONCE = 8;
/** Names that are not found by then are added when they are. */
const FIRST_LIMIT_MS = 2_000;

/** Resolves when the lines are known whose addresses need no looking up, or little. */
export const openLineHosts = async ({ db, log, addressesOf }: LineHostsOptions): Promise<LineHosts> => {
  let found = new Map<string, readonly string[]>();
  /** Null: nobody could be asked yet, and nobody is a stranger. */
  let hosts: Set<string> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let [isReading, isWanted, isClosed] = [false, false, false];

  const lookUp = async (addresses: readonly string[]): Promise<void> => {
    const before = found;
    found = new Map(addresses.map(address => [address, before.get(address) ?? []]));
    const now = new Set([...found.values()].flat());
    hosts = now;
    const limited = limitConcurrency(LOOKUPS_AT_ONCE);
    const look = async (address: string): Promise<void> => {
      const at = await limited(() => addressesOf(address)).catch(() => []);
      if (at.length === 0) return;
      found.set(address, at);
      for (const host of at) now.add(host);
    };
    await Promise.all(addresses.map(look));
    hosts = new Set([...found.values()].flat());
  };

  const read = async (): Promise<void> => {
    clearTimeout(timer);
    [isReading, isWanted] = [true, false];
    try {
      await lookUp(await lineAddresses(db));
    } catch (error) {
      isWanted = true;
      log.warn({ err: error }, 'addresses of lines could not be read');
    }
    isReading = false;
    if (!isClosed) timer = setTimeout(() => void read(), isWanted ? REST_MS : AGAIN_MS).unref();
  };

  const limit = Promise.withResolvers<void>();
  const late = setTimeout(limit.resolve, FIRST_LIMIT_MS);
  await Promise.race([read(), limit.promise]);
  clearTimeout(late);

  return {
    isKnown: host => hosts === null || hosts.has(host),
    changed: () => {
      isWanted = true;
      if (!isReading) void read();
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};
