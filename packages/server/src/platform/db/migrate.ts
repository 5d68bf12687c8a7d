import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { sqlOver } from './dialect.ts';
import { keepMonths } from './months.ts';
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

/** A table of the database that is neither the migrator's nor an extension's. */
const anyTable = async ({ db }: Database): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class table_
    where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p') and relname not like 'kysely_migration%'
      and not exists (select from pg_depend where objid = table_.oid and deptype = 'e')
    limit 1
  `.execute(db);
  return rows[0]?.name;
};

/** Tables without a migration of ours are somebody else's: we would mix with them, or fail in the middle. */
const refuseForeign = (table: string | undefined, applied: readonly string[]): void => {
  if (table === undefined || applied.length > 0) return;
  throw new DatabaseRefused(
    `数据库里已有别的程序的表（${table}）；请给一个空的数据库。`,
    `The database holds tables of another program (${table}); give an empty one.`,
  );
};

/**
 * A database that a later release has changed is never opened by older code (docs/safety.md#backups-and-upgrades), nor a
 * backup of one.
 */
const refuseNewer = (applied: readonly string[], ours: readonly string[]): void => {
  const unknown = applied.filter(name => !ours.includes(name));
  if (unknown.length === 0) return;
  throw new DatabaseRefused(
    `数据库是更新的版本（${unknown.at(-1)}），这一版不能打开；请升级程序。`,
    `The database was made by a newer release (${unknown.at(-1)}); upgrade before opening it.`,
  );
};

/** @throws {DatabaseRefused} when a backup has migrations that this release does not. */
export const refuseNewerBackup = async (migrations: readonly string[]): Promise<void> => {
  const ours = Object.keys(await ourMigrations());
  const unknown = migrations.find(name => !ours.includes(name));
  if (unknown === undefined) return;
  throw new DatabaseRefused(
    `备份是更新的版本做的（${unknown}），这一版不能恢复；请升级程序。`,
    `A newer release made the backup (${unknown}); upgrade before restoring it.`,
  );
};

/** Has this database tables, ours or others'? */
export const isEmptyDatabase = async (database: Database): Promise<boolean> =>
  (await anyTable(database)) === undefined && (await appliedMigrations(database)).length === 0;

/**
 * Brings the database to this release's version, or with `only` to one that has these migrations and no more; nothing happens when it is there already. Several nodes may start at
 * once: the Migrator holds an advisory lock. All that are missing are one transaction, so that none of a release is there alone.
 */
export const migrateUnasked = async (database: Database, only?: readonly string[]): Promise<readonly string[]> => {
  const all = await ourMigrations();
  const migrations = Object.fromEntries(Object.entries(all).filter(([name]) => only?.includes(name) ?? true));
  // In this order: another node that migrates now commits its tables together with their names.
  const table = await anyTable(database);
  const applied = await appliedMigrations(database);
  refuseNewer(applied, Object.keys(migrations));
  refuseForeign(table, applied);
  // Migrations speak SQL's names, and go on doing so: rows come to them as they are.
  const migrator = new Migrator({
    db: sqlOver(database.pool),
    provider: { getMigrations: async () => migrations },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  await keepMonths(database.pool);
  await migrateJobs({ pgPool: database.pool, logger: new Logger(() => () => undefined) });
  return (results ?? []).map(result => result.migrationName);
};
