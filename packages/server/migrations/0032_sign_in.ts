import { type Kysely, sql } from 'kysely';

/**
 * Safer sign-ins: devices that are known to an account, when a session last proved whose it is, second factors that a
 * merchant demands, and factors that the platform is about to take off.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table known_device (
      merchant_id bigint not null references merchant,
      employee_id bigint not null,
      -- Of the secret in the browser's cookie.
      secret_hash bytea not null,
      seen_at timestamptz not null,
      primary key (merchant_id, employee_id, secret_hash),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id) on delete cascade
    );
    create index known_device_age on known_device (seen_at);

    -- Password or factor typed again; null: not since the sign-in.
    alter table session add column proved_at timestamptz;
    -- Nothing works before a second factor is set up.
    alter table session add column factor_due boolean not null default false;
    alter table merchant_settings add column demands_factor boolean not null default false;

    create table factor_removal (
      merchant_id bigint not null references merchant,
      employee_id bigint not null,
      due_at timestamptz not null,
      primary key (merchant_id, employee_id),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id) on delete cascade
    );
    create index factor_removal_due on factor_removal (due_at);
  `.execute(db);
};
