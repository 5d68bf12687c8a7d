import { type Kysely, sql } from 'kysely';

/**
 * The list of calls is narrowed and summed up without a look at its rows: its index (0005) carries what it is narrowed by and what
 * is summed. Calls of all merchants lie among one another, so each row looked at was a page of the table: those that a filter left
 * out, and ten thousand for the sums. Ports are found along it too: over an index of their own the planner took their calls for few.
 *
 * A task, plan or person is of one merchant. Unless the planner knows, it takes the calls of both for a twentieth of what they are
 * where twenty merchants call, and reads and sorts all of them.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    drop index call_listed;
    drop index call_by_port;
    create index call_listed on call (merchant_id, listed_at desc, id desc) include (removed_at, stage, state, level, talk_ms, cost,
      hung_up_by, placed_at, task_id, direction, customer_type, port_id, owner_id, plan_id, variant, names_authority, province, city);

    -- Of each month; those to come take after the whole.
    do $$ declare part text; whose text; begin
      for part in select 'call' union all select c.relname from pg_inherits h join pg_class c on c.oid = h.inhrelid
        where h.inhparent = 'call'::regclass
      loop
        foreach whose in array array['task', 'plan', 'owner'] loop
          execute format('create statistics %I (dependencies) on merchant_id, %I from %I',
            part || '_of_' || whose, whose || '_id', part);
        end loop;
      end loop;
    end $$;
    analyze call;
  `.execute(db);
};
