/** PostgreSQL through kysely, with the names of code on both ways. */
import { BoundedMap } from '@lianxian/core';
import {
  type DialectAdapter,
  type Driver,
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely';
import type { Pool } from 'pg';
import { sqlName } from './names.ts';
import { type Connections, withNamesOfCode } from './rows.ts';
import type { Tables } from './schema.ts';

/** Names are those of the code and of the schema, a few hundred: each is turned once. */
const NAMES = 10_000;
const written = new BoundedMap<string, string>(NAMES);

class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    const known = written.get(name);
    if (known !== undefined) return known;
    const made = super.sanitizeIdentifier(sqlName(name));
    written.set(name, made);
    return made;
  }
}

const over = (driver: () => Driver, log?: (event: LogEvent) => void): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: (): DialectAdapter => new PostgresAdapter(),
      createDriver: driver,
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: (): QueryCompiler => new Compiler(),
    },
    ...(log !== undefined && { log }),
  });

/** The tables as the code names them, over a pool of connections. */
export const tablesOver = (pool: Connections, log?: (event: LogEvent) => void): Kysely<Tables> =>
  over(() => new PostgresDriver({ pool: withNamesOfCode(pool) }), log);

/** Nothing is turned: migrations speak SQL's names, in rows as well. Whoever closes the pool closes it. */
export const sqlOver = (pool: Pool): Kysely<never> => new Kysely<never>({ dialect: new PostgresDialect({ pool }) });

/** Compiles and never asks anybody. */
export const compileOnly = (): Kysely<Tables> => over(() => new DummyDriver());
