import { type Kysely, sql } from 'kysely';

/**
 * Levels that can be looked at again, and where in a plan calls end (docs/conversation.md#level-rules).
 *
 * `call.level` is the level that counts: the rules' own, or a person's correction; what the rules said before that is kept
 * in `call_correction`. `node_hour` folds paths by hour as `call_hour` folds calls: a job writes what is listed before
 * `node_folded.until`, the newest is read from the calls themselves (room learning).
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table call
      add column tags text[] not null default '{}',
      add column customer_type smallint check (customer_type in (-1, 0, 1, 2, 3, 4, 9)),
      -- The node where the talk stood when it ended, and how it ended there; null of a call that was not answered.
      add column ended_node text,
      add column ended_how text check (ended_how in ('midSentence', 'afterHearing', 'hungUp', 'notUnderstood', 'silence',
        'tooLong', 'gaveUp', 'planned', 'transferred', 'stopped')),
      -- Of midSentence: so much of the sentence was out.
      add column ended_ms int;
    -- What level rules may ask (core's CallFacts); null of calls of earlier releases, whose facts are read from their words.
    alter table call_transcript add column facts jsonb;

    update call set (ended_node, ended_how) = (
      select step->>'node', case step->>'leftBy'
          when '客户挂断' then 'hungUp' when '未识别' then 'notUnderstood' when '无应答' then 'silence'
          when '通话过长' then 'tooLong' when '轮次已满' then 'tooLong' when '机器人挂断' then 'planned' else 'stopped' end
      from jsonb_array_elements(path) with ordinality of_path (step, n)
      where not (step->>'knowledge')::boolean
      order by n desc limit 1)
    from call_transcript said
    where said.merchant_id = call.merchant_id and said.call_id = call.id and call.stage = 'ended';
    create index call_ended_at_node on call (merchant_id, plan_id, ended_node, listed_at desc, id desc)
      where ended_node is not null;

    create table call_correction (
      merchant_id bigint not null,
      call_id bigint not null,
      -- Null: the rules gave none, as of a call that was cut off by us.
      ruled_level text check (ruled_level in ('A', 'B', 'C', 'D', 'E', 'F')),
      level text not null check (level in ('A', 'B', 'C', 'D', 'E', 'F')),
      why text not null,
      corrected_by bigint not null,
      corrected_at timestamptz not null default now(),
      primary key (merchant_id, call_id),
      foreign key (merchant_id, call_id) references call (merchant_id, id) on delete cascade,
      foreign key (merchant_id, corrected_by) references employee (merchant_id, id)
    );

    create table node_hour (
      merchant_id bigint not null references merchant,
      plan_id bigint not null,
      plan_version int not null,
      hour timestamptz not null,
      node text not null,
      -- calls: how many calls came here. left: how often it was left, by what and whereto. ended: calls that ended here, how.
      what text not null check (what in ('calls', 'left', 'ended')),
      by text not null,
      next text not null,
      n int not null,
      primary key (merchant_id, plan_id, plan_version, hour, node, what, by, next)
    );
    create table node_folded (
      one boolean primary key default true check (one),
      until timestamptz not null
    );
    -- From the first call on: the first run of the job folds all that there is.
    insert into node_folded (until) values ('2000-01-01');

    -- What callees said and no rule understood, beside its call's transcript, so that a month of it is one look.
    create table missed_line (
      merchant_id bigint not null,
      call_id bigint not null,
      line int not null,
      plan_id bigint not null,
      plan_version int not null,
      node text not null,
      text text not null,
      at_ms int not null,
      -- As the call is listed.
      at timestamptz not null,
      primary key (merchant_id, call_id, line),
      foreign key (merchant_id, call_id) references call (merchant_id, id) on delete cascade
    );
    create index missed_of_plan on missed_line (merchant_id, plan_id, at desc);
    insert into missed_line
      select call.merchant_id, call.id, (line->>'line')::int, plan_id, plan_version, line->>'node', left(line->>'text', 500),
        (line->>'atMs')::numeric::int, listed_at
      from call join call_transcript said on said.merchant_id = call.merchant_id and said.call_id = call.id
        cross join jsonb_array_elements(said.lines) line
      where (line->>'missed')::boolean and line->>'text' <> '' and call.stage = 'ended'
      on conflict do nothing;

    -- Sentences that nobody wants to understand: a sneeze, another table's talk. By their normalised text.
    create table missed_ignored (
      merchant_id bigint not null,
      plan_id bigint not null,
      said text not null,
      primary key (merchant_id, plan_id, said),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id)
    );

    -- Level rules tried on calls that were made: a job carries it out chunk by chunk, the row is its state.
    create table back_test (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      plan_id bigint not null,
      rules jsonb not null,
      -- Of listed_at; the days are those of the merchant.
      since timestamptz not null,
      until timestamptz not null,
      first_day date not null,
      last_day date not null,
      state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
      done int not null default 0,
      total int not null default 0,
      changed int not null default 0,
      -- Pairs of levels to numbers: 'AB' is from A to B.
      moves jsonb not null default '{}',
      -- The same of calls whose level a person set: rule's level, then the person's.
      old_hits jsonb not null default '{}',
      new_hits jsonb not null default '{}',
      -- Where the job goes on.
      after text not null default '',
      tries smallint not null default 0,
      cancel_wanted boolean not null default false,
      created_by bigint not null,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (merchant_id, id),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id),
      foreign key (merchant_id, created_by) references employee (merchant_id, id)
    );
    create index back_test_of_plan on back_test (merchant_id, plan_id, id desc);
    create table back_test_change (
      merchant_id bigint not null,
      test_id bigint not null,
      n int not null,
      call_id bigint not null,
      was text not null,
      becomes text not null,
      rule text not null,
      primary key (merchant_id, test_id, n),
      foreign key (merchant_id, test_id) references back_test (merchant_id, id) on delete cascade,
      foreign key (merchant_id, call_id) references call (merchant_id, id) on delete cascade
    );
    create index back_test_change_call on back_test_change (merchant_id, call_id);
  `.execute(db);
};
