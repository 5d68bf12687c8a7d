import { type Kysely, sql } from 'kysely';

/**
 * What was decided about every number of a list, and why: a row is added and never changed (decision 82). It lies in the part
 * of its month, as calls do (0080), and names nothing by a foreign key: it outlives the list and the call it tells of.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create sequence decision_number maxvalue 4294967295 cycle;
    -- Seconds since 2000: half as long as a moment.
    create function second_of(at timestamptz) returns int language sql immutable parallel safe
      return (extract(epoch from at) - 946684800)::int;
    -- A number as a number, its leading zeros kept by the figure before them; 2 stands before one with a plus, 0 is none.
    create function phone_code(phone text) returns bigint language sql immutable parallel safe
      return case when phone ~ '^[0-9]{1,17}$' then ('1' || phone)::bigint
        when phone ~ '^[+][0-9]{1,17}$' then ('2' || substr(phone, 2))::bigint else 0 end;

    create table decision (
      id bigint not null default month_id(nextval('decision_number')),
      merchant_id bigint not null,
      task_id bigint not null,
      phone bigint not null,
      -- The call, the import or the person it is about, by its kind; 0: none.
      about bigint not null default 0,
      second int not null default second_of(clock_timestamp()),
      -- Minutes until it is looked at again, the attempt, or the row of a sheet, by its kind.
      amount int not null default 0,
      -- Codes of core's decisions.
      kind smallint not null,
      because smallint not null,
      rule smallint not null,
      -- Of the rule; 0: it has none.
      version smallint not null default 0
    ) partition by range (id);
    -- By some four minutes, not by rows: equal keys are kept once, and a page sorts the rows of some.
    create index decision_listed on decision (merchant_id, (second >> 8), kind, because, task_id);
    create index decision_phone on decision (merchant_id, phone) where phone <> 0;
    select keep_months();`.execute(db);
};
