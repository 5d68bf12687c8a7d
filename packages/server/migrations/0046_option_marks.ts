import { type Kysely, sql } from 'kysely';

/** Several answers of a guide question are joined by ";": options written before have the full-width mark now, too. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`update guide_question set options = replace(options::text, ';', '；')::jsonb
    where position(';' in options::text) > 0`.execute(db);
};
