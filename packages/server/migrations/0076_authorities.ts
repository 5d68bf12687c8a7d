import { type Kysely, sql } from 'kysely';

/** The callee spoke of calling in the police or an office that takes complaints (docs/safety.md#a-call-to-an-authority). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table call add column names_authority boolean not null default false`.execute(db);
};
