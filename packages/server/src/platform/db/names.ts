/**
 * SQL says `placed_at`, code says `placedAt`: names change case here and nowhere else. On the way out where the text of a
 * statement is made, so that a {@link Statement} pays for it once; on the way back by the names of a result, not by its rows.
 * What lies inside a JSON value keeps the names it was stored with, and the text of a `sql` template is SQL as it stands:
 * its result alone is turned. What goes past kysely (COPY, migrations, the driver itself) speaks SQL's names.
 */
import {
  type DialectAdapter,
  type Driver,
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  type LogEvent,
  PostgresAdapter,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Tables } from './schema.ts';

/** Names are those of the code and of the schema, so there are as many and no more: each is turned once. */
const once = (turn: (name: string) => string): ((name: string) => string) => {
  const turned = new Map<string, string>();
  return name => {
    const known = turned.get(name);
    if (known !== undefined) return known;
    const made = turn(name);
    turned.set(name, made);
    return made;
  };
};

/** `placedAt` → `placed_at`; what is SQL's already stays. */
export const sqlName = once(name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`));
/** `placed_at` → `placedAt`; what is the code's already stays. */
export const codeName = once(name =>
  name.replace(/(?<=[a-z\d])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
);

class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(sqlName(name));
  }
}

type Row = Readonly<Record<string, unknown>>;

/** All rows of a result have the names of its first. */
const turnRows = (rows: Row[]): Row[] => {
  const names = Object.keys(rows[0] ?? {});
  const turned = names.map(codeName);
  if (turned.every((name, n) => name === names[n])) return rows;
  return rows.map(row => {
    const made: Record<string, unknown> = {};
    for (let n = 0; n < names.length; n += 1) made[turned[n] as string] = row[names[n] as string];
    return made;
  });
};

const namesOfCode: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: turnRows(result.rows) }),
};

const over = (driver: () => Driver, log?: (event: LogEvent) => void): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: (): DialectAdapter => new PostgresAdapter(),
      createDriver: driver,
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: (): QueryCompiler => new Compiler(),
    },
    plugins: [namesOfCode],
    ...(log !== undefined && { log }),
  });

/** The tables as the code names them, over a pool of connections. */
export const tablesOver = (pool: PostgresDialectConfig['pool'], log?: (event: LogEvent) => void): Kysely<Tables> =>
  over(() => new PostgresDriver({ pool }), log);

/** Compiles and never asks anybody. */
export const compileOnly = (): Kysely<Tables> => over(() => new DummyDriver());

/**
 * Rows of the code as a table of a `sql` template, `from ${givenRows(rows, columns, 's')}`: one parameter, whatever the count.
 * `columns` says which fields go and of what type each is.
 */
export const givenRows = <R extends object>(
  rows: readonly R[],
  columns: Readonly<Partial<Record<keyof R & string, string>>>,
  alias: string,
): RawBuilder<unknown> => {
  const fields = Object.entries(columns) as [keyof R & string, string][];
  const given = rows.map(row => Object.fromEntries(fields.map(([name]) => [sqlName(name), row[name]])));
  const types = fields.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) ${sql.ref(alias)}(${sql.join(types)})`;
};
