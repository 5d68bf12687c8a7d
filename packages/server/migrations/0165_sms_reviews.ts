import { type Kysely, sql } from 'kysely';

/** How each template of text messages stands with the providers that review by call (docs/sms.md#templates). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table sms_review (
      merchant_id bigint not null references merchant,
      -- What is handed in again is another one: an answer that is late finds nothing.
      id bigint generated always as identity,
      template_id bigint not null,
      provider_id bigint not null,
      state text not null default 'due' check (state in ('due', 'handing', 'asked', 'usable', 'refused', 'failed', 'unknown')),
      -- What the provider calls the template.
      code text not null default '',
      because text not null default '',
      asked_by bigint not null,
      tries int not null default 0,
      -- When it is handed in, asked for again, or, while it is handed in, given up.
      due_at timestamptz not null default now(),
      primary key (merchant_id, id)
    );
    create unique index sms_review_of on sms_review (merchant_id, template_id, provider_id);
    create index sms_review_due on sms_review (due_at) where state in ('due', 'handing', 'asked');
  `.execute(db);
};
