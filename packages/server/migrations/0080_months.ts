import { type Kysely, sql } from 'kysely';

/**
 * Calls, and what hangs on each, lie in a part for each month (decision 77). An id carries its month: months since 2000 in
 * the upper bits, a number below, so that bounds of parts are known before their rows, and a row is found by its id alone.
 * What was there before lies in the first part of all, `…_before`.
 *
 * The parts of one month refer to one another, and nothing else refers to them: so a month leaves by being dropped.
 */
export const up = async (db: Db): Promise<void> => {
  await sql`set local check_function_bodies = off`.execute(db);
  await sql.raw(ids).execute(db);
  await sql.raw(keeping).execute(db);
  await sql.raw(idsOfCalls).execute(db);
  await letGoOfCalls(db);
  for (const [table, key] of monthly) await intoMonths(db, table, key);
  await typedAnew(db);
  await sql.raw(attempts).execute(db);
  await sql`select keep_months()`.execute(db);
};

type Db = Kysely<never>;

const monthly: readonly (readonly [table: string, key: string])[] = [
  ['call', 'id'],
  ['call_transcript', 'call_id'],
  ['call_recording', 'call_id'],
  ['call_ladder', 'call_id'],
  ['call_correction', 'call_id'],
  ['call_followed', 'call_id'],
  ['call_note', 'call_id'],
  ['missed_line', 'call_id'],
];

/**
 * `id_month`: from which month to which there are parts. `sound_from`: ids of months after it were all given in their month
 * (a month whose part was made late has calls in the part before). Some functions have these written into them, for a
 * default asks no table, and so the planner knows which parts it need not open:
 *
 * - `month_id(n)`: the id of now; without its month's part it lies in the nearest there is, and no insert is ever refused;
 * - `ids_from(at)`: no id below was given at that time or later;
 * - `ids_since(ago)`: the same for so long ago. It says that it never changes, and is so worked out when a statement is
 *   planned, which each is for its one run; where a plan is kept (in a function), an earlier answer only opens more.
 */
const ids = `
  create table id_month (
    one boolean primary key default true check (one),
    oldest int not null,
    newest int not null,
    sound_from int not null
  );
  create function month_of(at timestamptz) returns int language sql immutable parallel safe as $$
    select (extract(year from at at time zone 'UTC')::int - 2000) * 12 + extract(month from at at time zone 'UTC')::int - 1
  $$;
  create function first_id(month int) returns bigint language sql immutable parallel safe as $$
    select month::bigint << 32
  $$;
  create function month_name(month int) returns text language sql immutable parallel safe as $$
    select (2000 + month / 12) || '_' || lpad((month % 12 + 1)::text, 2, '0')
  $$;
  insert into id_month (oldest, newest, sound_from) select m, m - 1, m from month_of(now()) m;

  create function write_months() returns void language plpgsql as $body$ declare held id_month; begin
    select * into held from id_month;
    execute format($$ create or replace function month_id(n bigint) returns bigint language sql stable parallel safe as
      'select first_id(greatest(%s, least(month_of(now()), %s))) | n' $$, held.oldest, held.newest);
    execute format($$ create or replace function ids_from(at timestamptz) returns bigint language sql immutable parallel safe as
      'select case when month_of(at) <= %s then 0 else first_id(month_of(at)) end' $$, held.sound_from);
  end $body$;
  select write_months();
  create function ids_since(ago interval) returns bigint language sql immutable parallel safe as $$
    select ids_from(now() - ago)
  $$;
`;

