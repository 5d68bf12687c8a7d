import { type Kysely, sql } from 'kysely';

/**
 * Calls that seats take part in, as long as they live: who is in them and where everybody stands, written by the node that has the
 * call and read by whoever answers a page (decision 104). The row goes with the call; `seat_work` stays.
 *
 * A call within the house takes no channel of its line, one with several people outside takes as many as they are.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table seat_call (
      merchant_id bigint not null references merchant,
      call_id bigint not null,
      node text not null,
      -- LiveSeatCall of rooms/seat-calls.
      live jsonb not null,
      -- What was said before a seat came: SaidBefore.
      before jsonb,
      at timestamptz not null default now(),
      primary key (merchant_id, call_id)
    )`.execute(db);
  await sql`create index seat_call_node on seat_call (node)`.execute(db);
  await sql`alter table call drop constraint call_legs_check`.execute(db);
  await sql`alter table call add constraint call_legs_check check (legs between 0 and 8)`.execute(db);
};
