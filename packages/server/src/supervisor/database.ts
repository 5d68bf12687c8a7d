import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { demoPasswordOf } from '../../seed/demo.ts';
import { seed } from '../../seed/seed.ts';
import type { Config } from '../config.ts';
import { checkServer, type EmbeddedDatabase, migrate, openDatabase, startEmbedded } from '../platform/db/index.ts';
import { type Log, openLog } from '../platform/log.ts';
import type { OpenRole } from './role.ts';

/** The other processes lost the supervisor at the same moment and still file what they hold: 2 s, and a bit. */
const OTHERS_END_MS = 2_500;
const STOP_LIMIT_MS = 30_000;

/** Migrations may take as long as they need. */
const prepare = async (url: string, config: Config, log: Log): Promise<void> => {
  const database = openDatabase(url, log, { most: 2, statementLimitMs: 0 });
  try {
    await checkServer(database.pool);
    const applied = await migrate(database);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    await seed(database, { demoPassword: config.demo ? demoPasswordOf(config.secretKey) : null });
  } finally {
    await database.close();
  }
};

/**
 * Keeps the embedded PostgreSQL (or looks after the one of DATABASE_URL), brings it to this release and seeds it once.
 * A process of its own, so that even a killed supervisor leaves no server behind.
 * @throws {DatabaseRefused} with a sentence, e.g. for a database of a newer release.
 */
export const openDatabaseRole = async (config: Config): Promise<OpenRole> => {
  const log = openLog(config.logLevel, 'database');
  const embedded: EmbeddedDatabase | null =
    config.databaseUrl === ''
      ? await startEmbedded({
          folder: join(config.dataDir, 'postgres'),
          onChange: what => log.warn({ what }, 'embedded PostgreSQL'),
        })
      : null;
  const databaseUrl = embedded?.url ?? config.databaseUrl;
  try {
    await prepare(databaseUrl, config, log);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  return {
    info: { databaseUrl },
    orphanLimitMs: OTHERS_END_MS + STOP_LIMIT_MS,
    close: async (_limitMs, because) => {
      if (embedded === null) return;
      if (because === 'orphaned') await delay(OTHERS_END_MS);
      await embedded.stop();
    },
  };
};
