import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { checkServer, type Database, openDatabase, startEmbedded } from '../platform/db/index.ts';
import { openLog } from '../platform/log.ts';

/** A command at the terminal asks one thing after the other. */
const CONNECTIONS = 2;

/**
 * What a command does with the installation's database: beside a running house the embedded one is attached to, without one
 * it is started for as long as it takes. No limit of time: an import of a backup takes what it takes.
 */
export const withDatabase = async <R>(
  { databaseUrl, databaseOwnerUrl, dataDir }: Settings,
  command: string,
  work: (database: Database, url: string) => Promise<R>,
): Promise<R> => {
  const embedded = databaseUrl === null ? await startEmbedded({ folder: join(dataDir, 'postgres') }) : null;
  const url = embedded?.url ?? databaseOwnerUrl ?? databaseUrl ?? '';
  const database = openDatabase(url, openLog('warn', command), { most: CONNECTIONS, statementLimitMs: 0 });
  try {
    await checkServer(database.pool);
    return await work(database, url);
  } finally {
    await database.close();
    await embedded?.stop();
  }
};
