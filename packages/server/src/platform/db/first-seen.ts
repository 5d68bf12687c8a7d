import { type SelectQueryBuilder, sql } from 'kysely';
import type { MerchantDb } from './merchant-db.ts';
import type { Tables } from './schema.ts';
import { ownerColumns, peopleBelow, seenPeople } from './scope.ts';

export type RowsOf<T extends keyof Tables> = SelectQueryBuilder<Tables, T, object>;

interface First<T extends keyof Tables> {
  readonly narrowed: (rows: RowsOf<T>) => RowsOf<T>;
  /** By columns of the row alone, as an index of owners has it. */
  readonly ordered: (rows: RowsOf<T>) => RowsOf<T>;
  readonly most: number;
}

/**
 * The first rows that a viewer sees. For who sees some people's, the first of each of them are found by the index of owners
 * and merged: the first of all would be walked in search of people who have had none for a year.
 */
export const firstSeen = <T extends 'call' | 'followUp' | 'todo' | 'customer'>(
  db: MerchantDb,
  table: T,
  { narrowed, ordered, most }: First<T>,
): RowsOf<T> => {
  const first = (rows: RowsOf<T>) => ordered(narrowed(rows)).limit(most);
  const seen = db.viewer === null ? 'everybody' : seenPeople(db.viewer);
  if (typeof seen === 'string' || 'only' in seen) return first(db.selectFrom(table) as RowsOf<T>);
  const owner = sql.ref(`${table}.${ownerColumns[table]}`);
  const merged = db.whole
    .selectFrom('employee')
    .where(sql<boolean>`employee.id in (${peopleBelow(db.merchantId, seen.below)})`)
    .innerJoinLateral(
      eb => {
        const own = (eb.selectFrom(table as 'call') as unknown as RowsOf<'call'>)
          .selectAll(table as 'call')
          .where(sql<boolean>`${sql.ref(`${table}.merchantId`)} = employee.merchant_id and ${owner} = employee.id`);
        return first(own as unknown as RowsOf<T>).as(table);
      },
      join => join.onTrue(),
    );
  // Of its tables the rows of `table` alone are asked for.
  return ordered(merged as unknown as RowsOf<T>).limit(most);
};
