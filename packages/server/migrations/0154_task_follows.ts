import { type Kysely, sql } from 'kysely';

/**
 * A task that follows a filter of customers as it grows (decision 125). Whoever writes customers leaves a turn for each task that
 * follows, in his transaction: what is read are turns, so nobody who commits late is passed by.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create table task_follow (
      merchant_id bigint not null,
      task_id bigint not null,
      -- Who set it up: by this person's rights and scope it is looked, in this language that it is written.
      by_employee bigint not null,
      language text not null,
      filter jsonb not null,
      since timestamptz not null default now(),
      -- Those who were there when it began are gone through by id, up to here.
      after_id bigint not null default 0,
      until_id bigint not null,
      looked_at timestamptz,
      ended_at timestamptz,
      because text not null default '' check (because in ('', 'byUser', 'taskOver', 'gone', 'noRight')),
      primary key (merchant_id, task_id),
      foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade,
      check ((ended_at is null) = (because = ''))
    );
    create index task_follow_due on task_follow (looked_at nulls first) where ended_at is null;

    -- Each customer once a task, also after it left the filter and came back.
    create table task_follow_customer (
      merchant_id bigint not null,
      task_id bigint not null,
      customer_id bigint not null,
      primary key (merchant_id, task_id, customer_id),
      foreign key (merchant_id, task_id) references task_follow (merchant_id, task_id) on delete cascade
    );
    -- Customers to be looked at, as often as they were written; whoever looked takes away what it read.
    create table task_follow_turn (
      merchant_id bigint not null,
      task_id bigint not null,
      n bigint generated always as identity,
      customer_id bigint not null,
      primary key (merchant_id, task_id, n),
      foreign key (merchant_id, task_id) references task_follow (merchant_id, task_id) on delete cascade
    );
    alter table task_import add column followed boolean not null default false;

    -- Shared among those who write; who sets a following up waits for them, and from then on each of them sees it.
    create function note_followed() returns trigger language plpgsql as $$ declare whose bigint; begin
      for whose in select distinct merchant_id from touched order by 1 loop
        perform pg_advisory_xact_lock_shared(hashtextextended('follows ' || whose, 0));
        insert into task_follow_turn (merchant_id, task_id, customer_id)
        select f.merchant_id, f.task_id, t.id
        from task_follow f join touched t on t.merchant_id = f.merchant_id
        where f.merchant_id = whose and f.ended_at is null and t.removed_at is null;
      end loop;
      return null;
    end $$;
    create trigger customer_followed_new after insert on customer
      referencing new table as touched for each statement execute function note_followed();
    create trigger customer_followed after update on customer
      referencing new table as touched for each statement execute function note_followed();
    create function note_number_followed() returns trigger language plpgsql as $$ declare whose bigint; begin
      for whose in select distinct merchant_id from touched order by 1 loop
        perform pg_advisory_xact_lock_shared(hashtextextended('follows ' || whose, 0));
        insert into task_follow_turn (merchant_id, task_id, customer_id)
        select distinct f.merchant_id, f.task_id, t.customer_id
        from task_follow f join touched t on t.merchant_id = f.merchant_id
        where f.merchant_id = whose and f.ended_at is null;
      end loop;
      return null;
    end $$;
    create trigger customer_number_followed after insert on customer_number
      referencing new table as touched for each statement execute function note_number_followed();
  `)
    .execute(db);
};
