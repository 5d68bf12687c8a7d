import { type Kysely, sql } from 'kysely';

/**
 * Pacing that does not ask the list, and deletes that do not read it.
 *
 * `calls_fit_nodes`: whether what lives fits the living nodes, asked by a tick right before its commit, under a lock that
 * ticks of all merchants share (decision 29). It is a function because a statement sees the database as it was before it
 * waited for a lock, and what a volatile function asks is seen as it is then.
 *
 * Indexes by which whatever names a row that goes is found (test/foreign-keys.slice.test.ts), and files by their place, for
 * what lies on the disk without a row. `retention_part`: when each part of the clearing last came to its end.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create function calls_fit_nodes() returns boolean language plpgsql volatile as $$ begin
      perform pg_advisory_xact_lock(hashtextextended('room of the nodes', 0));
      return (select count(*) from call where stage <> 'ended'
          and not exists (select from calls_node n where n.id = call.owner and n.draining)) <= (
        select coalesce(sum(capacity), 0) from calls_node where not draining
          and heartbeat_at between now() - interval '15 seconds' and now() + interval '15 seconds');
    end $$;

    create index call_of_version on call (merchant_id, plan_id, plan_version);
    create index task_of_version on task (merchant_id, plan_id, plan_version);
    create index department_above on department (merchant_id, parent_id);
    create index employee_at_position on employee (merchant_id, position_id);
    create index line_heard_by on line (merchant_id, recogniser_id);
    create index plan_trial on plan_version (merchant_id, plan_id, version) where version < 0;
    create index file_path on file (path);

    create table retention_part (
      part text primary key,
      succeeded_at timestamptz not null,
      -- When the platform's people were last told that it has not for long.
      told_at timestamptz
    );
  `.execute(db);
};
