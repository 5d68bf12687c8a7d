import { type Kysely, sql } from 'kysely';

/**
 * How long records are kept, by the platform's word (decision 77), and merchants that are to be deleted (decision 78). Until
 * it is due a deletion can be taken back. What carries it out works with the owner's right and asks the row itself whether
 * it is due, so that nothing else in the product can remove a merchant's rows by the table.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(tables).execute(db);
  await sql.raw(forgetting).execute(db);
};

const tables = `
  create table record_keeping (
    one boolean primary key default true check (one),
    record_days int not null check (record_days between 30 and 3650)
  );
  insert into record_keeping (record_days) values (1095);

  create table merchant_deletion (
    merchant_id bigint primary key references merchant,
    asked_by bigint not null,
    asked_at timestamptz not null,
    due_at timestamptz not null,
    -- All of it is gone but what the law keeps.
    done_at timestamptz,
    foreign key (merchant_id, asked_by) references employee (merchant_id, id)
  );
  create index merchant_deletion_due on merchant_deletion (due_at) where done_at is null;

  -- All that a merchant has as one file.
  alter table file
    drop constraint file_kind_check,
    add constraint file_kind_check
      check (kind in ('recording', 'sheet', 'refused', 'calls', 'wholeCalls', 'audit', 'plan', 'archive'));
`;

/** Money and audit stay, and what they name: a merchant and people without names. */
const forgetting = `
  create function refuse_unless_due(whose bigint) returns void language plpgsql as $$ begin
    if not exists (select from merchant_deletion where merchant_id = whose and due_at <= now() and done_at is null) then
      raise 'nobody wants merchant % deleted by now', whose;
    end if;
  end $$;

  create function forgotten_tables() returns table (name text) language sql stable as $$
    select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('audit', 'ledger', 'balance', 'employee', 'merchant_deletion')
    order by c.relname
  $$;

  -- So many rows of a table go, of one without a key all of them; how many there were.
  create function forget_rows(whose bigint, name text, most int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare keys text; gone int; begin
    perform refuse_unless_due(whose);
    if name not in (select t.name from forgotten_tables() t) then raise 'rows of % stay', name; end if;
    select string_agg(quote_ident(a.attname), ', ' order by k.n) into keys
    from pg_constraint c cross join unnest(c.conkey) with ordinality k (num, n)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num
    where c.contype = 'p' and c.conrelid = format('public.%I', name)::regclass;
    execute case when keys is null then format('delete from %I where merchant_id = $1', name)
      else format('delete from %1$I where (%2$s) in (select %2$s from %1$I where merchant_id = $1 limit $2)', name, keys) end
      using whose, most;
    get diagnostics gone = row_count;
    return gone;
  end $$;

  -- Whom the rows that stay name. Nobody signs in any more.
  create function forget_names(whose bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    perform refuse_unless_due(whose);
    update employee set account = '-' || id, name = '', title = '', password_hash = '-', phone = '', last_login_ip = '',
      role_id = null, department_id = null, position_id = null, active = false, removed_at = coalesce(removed_at, now())
      where merchant_id = whose;
    update ledger set note = '' where merchant_id = whose and note <> '';
    update merchant set name = '-' || number, contact_name = '', contact_phone = '', remark = '', active = false
      where id = whose;
  end $$;
`;
