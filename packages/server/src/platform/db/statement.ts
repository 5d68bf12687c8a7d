import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { compileOnly } from './dialect.ts';
import type { UnscopedDb } from './pool.ts';

/** Stands among a statement's parameters for a value that each run gives. */
class Param {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Inside a statement that is being built: the value of this name. */
export type ParamOf<V> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>;

const param = <T>(name: string): RawBuilder<T> => sql<T>`${new Param(name)}`;

const compileOnlyDb: UnscopedDb = compileOnly();

/**
 * A statement whose text is made once, at its first run, and not again with every request: for what each request or the
 * busiest pages ask. Only its values differ from run to run, so nothing that is decided in code (a filter, a scope, a
 * viewer) may be part of it. PostgreSQL parses it as any other: it keeps no name in the connection, so that a pooler
 * (PgBouncer) may stand in between and a migration may change a table below it.
 */
export class Statement<V extends object, O> {
  readonly #build: (db: UnscopedDb, param: ParamOf<V>) => Compilable<O>;
  #compiled: CompiledQuery<O> | null = null;

  constructor(build: (db: UnscopedDb, param: ParamOf<V>) => Compilable<O>) {
    this.#build = build;
  }

  /** The rows; inside a transaction when `db` is one. */
  async run(db: UnscopedDb, values: V): Promise<O[]> {
    this.#compiled ??= this.#build(compileOnlyDb, param).compile();
    const named = values as Readonly<Record<string, unknown>>;
    const parameters = this.#compiled.parameters.map(one => (one instanceof Param ? named[one.name] : one));
    return (await db.executeQuery<O>({ ...this.#compiled, parameters })).rows;
  }
}
