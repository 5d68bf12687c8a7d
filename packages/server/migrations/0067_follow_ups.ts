import { type Kysely, sql } from 'kysely';

/**
 * People who wait to be followed up (decision 63). `follow_up` holds the latest answered call of each number, kept by a
 * trigger whatever files, corrects or replaces a call: who waits is read off an index. Calls by hand are trials and
 * follow nobody. That somebody was followed up, and what was noted, lies with the call.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table follow_up (
      merchant_id bigint not null references merchant,
      phone text not null,
      call_id bigint not null,
      -- Of the call, as it is listed; whose it is, its task and its level.
      called_at timestamptz not null,
      owner_id bigint,
      task_id bigint,
      level text,
      is_done boolean not null default false,
      -- Who has this person before them, until when.
      taken_by bigint,
      taken_until timestamptz,
      primary key (merchant_id, phone),
      foreign key (merchant_id, call_id) references call (merchant_id, id) on delete cascade,
      foreign key (merchant_id, taken_by) references employee (merchant_id, id),
      check ((taken_by is null) = (taken_until is null))
    );
    create unique index follow_up_call on follow_up (merchant_id, call_id);
    create index follow_up_open on follow_up (merchant_id, called_at desc, call_id desc)
      where level in ('A', 'B') and not is_done;
    create index follow_up_of_task on follow_up (merchant_id, task_id, called_at desc, call_id desc)
      where level in ('A', 'B') and not is_done;
    create index follow_up_of_owner on follow_up (merchant_id, owner_id, called_at desc, call_id desc)
      where level in ('A', 'B') and not is_done;
    create index follow_up_taken on follow_up (merchant_id, taken_by) where taken_by is not null;

    create table call_followed (
      merchant_id bigint not null,
      call_id bigint not null,
      followed_by bigint not null,
      followed_at timestamptz not null default now(),
      primary key (merchant_id, call_id),
      foreign key (merchant_id, call_id) references call (merchant_id, id) on delete cascade,
      foreign key (merchant_id, followed_by) references employee (merchant_id, id)
    );
    -- One of each person: two who write never write over each other.
    create table call_note (
      merchant_id bigint not null,
      call_id bigint not null,
      written_by bigint not null,
      text text not null check (text <> ''),
      written_at timestamptz not null default now(),
      primary key (merchant_id, call_id, written_by),
      foreign key (merchant_id, call_id) references call (merchant_id, id) on delete cascade,
      foreign key (merchant_id, written_by) references employee (merchant_id, id)
    );
    alter table merchant_settings add column level_needs_why boolean not null default false;

    create function is_followed_up(made call) returns boolean language sql immutable as $$
      select ($1).stage = 'ended' and ($1).state = 'answered' and ($1).phone <> ''
        and (($1).task_id is not null or ($1).direction = 'in')
    $$;
    -- A newer call takes the person's row; the same call moves it; an older one does nothing.
    create function note_follow_up() returns trigger language plpgsql as $$ declare latest call%rowtype; begin
      latest := new;
      if not is_followed_up(new) then
        -- An answer that another ending replaced: the call before it is the latest again.
        delete from follow_up where merchant_id = new.merchant_id and call_id = new.id;
        if not found then return null; end if;
        select * into latest from call where merchant_id = new.merchant_id and phone = new.phone and is_followed_up(call)
          order by listed_at desc, id desc limit 1;
        if not found then return null; end if;
      end if;
      insert into follow_up as known (merchant_id, phone, call_id, called_at, owner_id, task_id, level, is_done)
      values (latest.merchant_id, latest.phone, latest.id, latest.listed_at, latest.owner_id, latest.task_id, latest.level,
        exists (select from call_followed done where done.merchant_id = latest.merchant_id and done.call_id = latest.id))
      on conflict (merchant_id, phone) do update set call_id = excluded.call_id, called_at = excluded.called_at,
        owner_id = excluded.owner_id, task_id = excluded.task_id, level = excluded.level, is_done = excluded.is_done
      where known.call_id = excluded.call_id or (known.called_at, known.call_id) < (excluded.called_at, excluded.call_id);
      return null;
    end $$;
    create trigger call_follow_up_new after insert on call for each row
      when (new.stage = 'ended' and new.state = 'answered') execute function note_follow_up();
    create trigger call_follow_up after update on call for each row
      when ((new.state = 'answered' or old.state = 'answered')
        and (old.stage, old.state, old.level, old.owner_id, old.listed_at) is distinct from
          (new.stage, new.state, new.level, new.owner_id, new.listed_at))
      execute function note_follow_up();

    insert into follow_up (merchant_id, phone, call_id, called_at, owner_id, task_id, level)
    select distinct on (merchant_id, phone) merchant_id, phone, id, listed_at, owner_id, task_id, level
    from call where is_followed_up(call) order by merchant_id, phone, listed_at desc, id desc;
  `.execute(db);
};
