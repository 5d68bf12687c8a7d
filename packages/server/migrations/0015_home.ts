import { type Kysely, sql } from 'kysely';

/**
 * Ended calls by hour and owner, for the figures of whole days: a month of a large merchant is some thousand rows
 * instead of a million. A job folds what is listed before `call_folded.until`, the last 26 hours each time anew (room
 * desk); what came since is read from the calls themselves, so the sum is right whenever the job last ran.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table call_hour (
      merchant_id bigint not null references merchant,
      hour timestamptz not null,
      -- 0: nobody's, somebody called us.
      owner_id bigint not null,
      calls int not null,
      answered int not null,
      talk_ms bigint not null,
      level_a int not null,
      level_b int not null,
      level_c int not null,
      level_d int not null,
      level_e int not null,
      level_f int not null,
      cost numeric(16, 4) not null,
      primary key (merchant_id, hour, owner_id)
    );

    -- One row: calls listed before then are folded.
    create table call_folded (
      one boolean primary key default true check (one),
      until timestamptz not null
    );
    insert into call_folded (until) values (now() - interval '1 minute');
    insert into call_hour
      select merchant_id, date_trunc('hour', listed_at, 'UTC'), coalesce(owner_id, 0), count(*),
        count(*) filter (where state = 'answered'), sum(talk_ms),
        count(*) filter (where level = 'A'), count(*) filter (where level = 'B'), count(*) filter (where level = 'C'),
        count(*) filter (where level = 'D'), count(*) filter (where level = 'E'), count(*) filter (where level = 'F'),
        sum(cost)
      from call where stage = 'ended' and listed_at < (select until from call_folded)
      group by 1, 2, 3;
  `.execute(db);
};
