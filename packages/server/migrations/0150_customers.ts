import { type Kysely, sql } from 'kysely';

/**
 * The number library (decision 112): customers, of whom a number is one a merchant. Who owns one sees it (decision 15); nobody's
 * are the pool, which all see who see the library. Of type −1 is nobody's. Each filter of the list has an index in the list's order, or finds so
 * few that they are sorted; `customer_listed` carries what is walked along.
 *
 * What calls know of them is written by a trigger in the transaction that ends the call.
 */
const params = Array.from({ length: 20 }, (_, at) => at + 1);
const isFigure = (n: number): boolean => n >= 4 && n <= 13;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    -- Pairs of neighbouring signs, each of its merchant: an index of all merchants' is one index.
    create function own_pairs(merchant bigint, said text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct merchant || ' ' || substr(lower(said), n, 2)), '{}')
      from generate_series(1, length(said) - 1) n
    $$;
    create function own_words(merchant bigint, words text[]) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(merchant || ' ' || word), '{}') from unnest(words) word
    $$;

    create table customer (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      phone text not null check (phone <> ''),
      name text not null default '',
      sex text not null default '' check (sex in ('', '1', '2')),
      birthday text not null default '',
      company text not null default '',
      position text not null default '',
      tags text[] not null default '{}',
      remark text not null default '',
      mark text not null default '',
      -- As somebody chose it; '' nobody did.
      city text not null default '',
      -- The same, else where the number lives, as far as it is known.
      region text collate "C" not null default '',
      operator text not null default 'other',
      ${params.map(n => `parameter${n} ${isFigure(n) ? 'numeric' : "text not null default ''"}`).join(',\n      ')},
      cate_type smallint not null default 1 check (cate_type in (-1, 0, 1, 2, 3, 4, 9)),
      owner_id bigint,
      -- Since when it is theirs, or nobody's.
      moved_at timestamptz not null default now(),
      -- The task that it came from.
      task_id bigint,
      import_id bigint,
      -- Fields that a person typed: no plan and no sheet fills them unless it is told to.
      typed text[] not null default '{}',
      created_by bigint,
      created_at timestamptz not null default now(),
      version integer not null default 1,
      last_call_id bigint,
      last_call_at timestamptz,
      last_level text check (last_level in ('A', 'B', 'C', 'D', 'E', 'F')),
      last_answered boolean not null default false,
      calls integer not null default 0,
      answered integer not null default 0,
      -- When somebody last spoke to them.
      spoken_at timestamptz,
      next_at timestamptz,
      next_text text not null default '',
      next_by bigint,
      next_told_at timestamptz,
      -- Its owner was told that it goes back.
      warned_at timestamptz,
      listed_at timestamptz not null generated always as (coalesce(last_call_at, created_at)) stored,
      removed_at timestamptz,
      -- By this batch task; of a merge: what they were made one with.
      removed_in bigint,
      merged_into bigint,
      primary key (merchant_id, id),
      check (cate_type <> -1 or owner_id is null),
      check (next_at is not null or next_text = '')
    );
    create unique index customer_phone on customer (merchant_id, phone text_pattern_ops) where removed_at is null;
    create index customer_listed on customer (merchant_id, listed_at desc, id desc)
      include (cate_type, owner_id, region, operator, last_level, last_call_at, next_at, task_id) where removed_at is null;
    create index customer_last_figures on customer (merchant_id, right(phone, 4)) where removed_at is null;
    create index customer_name on customer (merchant_id, name text_pattern_ops) where removed_at is null and name <> '';
    create index customer_company on customer (merchant_id, company text_pattern_ops) where removed_at is null and company <> '';
    create index customer_said on customer using gin (own_pairs(merchant_id, name || ' ' || company)) where removed_at is null;
    create index customer_tagged on customer using gin (own_words(merchant_id, tags)) where removed_at is null and tags <> '{}';
    create index customer_type on customer (merchant_id, cate_type, listed_at desc, id desc) where removed_at is null;
    create index customer_owner on customer (merchant_id, owner_id, listed_at desc, id desc) where removed_at is null;
    create index customer_region on customer (merchant_id, region, listed_at desc, id desc) where removed_at is null;
    create index customer_operator on customer (merchant_id, operator, listed_at desc, id desc) where removed_at is null;
    create index customer_level on customer (merchant_id, last_level, listed_at desc, id desc)
      where removed_at is null and last_level is not null;
    create index customer_uncalled on customer (merchant_id, listed_at desc, id desc) where removed_at is null and last_call_at is null;
    create index customer_next on customer (merchant_id, next_at, id) where removed_at is null and next_at is not null;
    create index customer_next_of on customer (merchant_id, owner_id, next_at, id) where removed_at is null and next_at is not null;
    create index customer_task on customer (merchant_id, task_id, listed_at desc, id desc)
      where removed_at is null and task_id is not null;
    create index customer_of_import on customer (merchant_id, import_id, id) where import_id is not null;
    create index customer_removed on customer (merchant_id, removed_in) where removed_in is not null;
    create index customer_removal on customer (removed_at) where removed_at is not null;
    ${params
      .map(n =>
        isFigure(n)
          ? `create index customer_parameter${n} on customer (merchant_id, parameter${n}) where parameter${n} is not null;`
          : `create index customer_parameter${n} on customer (merchant_id, parameter${n} text_pattern_ops) where parameter${n} <> '';`,
      )
      .join('\n    ')}
    create statistics customer_of_owner (dependencies) on merchant_id, owner_id from customer;
    create statistics customer_of_task (dependencies) on merchant_id, task_id from customer;

    -- Further numbers of a customer. A number is one customer's, be it the first or a further one.
    create table customer_number (
      merchant_id bigint not null,
      phone text not null,
      customer_id bigint not null,
      n smallint not null,
      primary key (merchant_id, phone),
      foreign key (merchant_id, customer_id) references customer (merchant_id, id) on delete cascade
    );
    create index customer_number_of on customer_number (merchant_id, customer_id, n);

    -- What was done to a customer, by whom: fields that changed, moves, notes, merges.
    create table customer_event (
      merchant_id bigint not null,
      id bigint generated always as identity,
      customer_id bigint not null,
      at timestamptz not null default now(),
      -- Null: by itself.
      by_employee bigint,
      kind text not null check (kind in ('added', 'changed', 'type', 'taken', 'given', 'assigned', 'returned', 'note', 'next', 'merged', 'removed')),
      -- The version that it made; null: none.
      version integer,
      facts jsonb not null default '{}',
      primary key (merchant_id, id),
      foreign key (merchant_id, customer_id) references customer (merchant_id, id) on delete cascade
    );
    create index customer_event_of on customer_event (merchant_id, customer_id, at desc, id desc);

    create table customer_settings (
      merchant_id bigint primary key references merchant,
      names text[] not null default array_fill(''::text, array[20]),
      most integer not null default 0,
      cool_days smallint not null default 0,
      return_days smallint not null default 0,
      warn_days smallint not null default 3
    );

    -- Who asks for a customer of somebody else's.
    create table customer_ask (
      merchant_id bigint not null,
      id bigint generated always as identity,
      customer_id bigint not null,
      asked_by bigint not null,
      why text not null default '',
      asked_at timestamptz not null default now(),
      answered_at timestamptz,
      answered_by bigint,
      given boolean,
      primary key (merchant_id, id),
      foreign key (merchant_id, customer_id) references customer (merchant_id, id) on delete cascade
    );
    create unique index customer_ask_open on customer_ask (merchant_id, customer_id, asked_by) where answered_at is null;
    create index customer_ask_of on customer_ask (merchant_id, customer_id);

    -- The customer that a number is; null: nobody's yet.
    create function customer_of(merchant bigint, number text) returns bigint language sql stable as $$
      select coalesce(
        (select id from customer where merchant_id = merchant and phone = number and removed_at is null),
        (select n.customer_id from customer_number n join customer c on c.merchant_id = n.merchant_id and c.id = n.customer_id
          where n.merchant_id = merchant and n.phone = number and c.removed_at is null))
    $$;

    -- A call that is over moves its person up the list; a level that is corrected is corrected there as well.
    create function note_customer_call() returns trigger language plpgsql as $$ declare whose bigint; begin
      if new.phone = '' then return null; end if;
      whose := customer_of(new.merchant_id, new.phone);
      if whose is null then return null; end if;
      if tg_op = 'UPDATE' and old.stage = 'ended' then
        update customer set last_level = new.level, last_answered = (new.state = 'answered')
        where merchant_id = new.merchant_id and id = whose and last_call_id = new.id;
        return null;
      end if;
      update customer set
        calls = calls + 1,
        answered = answered + (new.state = 'answered')::int,
        last_call_id = case when coalesce(last_call_at, '-infinity') <= new.listed_at then new.id else last_call_id end,
        last_level = case when coalesce(last_call_at, '-infinity') <= new.listed_at then new.level else last_level end,
        last_answered = case when coalesce(last_call_at, '-infinity') <= new.listed_at then new.state = 'answered' else last_answered end,
        last_call_at = greatest(last_call_at, new.listed_at),
        spoken_at = case when new.state = 'answered' then greatest(spoken_at, new.listed_at) else spoken_at end,
        warned_at = case when new.state = 'answered' then null else warned_at end
      where merchant_id = new.merchant_id and id = whose;
      if new.customer_type is not null then
        perform move_customer_type(new.merchant_id, whose, new.customer_type, null, new.id);
      end if;
      return null;
    end $$;
    -- A type that is another from now on, with its line on the timeline; −1 is nobody's.
    create function move_customer_type(merchant bigint, whose bigint, type smallint, by_whom bigint, of_call bigint)
    returns void language plpgsql as $$ declare was smallint; had bigint; begin
      select cate_type, owner_id into was, had from customer where merchant_id = merchant and id = whose and removed_at is null for update;
      if not found or was = type then return; end if;
      update customer set cate_type = type, version = version + 1,
        owner_id = case when type = -1 then null else owner_id end,
        moved_at = case when type = -1 and owner_id is not null then now() else moved_at end
      where merchant_id = merchant and id = whose;
      insert into customer_event (merchant_id, customer_id, by_employee, kind, version, facts)
      select merchant, whose, by_whom, 'type', c.version,
        jsonb_build_object('before', was, 'after', type, 'call', of_call::text, 'owner', case when type = -1 then had end)
      from customer c where c.merchant_id = merchant and c.id = whose;
    end $$;
    create trigger call_customer_new after insert on call for each row
      when (new.stage = 'ended') execute function note_customer_call();
    create trigger call_customer after update on call for each row
      when (new.stage = 'ended' and (old.stage <> 'ended' or (old.level, old.state) is distinct from (new.level, new.state)))
      execute function note_customer_call();
  `)
    .execute(db);
};
