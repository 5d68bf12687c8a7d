import { sql } from 'kysely';
import { Client, escapeIdentifier } from 'pg';
import { breakWhenSilent, type Database, type UnscopedDb } from './db/index.ts';
import type { Log } from './log.ts';

/**
 * News between processes over LISTEN/NOTIFY: ids and wake-ups, and words of live calls that somebody
 * watches. A message may be lost while the connection is down: whoever listens asks the database after `onBack`. A
 * connection that only looks alive is asked every few seconds, and broken when no answer comes.
 */
export interface Bus {
  /**
   * Payload: at most {@link BUS_BYTES} of UTF-8. Listeners of this process hear it at once, so what it tells of is committed
   * before. Resolves when the database has it, and all others will hear.
   */
  readonly notify: (channel: string, payload: string) => Promise<void>;
  /** Returns how to stop listening. */
  readonly listen: (channel: string, handler: (payload: string) => void) => Promise<() => Promise<void>>;
  /** The connection was lost and is back: something may have been missed. */
  readonly onBack: (handler: () => void) => void;
  readonly close: () => Promise<void>;
}

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
export const BUS_BYTES = 7_900;

/** Tells when the transaction commits, in the order of commits; not at all when it does not. */
export const notifyIn = async (tx: UnscopedDb, channel: string, payload: string): Promise<void> => {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
};
const RETRY_MS = [100, 250, 500, 1_000, 2_000] as const;
const CONNECT_LIMIT_MS = 5_000;
/** Together within the 20 s in which a dead connection is to be noticed. */
const LIMITS = { pingEveryMs: 5_000, silenceMs: 10_000 };

type Handlers = Map<string, Set<(payload: string) => void>>;

/** Messages of our own that were delivered already, and come back over the channels that are listened to. */
interface Echoes {
  /** The database now tells us of this channel; nothing of ours is on its way back. */
  readonly begin: (channel: string) => void;
  readonly end: (channel: string) => void;
  readonly endAll: () => void;
  /** Will it come back? */
  readonly expect: (channel: string, payload: string) => boolean;
  /** It came back, or never will; false when none was expected: it is somebody else's. */
  readonly settle: (channel: string, payload: string) => boolean;
}

const createEchoes = (): Echoes => {
  const channels = new Map<string, Map<string, number>>();
  return {
    begin: channel => void channels.set(channel, new Map()),
    end: channel => void channels.delete(channel),
    endAll: () => channels.clear(),
    expect: (channel, payload) => {
      const away = channels.get(channel);
      away?.set(payload, (away.get(payload) ?? 0) + 1);
      return away !== undefined;
    },
    settle: (channel, payload) => {
      const away = channels.get(channel);
      const count = away?.get(payload) ?? 0;
      if (count > 1) away?.set(payload, count - 1);
      else away?.delete(payload);
      return count > 0;
    },
  };
};

/** One question at a time, in turn: so wants it the driver, and only so is silence silence. */
interface Connection {
  readonly client: Client;
  readonly ask: (text: string) => Promise<unknown>;
}

const connect = async (url: string, { pingEveryMs, silenceMs }: typeof LIMITS): Promise<Connection> => {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    application_name: 'lianxian bus',
  });
  await client.connect();
  breakWhenSilent(client, pingEveryMs + silenceMs);
  let last: Promise<unknown> = Promise.resolve();
  const ask = (text: string) => {
    const answer = last.then(() => client.query(text));
    last = answer.catch(() => undefined);
    return answer;
  };
  return { client, ask };
};

/** Ends with the connection. */
const keepAsking = ({ client, ask }: Connection, everyMs: number): void => {
  let isAsked = false;
  const asking = setInterval(() => {
    if (isAsked) return;
    isAsked = true;
    ask('').then(
      () => {
        isAsked = false;
      },
      () => clearInterval(asking),
    );
  }, everyMs);
  client.once('end', () => clearInterval(asking));
};

const listenTo = (channel: string): string => `listen ${escapeIdentifier(channel)}`;

const deliver = (handlers: Handlers, log: Log, channel: string, payload: string): void => {
  for (const handler of handlers.get(channel) ?? []) {
    try {
      handler(payload);
    } catch (error) {
      log.error({ err: error, channel }, 'a listener of the bus failed');
    }
  }
};

/** One connection of its own for listening; notifies go through the pool. */
export const openBus = async (url: string, { pool }: Database, log: Log, limits = LIMITS): Promise<Bus> => {
  const handlers: Handlers = new Map();
  const echoes = createEchoes();
  const back: (() => void)[] = [];
  let isClosed = false;
  let connection: Connection | null = null;
  let retry: NodeJS.Timeout | null = null;

  const tryAgain = (tries: number): void => {
    connection = null;
    echoes.endAll();
    if (isClosed) return;
    retry = setTimeout(() => void open(tries + 1), RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
  };
  const open = async (tries: number): Promise<void> => {
    const next = await connect(url, limits).catch(() => null);
    if (next === null) return tryAgain(tries);
    if (isClosed) return await next.client.end();
    connection = next;
    next.client.on('notification', ({ channel, payload = '' }) => {
      if (!echoes.settle(channel, payload)) deliver(handlers, log, channel, payload);
    });
    next.client.on('error', error => log.warn({ err: error }, 'the bus lost its connection'));
    next.client.once('end', () => tryAgain(0));
    keepAsking(next, limits.pingEveryMs);
    for (const channel of handlers.keys())
      await next.ask(listenTo(channel)).then(
        () => echoes.begin(channel),
        () => undefined,
      );
    if (tries > 0) for (const handler of back) handler();
  };
  await open(0);

  return {
    notify: async (channel, payload) => {
      if (Buffer.byteLength(payload) > BUS_BYTES) throw new Error(`too much for the bus on ${channel}`);
      // While we are not told of the channel, this may or may not come back: then only what comes back is heard.
      const isHeard = echoes.expect(channel, payload);
      if (isHeard) queueMicrotask(() => deliver(handlers, log, channel, payload));
      try {
        await pool.query('select pg_notify($1, $2)', [channel, payload]);
      } catch (error) {
        if (isHeard) echoes.settle(channel, payload);
        throw error;
      }
    },
    listen: async (channel, handler) => {
      const set = handlers.get(channel) ?? new Set();
      handlers.set(channel, set.add(handler));
      // When the connection is away, the next one listens to every channel there is.
      if (set.size === 1 && connection !== null) {
        await connection.ask(listenTo(channel));
        echoes.begin(channel);
      }
      return async () => {
        set.delete(handler);
        if (set.size > 0 || handlers.get(channel) !== set) return;
        handlers.delete(channel);
        echoes.end(channel);
        await connection?.ask(`un${listenTo(channel)}`).catch(() => undefined);
      };
    },
    onBack: handler => {
      back.push(handler);
    },
    close: async () => {
      isClosed = true;
      if (retry !== null) clearTimeout(retry);
      await connection?.client.end().catch(() => undefined);
    },
  };
};
