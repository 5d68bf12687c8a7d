import { sql } from 'kysely';
import { isEmptyDatabase, migrateUnasked } from './migrate.ts';
import type { Database } from './pool.ts';
import { DatabaseRefused } from './refused.ts';

/**
 * A restore fills a database in several transactions: schema, rows, rest. From before the first to after the last a mark
 * lies in it, a schema of its own, so that whatever ends the work, a kill as well, leaves a database that no house starts
 * over and that the next restore takes: it was empty when the mark was laid, so all in it is the restore's.
 */
const MARK = 'lianxian_restore';

const isHalfRestored = async ({ db }: Database): Promise<boolean> =>
  (await sql<{ half: boolean }>`select to_regnamespace(${MARK}) is not null as half`.execute(db)).rows[0]?.half ===
  true;

/** Tables with their sequences, parts, rows and triggers, then types of rows and the functions; an extension's stay. The mark goes last, with them. */
const takeAway = async ({ db }: Database): Promise<void> => {
  await sql`do $$ declare it record; begin
    drop schema if exists graphile_worker cascade;
    for it in select oid::regclass::text as name, case relkind when 'S' then 'sequence' else 'table' end as kind from pg_class c
      where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p', 'S')
        and not exists (select from pg_depend where objid = c.oid and objsubid = 0 and deptype in ('e', 'a', 'i'))
    loop execute format('drop %s %s cascade', it.kind, it.name); end loop;
    for it in select oid::regtype::text as name from pg_type t
      where typnamespace = to_regnamespace(current_schema())
        and exists (select from pg_class where oid = typrelid and relkind = 'c')
        and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
    loop execute format('drop type %s cascade', it.name); end loop;
    -- Some functions stand in others, and go with them.
    for it in select name from unnest(array(select oid::regprocedure::text from pg_proc p
      where pronamespace = to_regnamespace(current_schema())
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e'))) name
    loop execute format('drop routine if exists %s cascade', it.name); end loop;
    drop schema if exists ${sql.id(MARK)};
  end $$`.execute(db);
};

/**
 * Does a restore's work in an empty database, or in one that an earlier restore has left half done. What fails leaves it
 * empty; should even that fail, the next one finds the mark. @throws {DatabaseRefused} when somebody's rows are in it.
 */
export const restoreInto = async <R>(database: Database, work: () => Promise<R>): Promise<R> => {
  if (await isHalfRestored(database)) await takeAway(database);
  if (!(await isEmptyDatabase(database)))
    throw new DatabaseRefused('数据库不是空的：请给一个新建的空数据库。', 'The database is not empty: give a new one.');
  await sql`create schema ${sql.id(MARK)}`.execute(database.db);
  try {
    const done = await work();
    await sql`drop schema ${sql.id(MARK)}`.execute(database.db);
    return done;
  } catch (error) {
    await takeAway(database).catch(() => undefined);
    throw error;
  }
};

/** As `migrateUnasked`, but never over what a restore has left half done. @throws {DatabaseRefused} */
export const migrate = async (database: Database): Promise<readonly string[]> => {
  if (await isHalfRestored(database))
    throw new DatabaseRefused(
      '这个数据库里有一次没有做完的恢复：请重新恢复一次（npm run restore 会先清掉它），或另给一个数据库。',
      'A restore into this database was not finished: restore again (it is cleared first), or give another database.',
    );
  return migrateUnasked(database);
};
