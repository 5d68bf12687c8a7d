import { sql } from 'kysely';
import type { HouseDb } from '../db/index.ts';

/** A column of sealed values. */
export interface SealedColumn {
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
  db: HouseDb,
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
  db: HouseDb,
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