/** Parts are made and dropped by their owner, whoever asks for it: the processes' role changes no table. */
const keeping = `
  -- Tables that have a part a month, calls first, and by which column.
  create function monthly_tables() returns table (name text, key text) language sql stable as $$
    select c.relname::text, a.attname::text
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0] and a.atttypid = 'bigint'::regtype
    where c.relnamespace = 'public'::regnamespace and p.partstrat = 'r'
    order by c.relname <> 'call', c.relname
  $$;
  create function keep_part(name text, key text, suffix text, bounds text) returns void language plpgsql as $$
  declare part text := name || '_' || suffix; made record; begin
    if to_regclass(format('public.%I', part)) is not null then return; end if;
    -- Made beside its table and attached: whoever reads and writes goes on.
    execute format('create table %I (like %I including all)', part, name);
    execute format('alter table %I attach partition %I for values %s', name, part, bounds);
    -- Named after those of the table, as plans of statements tell of them.
    for made in select whole.relname as whole, own.relname as own
      from pg_index i join pg_class own on own.oid = i.indexrelid
        join pg_inherits h on h.inhrelid = own.oid join pg_class whole on whole.oid = h.inhparent
      where i.indrelid = format('public.%I', part)::regclass
    loop execute format('alter index %I rename to %I', made.own, made.whole || '_' || suffix); end loop;
    if key = 'call_id' then
      execute format('alter table %I add foreign key (merchant_id, call_id) references %I (merchant_id, id) on delete cascade',
        part, 'call_' || suffix);
    end if;
  end $$;

  -- All tables have the parts of all months that are kept, and two months ahead. Far ahead of the last part (the clock moved,
  -- or the house stood still) it goes on two years at a time.
  create function keep_months(at timestamptz default now()) returns void language plpgsql security definer set search_path = public, pg_temp as $$
  declare held id_month; target int; monthly record; begin
    perform pg_advisory_xact_lock(hashtextextended('months', 0));
    perform set_config('lock_timeout', '3s', true);
    select * into held from id_month;
    target := greatest(held.newest, least(month_of(at) + 2, held.newest + 24));
    for monthly in select * from monthly_tables() loop
      perform keep_part(monthly.name, monthly.key, 'before', format('from (minvalue) to (%s)', first_id(held.oldest)));
      for month in held.oldest .. target loop
        perform keep_part(monthly.name, monthly.key, month_name(month),
          format('from (%s) to (%s)', first_id(month), first_id(month + 1)));
      end loop;
    end loop;
    if target > held.newest then
      update id_month set newest = target,
        sound_from = case when month_of(at) > newest then least(month_of(at), target) else sound_from end;
      perform write_months();
    end if;
  end $$;

  -- The oldest month leaves with all that hangs on its calls; none that is younger than the law lets go, or has a call that lives.
  create function drop_month(month int) returns void language plpgsql security definer set search_path = public, pg_temp as $$
  declare held id_month; lives boolean; parts text; begin
    perform pg_advisory_xact_lock(hashtextextended('months', 0));
    perform set_config('lock_timeout', '500ms', true);
    select * into held from id_month;
    if month <> held.oldest or month >= held.newest or month >= month_of(now() - interval '30 days') then
      raise 'month % is not the one to leave', month;
    end if;
    execute format('select exists (select from %I where stage <> ''ended'')', 'call_' || month_name(month)) into lives;
    if lives then raise 'month % has a call that lives', month; end if;
    select string_agg(format('%I', name || '_' || month_name(month)), ', ') into parts from monthly_tables();
    execute 'drop table ' || parts;
    update id_month set oldest = month + 1;
    perform write_months();
  end $$;
`;

/** What lives is counted among young ids (as in 0031). */
const idsOfCalls = `
  create or replace function calls_fit_nodes() returns boolean language plpgsql volatile as $$ begin
    perform pg_advisory_xact_lock(hashtextextended('room of the nodes', 0));
    return (select count(*) from call where stage <> 'ended' and id >= ids_since('31 days')
        and not exists (select from calls_node n where n.id = call.owner and n.draining)) <= (
      select coalesce(sum(capacity), 0) from calls_node where not draining
        and heartbeat_at between now() - interval '15 seconds' and now() + interval '15 seconds');
  end $$;

  create sequence call_number maxvalue 4294967295 cycle;
  alter table call alter id drop identity, alter id set default month_id(nextval('call_number'));
  drop index call_of_attempt;
  create index call_of_attempt on call (merchant_id, task_id, callee_id, attempt) where task_id is not null;
`;

