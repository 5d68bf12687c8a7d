import type { PoolClient } from 'pg';

/** What the database itself says of its tables: a table of a later migration needs no word here. */

/** The migrator's own, which a restore's migrations write anew. */
const MIGRATORS = ['kysely_migration', 'kysely_migration_lock'];

/** Which parts this database has, of the months since it was made: rows of an archive find their own. */
const PARTS = ['id_month'];

/**
 * Of this moment and these nodes alone: nobody signs in by a copy of a session, no node beats in a copy, and no phone is
 * registered with one. Their rows are in no backup.
 */
const MOMENTARY = ['session', 'captcha', 'wechat_code', 'calls_node', 'sip_binding', 'line_check', 'seat_call'];

export interface TableShape {
  readonly name: string;
  /** Those that are written; what the database computes is computed again. */
  readonly columns: readonly string[];
}

/** All tables with rows of ours, by name; one that has a part a month is one. */
export const tableShapes = async (client: PoolClient): Promise<readonly TableShape[]> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1)
     order by c.relname`,
    [[...MIGRATORS, ...MOMENTARY, ...PARTS]],
  );
  return rows;
};

export interface SequenceValue {
  readonly name: string;
  /** The last number that was given; bigint as text. */
  readonly value: string;
}

/** Sequences that have given a number. */
export const sequenceValues = async (client: PoolClient): Promise<readonly SequenceValue[]> => {
  const { rows } = await client.query<SequenceValue>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows;
};

export const setSequence = async (client: PoolClient, { name, value }: SequenceValue): Promise<void> => {
  await client.query("select setval(format('public.%I', $1::text)::regclass, $2::bigint)", [name, value]);
};

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export const foreignKeys = async (client: PoolClient): Promise<readonly ForeignKey[]> => {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`,
  );
  return rows;
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = ({ columns }: TableShape): string => columns.map(quoted).join(', ');
export const tableName = ({ name }: Pick<TableShape, 'name'>): string => `public.${quoted(name)}`;
