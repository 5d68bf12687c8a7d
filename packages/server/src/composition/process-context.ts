import type { Config } from '../config.ts';
import { type Bus, openBus } from '../platform/bus.ts';
import {
  type Database,
  merchantDb,
  type OpenMerchantDb,
  openDatabase,
  type PoolOptions,
} from '../platform/db/index.ts';
import { type FileStore, openFiles } from '../platform/files.ts';
import type { RateLimits } from '../platform/http/index.ts';
import { openHouseSecrets } from '../platform/keys/house-key.ts';
import { type Log, openLog } from '../platform/log.ts';
import { openPushSender, type PushSender } from '../platform/push/index.ts';
import type { Secrets } from '../platform/secrets.ts';
import { openSecurityLog, type SecurityLog } from '../platform/security-log.ts';
import { type Clock, systemClock } from '../platform/time.ts';
import { sealedColumns } from './sealed-columns.ts';

/** What every process stands on. */
export interface ProcessContext {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly database: Database;
  readonly merchantDb: OpenMerchantDb;
  readonly bus: Bus;
  readonly push: PushSender;
  readonly secrets: Secrets;
  readonly files: FileStore;
  /** For who guards the machine. */
  readonly securityLog: SecurityLog;
  readonly close: () => Promise<void>;
}

/** What calls stands on. */
export interface CallsContext extends Omit<ProcessContext, 'files'> {
  /** Command line of the built-in voice. */
  readonly voiceCommand: readonly string[];
}

/** Tests set the clock, rates that do not bite, name servers, and the merchant's database with row security. */
export interface HouseOptions {
  readonly clock?: Clock;
  readonly rates?: RateLimits;
  readonly merchantDb?: OpenMerchantDb;
  readonly nameServers?: readonly string[];
}

/**
 * How long a statement may take: who holds talks notices sooner than a page that nobody answers; jobs read and remove what
 * lies years back, and nobody waits for them; an hour is longer than any of it takes.
 */
const poolOf: Readonly<Record<string, PoolOptions>> = {
  calls: { statementLimitMs: 10_000 },
  jobs: { statementLimitMs: 3_600_000 },
};

export const openProcessContext = async (
  config: Config,
  part: string,
  options: HouseOptions = {},
): Promise<ProcessContext> => {
  const log = openLog(config.logLevel, part);
  const database = openDatabase(config.databaseUrl, log, poolOf[part] ?? {});
  const secrets = await openHouseSecrets(database.db, config.secretKey, sealedColumns);
  const bus = await openBus(config.databaseUrl, database, log);
  const push = openPushSender(database.db, bus, log);
  const clock = options.clock ?? systemClock;
  const securityLog = openSecurityLog(config.dataDir, clock);
  return {
    config,
    log,
    clock,
    database,
    merchantDb: options.merchantDb ?? ((id, viewer) => merchantDb(database.db, id, viewer)),
    bus,
    push,
    secrets,
    files: openFiles(config.dataDir),
    securityLog,
    close: async () => {
      securityLog.close();
      await push.close();
      await bus.close();
      await database.close();
    },
  };
};
