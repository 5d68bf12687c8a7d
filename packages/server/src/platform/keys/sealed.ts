import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { UnscopedDb } from '../db/index.ts';

/** A column of sealed values. */
export interface SealedColumn {
  /** What lies there, for the operator. */
  readonly says: string;
  readonly table: string;
  readonly column: string;
  /** What names a row; all bigint, the merchant first. */
  readonly key: readonly string[];
  /** What the value was sealed for, from the row's key in that order. */
  readonly contextOf: (...key: readonly string[]) => string;
}

export interface SealedValue {
  readonly key: readonly string[];
  readonly sealed: string;
}

const namesOf = (columns: readonly string[]) => sql.join(columns.map(name => sql.ref(name)));

/** The next values after a row, by key; `after` null: from the first. In a transaction their rows are held. */
export const sealedAfter = async (
  db: UnscopedDb,
  { table, column, key }: SealedColumn,
  after: readonly string[] | null,
  most: number,
): Promise<readonly SealedValue[]> => {
  const beyond =
    after === null ? sql`true` : sql`(${namesOf(key)}) > (${sql.join(after.map(id => sql`${id}::bigint`))})`;
  const { rows } = await sql<SealedValue>`
    select array[${sql.join(key.map(name => sql`${sql.ref(name)}::text`))}] as key, ${sql.ref(column)} as sealed
    from ${sql.table(table)} where ${sql.ref(column)} is not null and ${beyond}
    order by ${namesOf(key)} limit ${most} for update`.execute(db);
  return rows;
};

/** Writes values back where they were read. */
export const putSealed = async (
  db: UnscopedDb,
  { table, column, key }: SealedColumn,
  values: readonly SealedValue[],
): Promise<void> => {
  if (values.length === 0) return;
  const keys = key.map((_, at) => sql`${values.map(value => value.key[at])}::bigint[]`);
  await sql`
    update ${sql.table(table)} row set ${sql.ref(column)} = new.sealed
    from unnest(${sql.join(keys)}, ${values.map(value => value.sealed)}::text[]) as new (${namesOf(key)}, sealed)
    where ${sql.join(
      key.map(name => sql`row.${sql.ref(name)} = new.${sql.ref(name)}`),
      sql` and `,
    )}`.execute(db);
};

interface SealedCount {
  readonly says: string;
  readonly values: number;
}

/** What lies sealed, by kind; kinds of which there is nothing are left out. */
export const countSealed = async (
  client: Pick<PoolClient, 'query'>,
  columns: readonly SealedColumn[],
): Promise<readonly SealedCount[]> => {
  const counts: SealedCount[] = [];
  for (const { table, column, says } of columns) {
    const { rows } = await client.query<{ values: number }>(`select count(${column})::int as values from ${table}`);
    counts.push({ says, values: rows[0]?.values ?? 0 });
  }
  return counts.filter(({ values }) => values > 0);
};

/** Takes away what only the lost key opened, and the mark of that key. Call it in a transaction. */
export const forgetSealed = async (
  client: Pick<PoolClient, 'query'>,
  columns: readonly SealedColumn[],
): Promise<void> => {
  for (const { table, column } of columns) {
    const { rows } = await client.query<{ required: boolean }>(
      `select is_nullable = 'NO' as required from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name = $2`,
      [table, column],
    );
    await client.query(
      rows[0]?.required === true
        ? `delete from ${table}`
        : `update ${table} set ${column} = null where ${column} is not null`,
    );
  }
  await client.query('delete from house_key');
};
