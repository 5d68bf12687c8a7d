import { type Kysely, sql } from 'kysely';

/**
 * Rules of calling in versions: each save is a row, the last one holds; without one core's usual ones do. What a merchant had
 * set becomes its first version: hours of every day, calls a day and in seven days, live calls.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table platform_rules (
      version int primary key check (version > 0),
      -- PlatformRules of core/rules.
      rules jsonb not null,
      at timestamptz not null default now(),
      -- One of the platform's people, by name: of no merchant, so that every merchant's tasks can read the row.
      by_name text not null
    );
    create table merchant_rules (
      merchant_id bigint not null references merchant,
      version int not null check (version > 0),
      -- MerchantRules of core/rules.
      rules jsonb not null,
      at timestamptz not null default now(),
      by_employee bigint,
      primary key (merchant_id, version),
      foreign key (merchant_id, by_employee) references employee (merchant_id, id)
    );
    create table holiday_year (
      year int primary key check (year between 2024 and 2100),
      -- [{name, from, to}] and the days on which work is made up.
      off jsonb not null,
      workdays jsonb not null,
      -- Where it was published.
      source text not null,
      at timestamptz not null default now(),
      by_name text not null
    );

    insert into merchant_rules (merchant_id, version, rules)
    select merchant_id, 1, jsonb_build_object(
      'calendar', jsonb_build_object('days', '{}'::jsonb, 'holidaysOff', false, 'makeUpDaysOn', false, 'week',
        to_jsonb(array_fill(jsonb_build_array(jsonb_build_object('from', legal_from_minute, 'to', legal_to_minute)), array[7]))),
      'caps', jsonb_build_object('perDay', calls_per_day, 'per7Days', calls_per_week, 'per30Days', null, 'minutesBetween', 0),
      'provinces', '{}'::jsonb, 'byHand', 'warn', 'channels', channels)
    from calling_rules;
    drop table calling_rules;

    -- What a task's calendar says beside its week: days of its own, and what public holidays change.
    alter table task add column calendar_days jsonb not null default '{}',
      add column holidays_off boolean not null default false,
      add column make_up_days_on boolean not null default false;`.execute(db);
};
