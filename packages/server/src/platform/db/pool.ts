import type { Socket } from 'node:net';
import type { Kysely } from 'kysely';
import { type ClientBase, Pool, type PoolConfig } from 'pg';
import type { Log } from '../log.ts';
import { tablesOver } from './dialect.ts';
import { DatabaseRefused } from './refused.ts';
import type { Tables } from './schema.ts';

/** The whole database, every merchant's rows: for sign-in, jobs and the dialler. Rooms get a `MerchantDb`. */
export type UnscopedDb = Kysely<Tables>;

export interface Database {
  readonly db: UnscopedDb;
  readonly pool: Pool;
  readonly close: () => Promise<void>;
}

/** `distinct on`, `skip locked`, generated identities and JSON subscripts need no more than this. */
const OLDEST_SERVER = 14;
const CONNECT_LIMIT_MS = 5_000;
/** A page's query that runs longer is a defect; migrations and jobs open their own pool without it. */
const STATEMENT_LIMIT_MS = 30_000;

/**
 * A server that runs a statement ends it at its limit and says so. Silence beyond is a server that is gone, or a way to it
 * that swallows everything: the connection is broken, and what waits for it fails.
 */
const SILENCE_BEYOND_MS = 5_000;
/** Nothing of ours thinks that long inside a transaction: its node stands still, and others wait for its locks. */
const IDLE_IN_TRANSACTION_MS = 20_000;

export interface PoolOptions {
  readonly most?: number;
  readonly statementLimitMs?: number;
}

/** A pool on `url`. A lost connection is logged and replaced, never thrown at the process. */
export const openDatabase = (url: string, log: Log, options: PoolOptions = {}): Database => {
  const { statementLimitMs = STATEMENT_LIMIT_MS } = options;
  const config: PoolConfig = {
    connectionString: url,
    max: options.most ?? 10,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    statement_timeout: statementLimitMs,
    idle_in_transaction_session_timeout: statementLimitMs > 0 ? IDLE_IN_TRANSACTION_MS : 0,
    keepAlive: true,
    application_name: 'lianxian',
  };
  const pool = new Pool(config);
  const lost = (error: Error): void => {
    if (!pool.ending) log.warn({ err: error }, 'a database connection was lost');
  };
  pool.on('error', lost);
  // A connection that breaks while it is lent out speaks for itself.
  pool.on('connect', client => {
    client.on('error', lost);
    if (statementLimitMs > 0) breakWhenSilent(client, statementLimitMs + SILENCE_BEYOND_MS);
  });
  const db = tablesOver(pool);
  return { db, pool, close: () => db.destroy() };
};

/** From the last byte that went either way: a connection does one thing at a time. */
export const breakWhenSilent = (client: ClientBase, limitMs: number): void => {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.setTimeout(limitMs, () => stream.destroy(new Error(`the database said nothing for ${limitMs} ms`)));
};

/** Refuses a server that is away or too old, with a sentence; `url` stays out of it. */
export const checkServer = async (pool: Pool): Promise<void> => {
  const version = await pool.query<{ server_version_num: string }>('show server_version_num').catch(error => {
    const why = (error as Error).message;
    throw new DatabaseRefused(`连不上数据库：${why}`, `The database cannot be reached: ${why}`);
  });
  const major = Math.floor(Number(version.rows[0]?.server_version_num) / 10_000);
  if (major >= OLDEST_SERVER) return;
  throw new DatabaseRefused(
    `数据库是 PostgreSQL ${major}，至少需要 ${OLDEST_SERVER}。`,
    `The database is PostgreSQL ${major}; ${OLDEST_SERVER} or later is needed.`,
  );
};

/** All or nothing; inside a transaction it is part of that one. */
export const inTransaction = <R>(db: UnscopedDb, work: (tx: UnscopedDb) => Promise<R>): Promise<R> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);
