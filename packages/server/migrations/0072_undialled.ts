import { type Kysely, sql } from 'kysely';

/** Numbers that were put off or settled without a call: few of a list, and none of what was dialled. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create index callee_undialled on callee (merchant_id, task_id)
      where attempts = 0 and state in ('retry', 'settled')`.execute(db);
};
