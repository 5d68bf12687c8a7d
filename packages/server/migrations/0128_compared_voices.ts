import { type Kysely, sql } from 'kysely';

/**
 * Voices that a task compares (decision 100): who synthesises what is not recorded of a variant, its calls, and its task once it
 * was taken, with the name that the service had then; null: whoever the plan says.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const table of ['task_variant', 'task', 'call'])
    await sql`alter table ${sql.table(table)} add column synthesis jsonb`.execute(db);
};
