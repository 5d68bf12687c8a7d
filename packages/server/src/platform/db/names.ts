/**
 * SQL says `placed_at`, code says `placedAt`: names change case here and nowhere else. On the way out where the text of a
 * statement is made, so that a {@link Statement} pays for it once (`dialect.ts`); on the way back where a row is made
 * (`rows.ts`). What lies inside a JSON value keeps the names it was stored with, and the text of a `sql` template is SQL as it
 * stands: its result alone is turned. What goes past kysely (COPY, migrations, the driver itself) speaks SQL's names.
 */
import { type RawBuilder, sql } from 'kysely';

/** `placedAt` → `placed_at`; what is SQL's already stays. */
export const sqlName = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
/** `placed_at` → `placedAt`; what is the code's already stays. */
export const codeName = (name: string): string =>
  name.replace(/(?<=[a-z\d])_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Rows of the code as a table of a `sql` template, `from ${givenRows(rows, columns, 's')}`: one parameter, whatever the count.
 * `columns` says which fields go and of what type each is.
 */
export const givenRows = <R extends object>(
  rows: readonly R[],
  columns: Readonly<Partial<Record<keyof R & string, string>>>,
  alias: string,
): RawBuilder<unknown> => {
  const fields = Object.keys(columns) as (keyof R & string)[];
  const named = fields.map(name => [name, sqlName(name)] as const);
  const given = rows.map(row => Object.fromEntries(named.map(([name, ofSql]) => [ofSql, row[name]])));
  const types = fields.map(name => sql`${sql.ref(name)} ${sql.raw(columns[name] as string)}`);
  return sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) ${sql.ref(alias)}(${sql.join(types)})`;
};
