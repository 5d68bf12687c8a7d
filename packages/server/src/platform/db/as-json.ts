import { type RawBuilder, sql } from 'kysely';

/** A query within another, so that much is read at one moment and in one round trip; names come as the query spells them. */
export const rowAsJson = (query: RawBuilder<unknown>) => sql`(select row_to_json(r) from (${query}) r)`;
export const rowsAsJson = (query: RawBuilder<unknown>) => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`;
