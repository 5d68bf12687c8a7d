import { type Kysely, sql } from 'kysely';

/** Title and words of a product as a search by words compares them: written once, not for each row at each search. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table product_shelf add column said text generated always as (lower(title || ' ' || description)) stored`.execute(
    db,
  );
};
