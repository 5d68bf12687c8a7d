import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { demoPasswordOf } from '../../seed/demo.ts';
import { seed } from '../../seed/seed.ts';
import { sealedColumns } from '../composition/sealed-columns.ts';
import type { Config } from '../config.ts';
import {
  checkServer,
  type Database,
  type EmbeddedDatabase,
  grantApp,
  keepAppRole,
  migrate,
  openDatabase,
  powersOf,
  startEmbedded,
} from '../platform/db/index.ts';
import { openHouseSecrets, refuseWithoutKey } from '../platform/keys/house-key.ts';
import { type Log, openLog } from '../platform/log.ts';
import { readKeptKey } from './key-file.ts';
import type { OpenRole } from './role.ts';

/** The other processes lost the supervisor at the same moment and still file what they hold: 2 s, and a bit. */
const OTHERS_END_MS = 2_500;
const STOP_LIMIT_MS = 30_000;

/**
 * Before any other process works with it: this one keeps the supervisor's account, and may look at the key file where a
 * refusal has to name it.
 */
const checkKey = async ({ db }: Database, { secretKey, isKeyNew, dataDir }: Config): Promise<void> => {
  if (isKeyNew) await refuseWithoutKey(db, sealedColumns, dataDir);
  else await openHouseSecrets(db, secretKey, sealedColumns, () => readKeptKey(dataDir));
};

/** Brings the database to this release as its owner; migrations may take as long as they need. */
const prepare = async (
  url: string,
  config: Config,
  log: Log,
  grant: (owner: Database) => Promise<void>,
): Promise<void> => {
  const database = openDatabase(url, log, { most: 2, statementLimitMs: 0 });
  try {
    await checkServer(database.pool);
    const applied = await migrate(database);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    await checkKey(database, config);
    await seed(database, { demoPassword: config.demo ? demoPasswordOf(config.secretKey) : null });
    await grant(database);
  } finally {
    await database.close();
  }
};

/** What a database of one's own lets us do that the house should not be able to. */
const warningsOf = async (app: Database): Promise<readonly string[]> => {
  const { role, isSuperuser, ownsAudit } = await powersOf(app.pool);
  if (!isSuperuser && !ownsAudit) return [];
  const why = isSuperuser ? '是超级用户' : '拥有审计表，能改写审计';
  return [
    `  注意：DATABASE_URL 的用户 ${role} ${why}。请给平时用的用户最小权限，另设 DATABASE_OWNER_URL（见 docs/operations.md「数据库用户」）。`,
  ];
};

/** One's own database: who migrates it gives the application's role what it needs. */
const openOwn = async (config: Config, log: Log) => {
  const app = openDatabase(config.databaseUrl, log, { most: 1 });
  try {
    await checkServer(app.pool);
    const { role } = await powersOf(app.pool);
    await prepare(config.databaseOwnerUrl ?? config.databaseUrl, config, log, async owner => {
      if (config.databaseOwnerUrl !== null) await grantApp(owner.pool, role);
    });
    return await warningsOf(app);
  } finally {
    await app.close();
  }
};

/** The one in the box: its superuser migrates, the house works with a role that is none; older data folders get it now. */
const openEmbedded = (embedded: EmbeddedDatabase, config: Config, log: Log): Promise<void> =>
  prepare(embedded.url, config, log, async owner => {
    await keepAppRole(owner.pool, embedded.app.role, embedded.app.password);
    await grantApp(owner.pool, embedded.app.role);
  });

/**
 * Keeps the embedded PostgreSQL (or looks after the one of DATABASE_URL), brings it to this release and seeds it once.
 * A process of its own, so that even a killed supervisor leaves no server behind.
 * @throws {DatabaseRefused} with a sentence, e.g. for a database of a newer release.
 */
export const openDatabaseRole = async (config: Config): Promise<OpenRole> => {
  const log = openLog(config.logLevel, 'database');
  if (config.databaseUrl !== '') {
    const warnings = await openOwn(config, log);
    return { info: { databaseUrl: config.databaseUrl, warnings }, close: async () => undefined };
  }
  const embedded = await startEmbedded({
    folder: join(config.dataDir, 'postgres'),
    onChange: what => log.warn({ what }, 'embedded PostgreSQL'),
  });
  try {
    await openEmbedded(embedded, config, log);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return {
    info: { databaseUrl: embedded.app.url },
    orphanLimitMs: OTHERS_END_MS + STOP_LIMIT_MS,
    close: async (_limitMs, because) => {
      if (because === 'orphaned') await delay(OTHERS_END_MS);
      await embedded.stop();
    },
  };
};
