import { type RawBuilder, sql } from 'kysely';
import type { UnscopedDb } from './pool.ts';

/**
 * An update, insert or delete without `returning`, which is done when its `turn` has come: a condition for its `where`. Alone
 * it is given {@link FIRST}.
 */
export type Write = (turn: RawBuilder<boolean>) => RawBuilder<unknown>;

/** One that gives columns of the rows it wrote to the next, or takes those of the one before: a table. */
export interface LinkedWrite {
  readonly write: (turn: RawBuilder<boolean>, before: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly gives?: RawBuilder<unknown>;
}
export const FIRST: RawBuilder<boolean> = sql<boolean>`true`;

/**
 * Carries out writes as one statement, so that many steps cost one round trip. PostgreSQL does the parts of a statement in
 * whatever order it likes; each of these asks how many rows the one before it wrote, so rows are locked in the order given
 * (rooms/attempts/settle.ts). All see the database as it was before the first, and no row may be written by two. `after` is a value that
 * is asked when all are done. How many rows each wrote.
 */
export const writeInTurn = async <T>(
  tx: UnscopedDb,
  writes: readonly (Write | LinkedWrite)[],
  after: RawBuilder<T>,
): Promise<{ readonly written: readonly number[]; readonly after: T }> => {
  const name = (step: number) => sql.ref(`step_${step}`);
  const turnOf = (step: number): RawBuilder<boolean> =>
    step === 0 ? FIRST : sql<boolean>`(select count(*) from ${name(step - 1)}) >= 0`;
  const steps = writes.map((one, step) => {
    const { write, gives = sql`1` } = typeof one === 'function' ? { write: one } : one;
    return sql`${name(step)} as (${write(turnOf(step), name(step - 1))} returning ${gives})`;
  });
  const counts = writes.map((_, step) => sql`(select count(*)::int from ${name(step)})`);
  const { rows } = await sql<{ written: number[]; after: T }>`
    with ${sql.join(steps)}
    select array[${sql.join(counts)}] as written, case when ${turnOf(writes.length)} then (${after}) end as after`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a statement of writes gave no row');
  return row;
};
