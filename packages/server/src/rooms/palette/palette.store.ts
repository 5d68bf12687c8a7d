import { type SqlBool, sql } from 'kysely';
import { asPattern, type MerchantDb, type Viewer, withinScope } from '../../platform/db/index.ts';

/** Names that the palette looks through, newest first; those that hold `q` come before the others. */
export interface NamesQuery {
  readonly q: string;
  /** Names that do not hold it come too, to be compared by their sound. */
  readonly others: boolean;
  readonly most: number;
}

const holds = (q: string, ...columns: readonly string[]) =>
  sql<SqlBool>`(${sql.join(
    columns.map(column => sql`${sql.ref(column)} ilike ${asPattern(q)}`),
    sql` or `,
  )})`;

export const taskNames = (db: MerchantDb, { q, others, most }: NamesQuery) => {
  const held = holds(q, 'task.name');
  return db
    .selectFrom('task')
    .select(['task.id', 'task.name', 'task.planName as hint'])
    .where('task.removedAt', 'is', null)
    .where('task.isTemplate', '=', false)
    .$if(!others, query => query.where(held))
    .orderBy(held, 'desc')
    .orderBy('task.id', 'desc')
    .limit(most)
    .execute();
};

export const planNames = (db: MerchantDb, { q, others, most }: NamesQuery) => {
  const held = holds(q, 'plan.name');
  return db
    .selectFrom('plan')
    .select(['plan.id', 'plan.name', sql<string>`''`.as('hint')])
    .where('plan.removedAt', 'is', null)
    .$if(!others, query => query.where(held))
    .orderBy(held, 'desc')
    .orderBy('plan.id', 'desc')
    .limit(most)
    .execute();
};

export const peopleNames = (db: MerchantDb, viewer: Viewer, { q, others, most }: NamesQuery) => {
  const held = holds(q, 'employee.name', 'employee.account');
  return db
    .selectFrom('employee')
    .select(['employee.id', 'employee.name', 'employee.account as hint'])
    .where('employee.removedAt', 'is', null)
    .where(withinScope(viewer, 'employee.id'))
    .$if(!others, query => query.where(held))
    .orderBy(held, 'desc')
    .orderBy('employee.id', 'desc')
    .limit(most)
    .execute();
};
