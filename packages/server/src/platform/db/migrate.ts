import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './pool.ts';
import { DatabaseRefused } from './refused.ts';

const folder = join(import.meta.dirname, '../../../migrations');

const ourMigrations = async (): Promise<Record<string, Migration>> => {
  const files = (await readdir(folder)).filter(name => /^\d{4}_\w+\.ts$/.test(name)).sort();
  const found: Record<string, Migration> = {};
  for (const file of files) {
    found[file.slice(0, -'.ts'.length)] = (await import(pathToFileURL(join(folder, file)).href)) as Migration;
  }
  return found;
};

const appliedMigrations = async ({ db }: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  );
  if (rows[0]?.there !== true) return [];
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    r => r.name,
  );
};

/** A database that a later release has changed is never opened by older code (product.md §5). */
const refuseNewer = (applied: readonly string[], ours: readonly string[]): void => {
  const unknown = applied.filter(name => !ours.includes(name));
  if (unknown.length === 0) return;
  throw new DatabaseRefused(
    `数据库是更新的版本（${unknown.at(-1)}），这一版不能打开；请升级程序。`,
    `The database was made by a newer release (${unknown.at(-1)}); upgrade before opening it.`,
  );
};

/**
 * Brings the database to this release's version; nothing happens when it is there already. Several nodes may start at
 * once: the Migrator holds an advisory lock. Each migration is one transaction.
 */
export const migrate = async (database: Database): Promise<readonly string[]> => {
  const migrations = await ourMigrations();
  refuseNewer(await appliedMigrations(database), Object.keys(migrations));
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  await migrateJobs({ pgPool: database.pool, logger: new Logger(() => () => undefined) });
  return (results ?? []).map(result => result.migrationName);
};