/** Tables without months name a call by its id alone; what they say of one that left is cleared before it leaves. */
const letGoOfCalls = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
    where contype = 'f' and confrelid = 'call'::regclass
      and conrelid::regclass::text <> all(${monthly.map(([table]) => table)})`.execute(db);
  for (const { table, name } of rows) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db);
};

/** The table as it was becomes the first part of one that has its name, keys, indexes and triggers; no row moves. */
const intoMonths = async (db: Db, table: string, key: string): Promise<void> => {
  const before = `${table}_before`;
  const primary = await primaryKey(db, table);
  await sql
    .raw(`alter table ${table} rename to ${before};
    alter table ${before} rename constraint ${table}_pkey to ${before}_pkey;
    create table ${table} (like ${before} including defaults including constraints including generated including storage,
      primary key (${primary})) partition by range (${key})`)
    .execute(db);
  for (const made of [
    ...(await foreignKeys(db, table, before)),
    ...(await indexes(db, table, before)),
    ...(await triggers(db, table, before)),
  ])
    await sql.raw(made).execute(db);
  await sql
    .raw(`alter table ${table} attach partition ${before}
    for values from (minvalue) to (${await firstBound(db)})`)
    .execute(db);
};

const firstBound = async (db: Db): Promise<string> =>
  (await sql<{ id: string }>`select first_id(oldest)::text as id from id_month`.execute(db)).rows[0]!.id;

const primaryKey = async (db: Db, table: string): Promise<string> => {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(a.attname), ', ' order by k.n) as columns
    from pg_constraint c cross join unnest(c.conkey) with ordinality k (num, n)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num
    where c.contype = 'p' and c.conrelid = ${table}::regclass`.execute(db);
  return rows[0]!.columns;
};

/** To what has no months: the key to its call stays with each part. */
const foreignKeys = async (db: Db, table: string, before: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ made: string }>`
    select format('alter table %I add constraint %I %s', ${table}::text, conname, pg_get_constraintdef(oid)) as made
    from pg_constraint where contype = 'f' and conrelid = ${before}::regclass
      and confrelid not in (select inhrelid from pg_inherits)`.execute(db);
  return rows.map(row => row.made);
};

const indexes = async (db: Db, table: string, before: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = ${before}::regclass and not indisprimary`.execute(db);
  return rows.flatMap(({ name, definition }) => [
    `alter index ${name} rename to ${name}_before`,
    definition.replace(` ON public.${before} `, ` ON ${table} `),
  ]);
};

const triggers = async (db: Db, table: string, before: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select quote_ident(tgname) as name, pg_get_triggerdef(oid) as definition
    from pg_trigger where tgrelid = ${before}::regclass and not tgisinternal`.execute(db);
  return rows.flatMap(({ name, definition }) => [
    `drop trigger ${name} on ${before}`,
    definition.replace(` ON public.${before} `, ` ON ${table} `),
  ]);
};

/** What takes a row of `call` took one of the table that is a part now. */
const typedAnew = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and 'call_before'::regtype = any(proargtypes) order by oid`.execute(db);
  for (const { name, definition } of rows)
    await sql.raw(`${definition.replaceAll('call_before', 'call')}; drop function ${name}`).execute(db);
};

/**
 * An index over all months cannot say that an attempt has one call (decision 8): a table of its own does. Where a call's row
 * goes by itself, what names it elsewhere goes with it; of a month that leaves that is cleared before.
 */
const attempts = `
  create table attempt (
    merchant_id bigint not null,
    callee_id bigint not null,
    attempt smallint not null,
    call_id bigint not null
  );
  insert into attempt select merchant_id, callee_id, attempt, id from call where task_id is not null;
  alter table attempt add primary key (merchant_id, callee_id, attempt);
  create function note_attempt() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and old.task_id is not null then
      delete from attempt where merchant_id = old.merchant_id and callee_id = old.callee_id and attempt = old.attempt;
    end if;
    if new.task_id is not null then
      insert into attempt values (new.merchant_id, new.callee_id, new.attempt, new.id);
    end if;
    return null;
  end $$;
  create function forget_call() returns trigger language plpgsql as $$ begin
    delete from attempt where merchant_id = old.merchant_id and callee_id = old.callee_id and attempt = old.attempt;
    delete from follow_up where merchant_id = old.merchant_id and call_id = old.id;
    delete from back_test_change where merchant_id = old.merchant_id and call_id = old.id;
    return null;
  end $$;
  create trigger call_gone after delete on call for each row execute function forget_call();
  create trigger call_attempt_new after insert on call for each row when (new.task_id is not null)
    execute function note_attempt();
  create trigger call_attempt after update on call for each row
    when ((old.merchant_id, old.id, old.task_id, old.callee_id, old.attempt)
      is distinct from (new.merchant_id, new.id, new.task_id, new.callee_id, new.attempt))
    execute function note_attempt();
`;
