import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { HouseDb } from './pool.ts';
import type { Tables } from './schema.ts';

/** Stands among a statement's parameters for a value that each run gives. */
class Given {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Inside a statement that is being built: the value of this name. */
export type GivenOf<V> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>;

const given = <T>(name: string): RawBuilder<T> => sql<T>`${new Given(name)}`;

/** Compiles and never asks anybody. */
const paper: HouseDb = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * A statement whose text is made once, at its first run, and not again with every request: for what each request or the
 * busiest pages ask. Only its values differ from run to run, so nothing that is decided in code (a filter, a scope, a
 * viewer) may be part of it. PostgreSQL parses it as any other: it keeps no name in the connection, so that a pooler
 * (PgBouncer) may stand in between and a migration may change a table below it.
 */
export class Statement<V extends object, O> {
  readonly #build: (db: HouseDb, given: GivenOf<V>) => Compilable<O>;
  #compiled: CompiledQuery<O> | null = null;

  constructor(build: (db: HouseDb, given: GivenOf<V>) => Compilable<O>) {
    this.#build = build;
  }

  /** The rows; inside a transaction when `db` is one. */
  async run(db: HouseDb, values: V): Promise<O[]> {
    this.#compiled ??= this.#build(paper, given).compile();
    const named = values as Readonly<Record<string, unknown>>;
    const parameters = this.#compiled.parameters.map(one => (one instanceof Given ? named[one.name] : one));
    return (await db.executeQuery<O>({ ...this.#compiled, parameters })).rows;
  }
}
