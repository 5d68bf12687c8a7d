import { type Kysely, sql } from 'kysely';

/**
 * Pacing that does not ask the list, and deletes that do not read it.
 *
 * `calls_fit_nodes`: whether what lives fits the living nodes, asked by a tick right before its commit, under a lock that
 * ticks of all merchants share (decision 29). It is a function because a statement sees the database as it was before it
 * waited for a lock, and what a volatile function asks is seen as it is then.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create function calls_fit_nodes() returns boolean language plpgsql volatile as $$ begin
      perform pg_advisory_xact_lock(hashtextextended('room of the nodes', 0));
      return (select count(*) from call where stage <> 'ended') <= (
        select coalesce(sum(capacity), 0) from calls_node where not draining
          and heartbeat_at between now() - interval '15 seconds' and now() + interval '15 seconds');
    end $$;
  `.execute(db);
};
