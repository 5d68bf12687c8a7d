import { type Kysely, sql } from 'kysely';

/**
 * Text messages (docs/sms.md): what is said, over whom it is sent, each message with what became of it, what carriers report and
 * people answer, and the short links in them.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table sms_settings (
      merchant_id bigint primary key references merchant,
      -- Messages to one number; null: as many as one likes.
      per_day int,
      per30_days int,
      link_host text not null default ''
    );
    create table sms_template (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      name text not null,
      kind text not null check (kind in ('notice', 'marketing')),
      signature text not null,
      content text not null,
      link text not null default '',
      -- What providers call it: [{providerId, code}].
      codes jsonb not null default '[]',
      state text not null default 'draft' check (state in ('draft', 'review', 'usable', 'refused')),
      because text not null default '',
      made_by bigint not null,
      updated_at timestamptz not null default now(),
      removed_at timestamptz,
      primary key (merchant_id, id)
    );
    create table sms_provider (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      name text not null,
      kind text not null check (kind in ('log', 'http', 'smpp')),
      settings jsonb not null,
      secret_sealed text,
      -- Part of the address to which it tells reports and replies: nobody guesses it.
      callback text not null unique,
      rank int not null,
      share int not null,
      per_second int not null,
      enabled boolean not null default true,
      -- In a row, the last cause, and until when nothing is handed to it.
      failures int not null default 0,
      because text not null default '',
      rests_until timestamptz,
      last_sent_at timestamptz,
      changed_at timestamptz not null default now(),
      removed_at timestamptz,
      primary key (merchant_id, id)
    );
    -- Who sends the messages of a merchant; the fence rises with each take.
    create table sms_lease (
      merchant_id bigint primary key references merchant,
      node text not null,
      fence bigint not null default 1,
      until timestamptz not null
    );
    -- A message to many at once, by the id of the batch that reads its people.
    create table sms_batch (
      merchant_id bigint not null references merchant,
      id bigint not null,
      template_id bigint not null,
      template text not null,
      made_by bigint not null,
      made_at timestamptz not null default now(),
      read_at timestamptz,
      cancelled_at timestamptz,
      primary key (merchant_id, id)
    );
    create table sms_message (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      -- The same request is one message.
      request text not null,
      template_id bigint not null,
      template text not null,
      kind text not null check (kind in ('notice', 'marketing')),
      phone text not null,
      name text not null default '',
      text text not null,
      -- The same without its signature, and what was filled in.
      body text not null,
      "values" jsonb not null default '{}',
      parts int not null,
      -- Held, and in the end paid.
      held numeric(14, 4) not null default 0,
      cost numeric(14, 4) not null default 0,
      state text not null check (state in ('queued', 'handing', 'sent', 'delivered', 'failed', 'unknown', 'withheld')),
      because text not null default '',
      source text not null check (source in ('hand', 'rule', 'node', 'batch')),
      batch_id bigint,
      task_id bigint,
      call_id bigint,
      owner_id bigint,
      -- Over this one alone.
      only_provider bigint,
      provider_id bigint,
      -- Providers that said that they did not take it.
      tried bigint[] not null default '{}',
      fence bigint,
      created_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      handed_at timestamptz,
      sent_at timestamptz,
      reported_at timestamptz,
      primary key (merchant_id, id)
    );
    create unique index sms_message_request on sms_message (merchant_id, request);
    create index sms_message_due on sms_message (merchant_id, due_at, id) where state = 'queued';
    create index sms_message_handing on sms_message (merchant_id) where state = 'handing';
    create index sms_message_phone on sms_message (merchant_id, phone text_pattern_ops, id desc);
    create index sms_message_template on sms_message (merchant_id, template_id, id desc);
    create index sms_message_batch on sms_message (merchant_id, batch_id, id desc) where batch_id is not null;
    create index sms_message_call on sms_message (merchant_id, call_id) where call_id is not null;
    create index sms_message_task on sms_message (merchant_id, task_id, id desc) where task_id is not null;
    create index sms_message_provider on sms_message (merchant_id, provider_id, handed_at) where handed_at is not null;

    -- A part as its provider numbered it; a report that is quicker than the answer has no message yet.
    create table sms_part (
      merchant_id bigint not null references merchant,
      provider_id bigint not null,
      ref text not null,
      message_id bigint,
      delivered boolean,
      code text not null default '',
      at timestamptz,
      made_at timestamptz not null default now(),
      primary key (merchant_id, provider_id, ref)
    );
    create index sms_part_message on sms_part (merchant_id, message_id) where message_id is not null;

    create table sms_reply (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      provider_id bigint not null,
      -- As the provider numbered it, or of what it says: the same one twice is one.
      ref text not null,
      phone text not null,
      text text not null,
      stop boolean not null,
      message_id bigint,
      owner_id bigint,
      at timestamptz not null default now(),
      primary key (merchant_id, id)
    );
    create unique index sms_reply_ref on sms_reply (merchant_id, provider_id, ref);
    create index sms_reply_message on sms_reply (merchant_id, message_id) where message_id is not null;
    create index sms_reply_phone on sms_reply (merchant_id, phone text_pattern_ops, id desc);

    create table sms_link (
      merchant_id bigint not null references merchant,
      message_id bigint not null,
      -- All there is in an address that somebody opens.
      code text not null unique,
      url text not null,
      clicks int not null default 0,
      first_at timestamptz,
      last_at timestamptz,
      primary key (merchant_id, message_id)
    );

    -- So that a newcomer sees a message: it leaves nothing but a line.
    insert into sms_provider (merchant_id, name, kind, settings, callback, rank, share, per_second)
      select id, '练习短信', 'log', '{"kind": "log"}', replace(gen_random_uuid()::text, '-', ''), 9, 100, 50 from merchant;
  `.execute(db);
};
