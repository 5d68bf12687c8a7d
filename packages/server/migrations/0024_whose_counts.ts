import { type Kysely, sql } from 'kysely';

/**
 * Whose calls are counted: figures of nodes and of back-tests are kept by the owner of the calls, so that whoever looks sees
 * the sum of those in their data scope (decision record 15), as the list of the calls does. 0: nobody's, somebody called us.
 *
 * Nodes are folded anew by their job; until its next run they are counted from the calls themselves. Back-tests of before
 * know no owners: their counts are seen under `all` alone.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    truncate node_hour;
    alter table node_hour
      drop constraint node_hour_pkey,
      add column owner_id bigint not null,
      add primary key (merchant_id, plan_id, plan_version, hour, owner_id, node, what, by, next);
    update node_folded set until = '2000-01-01';

    create table back_test_count (
      merchant_id bigint not null,
      test_id bigint not null,
      owner_id bigint not null,
      -- total: calls to be looked at. move: from the rules of then to these. old, new: of calls whose level a person set,
      -- from the rules of then, and from these, to the person's.
      what text not null check (what in ('total', 'move', 'old', 'new')),
      was text not null,
      becomes text not null,
      n int not null,
      primary key (merchant_id, test_id, owner_id, what, was, becomes),
      foreign key (merchant_id, test_id) references back_test (merchant_id, id) on delete cascade
    );
    insert into back_test_count
      select merchant_id, id, 0, what, left(pair, 1), right(pair, 1), n::int
      from back_test cross join lateral (
        select 'move' as what, moved.* from jsonb_each_text(moves) moved
        union all select 'old', hit.* from jsonb_each_text(old_hits) hit
        union all select 'new', hit.* from jsonb_each_text(new_hits) hit) counted (what, pair, n)
      union all
      select merchant_id, id, 0, 'total', '', '', total from back_test;
    alter table back_test
      drop column done, drop column total, drop column moves, drop column old_hits, drop column new_hits;
  `.execute(db);
};
