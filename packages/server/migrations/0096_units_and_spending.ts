import { type Kysely, sql } from 'kysely';

/**
 * Talk is paid by units of six or sixty seconds; a call keeps the unit it was placed with, and those of before are paid by
 * the minute, as they were. What moved money is summed by day, task and line as it is written (docs/tasks.md#statements), so
 * that a statement or a budget reads some rows of it, and cannot say anything else than the ledger does.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table line add column bill_unit_s smallint not null default 60 check (bill_unit_s in (6, 60));
    alter table call add column bill_unit_s smallint not null default 60 check (bill_unit_s in (6, 60));

    -- Yuan; null: as the balance lasts.
    alter table task
      add column budget numeric(14, 4) check (budget > 0),
      add column day_budget numeric(14, 4) check (day_budget > 0);

    alter table ledger
      drop constraint ledger_kind_check,
      add constraint ledger_kind_check check (kind in ('topUp', 'call', 'reversal', 'correction', 'transferIn', 'transferOut',
        'sms', 'model', 'recognition', 'synthesis'));
    -- A call is charged once for each of these; of messages it may send several, each under a request of its own.
    drop index ledger_call;
    create unique index ledger_call on ledger (merchant_id, call_id, kind) where call_id is not null and kind <> 'sms';

    create table spend_day (
      merchant_id bigint not null references merchant,
      -- By the merchant's clock, when the entry was made.
      day date not null,
      -- 0: of none, as a top-up, or a call by hand.
      task_id bigint not null,
      line_id bigint not null,
      kind text not null,
      entries int not null,
      amount numeric(14, 4) not null,
      primary key (merchant_id, day, task_id, line_id, kind)
    );
    create index spend_day_task on spend_day (merchant_id, task_id, day) where task_id <> 0;

    insert into spend_day
      select l.merchant_id, (l.at at time zone m.zone)::date, coalesce(c.task_id, 0), coalesce(c.line_id, 0), l.kind, count(*),
        sum(l.amount)
      from ledger l join merchant m on m.id = l.merchant_id
        left join call c on c.merchant_id = l.merchant_id and c.id = l.call_id
      where l.amount <> 0
      group by 1, 2, 3, 4, 5;

    create function sum_ledger() returns trigger language plpgsql as $$
    begin
      insert into spend_day
        select new.merchant_id, (new.at at time zone m.zone)::date, coalesce(c.task_id, 0), coalesce(c.line_id, 0), new.kind, 1,
          new.amount
        from merchant m left join call c on c.merchant_id = m.id and c.id = new.call_id
        where m.id = new.merchant_id
      on conflict (merchant_id, day, task_id, line_id, kind)
        do update set entries = spend_day.entries + 1, amount = spend_day.amount + excluded.amount;
      return null;
    end $$;
    create trigger ledger_summed after insert on ledger for each row when (new.amount <> 0) execute function sum_ledger();

    alter table file
      drop constraint file_kind_check,
      add constraint file_kind_check
        check (kind in ('recording', 'sheet', 'refused', 'calls', 'wholeCalls', 'audit', 'plan', 'archive', 'statement',
          'list', 'wholeList', 'listRefused', 'sharedList', 'proof'));

    -- What is left falls below low_below: low_since says so until it is enough again, and low_told_at that somebody heard of it.
    alter table balance
      add column low_below numeric(14, 4) check (low_below > 0),
      add column low_since timestamptz,
      add column low_told_at timestamptz;
    create function mark_low_balance() returns trigger language plpgsql as $$
    begin
      if coalesce(new.amount < new.low_below, false) then
        new.low_since := coalesce(new.low_since, now());
      else
        new.low_since := null;
        new.low_told_at := null;
      end if;
      return new;
    end $$;
    create trigger balance_low before insert or update of amount, low_below on balance
      for each row execute function mark_low_balance();
    create index balance_untold on balance (merchant_id) where low_since is not null and low_told_at is null;
  `.execute(db);
};
