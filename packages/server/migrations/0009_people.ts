import { type Kysely, sql } from 'kysely';

/**
 * People (docs/rights.md): departments as a tree, positions, roles with a data scope, what a person has
 * beside his account. Who made a call stands on its row, so that a list narrowed to some people's calls needs no join.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table department (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      parent_id bigint,
      name text not null,
      -- Ids from the top to itself, '/3/17/': who is below it is whose path begins with its own.
      path text not null default '',
      primary key (merchant_id, id),
      foreign key (merchant_id, parent_id) references department (merchant_id, id)
    );
    create unique index department_name on department (merchant_id, coalesce(parent_id, 0), lower(name));
    create index department_path on department (merchant_id, path text_pattern_ops);

    create table position (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      name text not null,
      primary key (merchant_id, id)
    );
    create unique index position_name on position (merchant_id, lower(name));

    alter table role
      -- Roles of before saw all of the merchant's.
      add column scope text not null default 'all' check (scope in ('own', 'department', 'all')),
      -- Made from this template of core's, or by hand.
      add column template text check (template in ('manager', 'seat'));

    alter table employee
      add column department_id bigint,
      add column position_id bigint,
      add column phone text not null default '',
      add column last_login_at timestamptz,
      add column last_login_ip text not null default '',
      -- Kept for what he made; cannot sign in, and his account's name is free again.
      add column removed_at timestamptz,
      -- Somebody else knows his password: nothing works but changing it.
      add column must_change_password boolean not null default false,
      add check (removed_at is null or not active),
      add foreign key (merchant_id, department_id) references department (merchant_id, id),
      add foreign key (merchant_id, position_id) references position (merchant_id, id);
    drop index employee_account;
    create unique index employee_account on employee (merchant_id, lower(account)) where removed_at is null;
    create index employee_department on employee (merchant_id, department_id);
    create index employee_role on employee (merchant_id, role_id);

    -- Whose call it is: who placed it, or who made its task (both are keys of their own). Nobody's when somebody called us.
    alter table call add column owner_id bigint;
    update call set owner_id = coalesce(placed_by, (select created_by from task
      where task.merchant_id = call.merchant_id and task.id = call.task_id))
      where placed_by is not null or task_id is not null;
    create index call_owner on call (merchant_id, owner_id, listed_at desc, id desc) where owner_id is not null;
    -- Whose call a file is the sound of.
    create index call_recording_file on call_recording (merchant_id, file_id);
    create index task_maker on task (merchant_id, created_by, id desc) where removed_at is null;
  `.execute(db);
};
