import { type Kysely, sql } from 'kysely';

/** Who has a report of the statistics made, how often, of which pages and for whom. Each gets it as their own eyes see it. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table stat_report (
      merchant_id bigint not null,
      employee_id bigint not null,
      every text not null check (every in ('off', 'day', 'week')),
      -- Of a weekly one; Monday is 0.
      weekday smallint not null default 0 check (weekday between 0 and 6),
      -- Of the merchant's day.
      hour smallint not null default 8 check (hour between 0 and 23),
      pages text[] not null,
      told bigint[] not null default '{}',
      -- The merchant's day on which it was made last: there is no second one.
      sent_day date,
      sent_at timestamptz,
      primary key (merchant_id, employee_id),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id)
    )`.execute(db);
  await sql`create index stat_report_due on stat_report (hour) where every <> 'off'`.execute(db);
};
