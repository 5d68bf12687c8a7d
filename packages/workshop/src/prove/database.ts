import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPostmaster } from '../../../server/src/platform/db/embedded/postmaster.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';

/** The house's own PostgreSQL, asked from outside past all its rules; it may be killed at any time, and is then opened again. */
export interface DirectDatabase {
  readonly rows: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** A session of its own that holds what the statement takes (locks) until it is let go. */
  readonly holding: (text: string) => Promise<() => void>;
  readonly postmaster: () => Promise<number>;
  /** With its password: for a process that works beside the house. */
  readonly url: () => Promise<string>;
  readonly close: () => Promise<void>;
}

const RETRY_MS = 100;
const AWAY_LIMIT_MS = 60_000;

/** Of the database in the box of this data folder. */
export const openDirect = async (dataDir: string): Promise<DirectDatabase> => {
  const folder = join(dataDir, 'postgres');
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  const server = async () => {
    const found = await readPostmaster(join(folder, 'data'));
    if (found === null) throw new Error('PostgreSQL does not run');
    return found;
  };
  return connectTo(
    async () => `postgres://lianxian:${password}@127.0.0.1:${(await server()).port}/postgres`,
    async () => (await server()).pid,
  );
};

/** Of a database that several houses share, by a way of its own. */
export const openDirectAt = (url: string): Promise<DirectDatabase> =>
  connectTo(
    async () => url,
    async () => {
      throw new Error('a shared database is nobody’s to kill');
    },
  );

const connectTo = async (
  url: DirectDatabase['url'],
  postmaster: DirectDatabase['postmaster'],
): Promise<DirectDatabase> => {
  const log = openLog('silent', 'prove');
  const open = async (): Promise<Database> => openDatabase(await url(), log, { most: 6, statementLimitMs: 0 });
  let database = await open();
  const again = async (): Promise<void> => {
    const next = await open().catch(() => null);
    if (next === null) return;
    void database.close().catch(() => undefined);
    database = next;
  };
  return {
    postmaster,
    url,
    holding: async text => {
      const client = await database.pool.connect();
      await client.query(text);
      let isHeld = true;
      return () => {
        if (isHeld) client.release(true);
        isHeld = false;
      };
    },
    rows: async (text, values = []) => {
      const until = performance.now() + AWAY_LIMIT_MS;
      for (;;) {
        try {
          return (await database.pool.query(text, [...values])).rows;
        } catch (error) {
          if (isWrong(error) || performance.now() > until) throw error;
          await new Promise(resolve => setTimeout(resolve, RETRY_MS));
          await again();
        }
      }
    },
    close: () => database.close().catch(() => undefined),
  };
};

/** A statement that is wrong, as opposed to a server that is away or starting (SQLSTATE classes 08, 53, 57, XX). */
const isWrong = (error: unknown): boolean =>
  /^(?!08|53|57|XX)[0-9A-Z]{5}$/.test(String((error as { readonly code?: unknown }).code));
