import { type Kysely, sql } from 'kysely';

/**
 * Lines that were understood, and likely not as they were meant, stand beside those that were not understood
 * (docs/conversation.md#heard-wrong), each with what the callee did next. Null: nobody understood it, as of every row before.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table missed_line
      add column because text check (because in ('corrected', 'repeated', 'refused', 'askedAgain', 'hungUp'))`.execute(
    db,
  );
};
