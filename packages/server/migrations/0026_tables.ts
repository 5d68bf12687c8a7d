import { type Kysely, sql } from 'kysely';

/** What a person chose for the tables of the pages: columns, density, and filters saved under a name. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table table_look (
      merchant_id bigint not null references merchant,
      employee_id bigint not null,
      -- The table's name in the contract.
      name text not null,
      look jsonb not null,
      primary key (merchant_id, employee_id, name),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id) on delete cascade
    );

    create table table_view (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      employee_id bigint not null,
      table_name text not null,
      name text not null,
      -- The filter as the page's address says it.
      query text not null,
      look jsonb not null,
      is_default boolean not null default false,
      primary key (merchant_id, id),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id) on delete cascade
    );
    create unique index table_view_name on table_view (merchant_id, employee_id, table_name, name);
    -- A page begins with one of them at most.
    create unique index table_view_default on table_view (merchant_id, employee_id, table_name) where is_default;
  `.execute(db);
};
