import { type Kysely, sql } from 'kysely';

/** Which answers of a plan's talks fill which fields of a customer (decision 114). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table plan_fill (
      merchant_id bigint not null,
      plan_id bigint not null,
      -- Of a customer; filled by one question of the plan.
      field text not null,
      -- As people read it, and as answers keep it (decision 121).
      question text not null,
      -- What a person typed is written over as well.
      over boolean not null default false,
      primary key (merchant_id, plan_id, field),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id) on delete cascade
    )`.execute(db);
};
