import { lookup, Resolver as NameServers } from 'node:dns/promises';
import { isIP } from 'node:net';
import { BoundedMap, type Dice } from '@lianxian/core/kit';
import { inOrder, type Preferred } from './srv.ts';

/** How long a caller waits for a name; the system's own resolver may try for much longer. */
const LOOKUP_LIMIT_MS = 3_000;
/** Each question to a name server, and how often. */
const QUESTION_MS = 1_000;
const QUESTION_TRIES = 3;
/** How long an answer counts that came without a time to live: the system keeps none for us. */
const KEEP_MS = 30_000;
/** Records may say a week or nothing; a server that moves is found within the hour, one that changes every second not. */
const [KEEP_AT_LEAST_MS, KEEP_AT_MOST_MS] = [1_000, 3_600_000];
/** "No such name" counts shortly: somebody may be setting it up just now. */
const KEEP_NOTHING_MS = 5_000;
/** Of each kind; the oldest leave. */
const MAX_NAMES = 1_000;
/** More servers are no help while a callee waits. */
const MAX_SERVERS = 6;

interface Target {
  readonly host: string;
  readonly port: number;
}

/**
 * Names to addresses (RFC 3263 §4). Never throws; whoever asks for the same name at the same time waits for the same
 * answer; an answer that is out of date still counts while nobody gives a newer one.
 */
export interface Resolver {
  /** An address of a host; null when the name is unknown or the limit is over. */
  readonly resolve: (host: string) => Promise<string | null>;
  /** What is known right now without asking; null when nothing is. */
  readonly known: (host: string) => string | null;
  /** Where the service of a name is, the server to try first at the front; empty when nowhere. */
  readonly servers: (host: string, service: Service) => Promise<readonly Target[]>;
}

export interface Service {
  /** As SRV records are named: `_sip._udp`, `_sip._tcp`, `_sips._tcp`. */
  readonly prefix: string;
  /** Given: no SRV records are asked for (RFC 3263 §4.2). */
  readonly port: number | null;
  readonly defaultPort: number;
}

export const createResolver = (options: {
  readonly now: () => number;
  readonly dice: Dice;
  /** Addresses that our sockets can reach. */
  readonly families: readonly (4 | 6)[];
  /** Null: the system's, with its files and habits. */
  readonly nameServers: readonly string[] | null;
}): Resolver => {
  const { now, dice, families, nameServers } = options;
  const asked = new NameServers({ timeout: QUESTION_MS, tries: QUESTION_TRIES });
  if (nameServers !== null) asked.setServers(nameServers);
  const hosts = createMemory<readonly string[]>(now);
  const services = createMemory<readonly Preferred[]>(now);

  const askSystem = async (host: string): Promise<Found<readonly string[]>> => {
    try {
      const all = await lookup(host, { all: true, order: 'verbatim' });
      const ours = all.filter(each => families.includes(each.family as 4 | 6));
      return { value: ours.map(each => each.address), keepMs: KEEP_MS };
    } catch (error) {
      if (isNoSuchName(error)) return { value: [], keepMs: KEEP_NOTHING_MS };
      throw error;
    }
  };
  const askServers = async (host: string): Promise<Found<readonly string[]>> => {
    const ask = { 4: () => asked.resolve4(host, { ttl: true }), 6: () => asked.resolve6(host, { ttl: true }) };
    const all = await Promise.allSettled(families.map(family => ask[family]()));
    const found = all.flatMap(each => (each.status === 'fulfilled' ? each.value : []));
    const isSilent = all.every(each => each.status === 'rejected' && !isNoSuchName(each.reason));
    if (isSilent) throw new Error('no name server answers');
    return { value: found.map(each => each.address), keepMs: keepMs(found.map(each => each.ttl)) };
  };
  const addresses = async (host: string): Promise<readonly string[]> => {
    const family = isIP(host);
    if (family !== 0) return families.includes(family as 4 | 6) ? [host] : [];
    return (await hosts.find(host, nameServers === null ? askSystem : askServers)) ?? [];
  };
  const askService = async (name: string): Promise<Found<readonly Preferred[]>> => {
    try {
      const records = await asked.resolveSrv(name);
      // Node does not tell how long these live.
      return { value: records.map(({ name: host, ...rest }) => ({ host, ...rest })), keepMs: KEEP_MS };
    } catch (error) {
      if (isNoSuchName(error)) return { value: [], keepMs: KEEP_NOTHING_MS };
      throw error;
    }
  };

  const servers = async (host: string, { prefix, port, defaultPort }: Service): Promise<readonly Target[]> => {
    const at = async (name: string, atPort: number) =>
      (await addresses(name)).map(address => ({ host: address, port: atPort }));
    if (port !== null || isIP(host) !== 0) return (await at(host, port ?? defaultPort)).slice(0, MAX_SERVERS);
    const records = (await services.find(`${prefix}.${host}`, askService)) ?? [];
    // Without records the name itself is the server (RFC 3263 §4.2); one record `.` says there is none (RFC 2782).
    if (records.length === 0) return (await at(host, defaultPort)).slice(0, MAX_SERVERS);
    const wanted = inOrder(records, dice).filter(each => each.host !== '' && each.host !== '.');
    const found = await Promise.all(wanted.slice(0, MAX_SERVERS).map(each => at(each.host, each.port)));
    return found.flat().slice(0, MAX_SERVERS);
  };

  return {
    known: host => (isIP(host) !== 0 ? host : (hosts.known(host)?.[0] ?? null)),
    resolve: async host => (isIP(host) !== 0 ? host : ((await addresses(host))[0] ?? null)),
    servers,
  };
};

/** The name server answered, and the answer is that there is nothing. */
const isNoSuchName = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes((error as NodeJS.ErrnoException).code ?? '');

const keepMs = (ttls: readonly number[]): number =>
  ttls.length === 0
    ? KEEP_NOTHING_MS
    : Math.min(KEEP_AT_MOST_MS, Math.max(KEEP_AT_LEAST_MS, 1_000 * Math.min(...ttls)));

interface Found<T> {
  readonly value: T;
  readonly keepMs: number;
}

/** Answers with their lifetimes; questions that are on their way are shared. */
const createMemory = <T>(now: () => number) => {
  const kept = new BoundedMap<string, { readonly value: T; readonly until: number }>(MAX_NAMES);
  const asking = new Map<string, Promise<T | null>>();
  const ask = async (name: string, question: (name: string) => Promise<Found<T>>): Promise<T | null> => {
    try {
      const found = await within(LOOKUP_LIMIT_MS, question(name));
      if (found === null) return kept.get(name)?.value ?? null;
      kept.set(name, { value: found.value, until: now() + found.keepMs });
      return found.value;
    } finally {
      asking.delete(name);
    }
  };
  return {
    known: (name: string): T | null => {
      const entry = kept.get(name);
      return entry !== undefined && entry.until > now() ? entry.value : null;
    },
    find: (name: string, question: (name: string) => Promise<Found<T>>): Promise<T | null> => {
      const entry = kept.get(name);
      if (entry !== undefined && entry.until > now()) return Promise.resolve(entry.value);
      const already = asking.get(name);
      if (already !== undefined) return already;
      const answer = ask(name, question);
      asking.set(name, answer);
      return answer;
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
