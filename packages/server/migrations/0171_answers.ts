import { type Kysely, sql } from 'kysely';

/**
 * Answers of robots and of seats, a row each (decision 121): written by the statement that writes them to a call's transcript, with
 * what they are narrowed by, and again when whose the call is changes or it is removed. They lie in months as all that hangs on
 * a call. What was collected before comes by a job, chunk by chunk.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table answer (
      merchant_id bigint not null,
      call_id bigint not null,
      n smallint not null,
      -- As people read it: the label of a plan's variable, else its name; the title of a guide's question.
      question text not null,
      value text not null,
      by text not null check (by in ('robot', 'seat')),
      placed_at timestamptz not null,
      owner_id bigint not null,
      source text not null,
      task_id bigint not null,
      plan_id bigint not null,
      plan_version int not null,
      line_id bigint not null,
      port_id bigint not null,
      primary key (merchant_id, call_id, n)
    ) partition by range (call_id)`.execute(db);
  await sql`create index answer_placed on answer (merchant_id, placed_at desc, call_id desc, n)`.execute(db);
  await sql`create index answer_question on answer (merchant_id, md5(question), placed_at desc, call_id desc, n)`.execute(
    db,
  );
  await sql`
    create table answers_before (
      one boolean primary key default true check (one),
      -- Transcripts of calls below this one are still to be read.
      call_id bigint not null
    )`.execute(db);
  await sql`insert into answers_before (call_id) select coalesce(max(call_id), 0) + 1 from call_transcript`.execute(db);
  await sql`select keep_months()`.execute(db);
  await sql.raw(functions).execute(db);
  const [file] = (
    await sql<{ known: string }>`select pg_get_expr(conbin, conrelid) as known from pg_constraint
      where conrelid = 'file'::regclass and conname = 'file_kind_check'`.execute(db)
  ).rows;
  await sql`alter table file drop constraint file_kind_check,
    add constraint file_kind_check check (${sql.raw(file?.known ?? 'true')} or kind in ('stats', 'answers', 'wholeAnswers'))`.execute(
    db,
  );
};

const functions = `
  -- Several answers to one question are joined by ";" (A-26): a row each.
  create function write_answers(merchant bigint, made bigint) returns void language sql as $$
    delete from answer where merchant_id = merchant and call_id = made;
    insert into answer (merchant_id, call_id, n, question, value, by, placed_at, owner_id, source, task_id, plan_id, plan_version,
      line_id, port_id)
    select call.merchant_id, call.id, row_number() over (order by given.nth, part.nth),
      left(coalesce(nullif(btrim(given.a->>'label'), ''), nullif(given.a->>'variable', ''), '?'), 200),
      left(btrim(part.value), 500), case when given.a ? 'question' then 'seat' else 'robot' end, call.placed_at,
      coalesce(call.owner_id, 0), call_source(call), coalesce(call.task_id, 0), coalesce(call.plan_id, 0),
      coalesce(call.plan_version, 0), call.line_id, coalesce(call.port_id, 0)
    from call_transcript said
      join call on call.merchant_id = said.merchant_id and call.id = said.call_id
      cross join lateral jsonb_array_elements(said.answers) with ordinality given (a, nth)
      cross join lateral unnest(case when given.a ? 'question' then string_to_array(given.a->>'value', ';')
        else array[given.a->>'value'] end) with ordinality part (value, nth)
    where said.merchant_id = merchant and said.call_id = made and call.stage = 'ended' and call.removed_at is null
      and btrim(part.value) <> ''
  $$;
  create function note_answers() returns trigger language plpgsql as $$ begin
    perform write_answers(new.merchant_id, new.call_id);
    return null;
  end $$;
  create trigger call_transcript_answers_new after insert on call_transcript for each row
    when (new.answers <> '[]') execute function note_answers();
  create trigger call_transcript_answers after update of answers on call_transcript for each row
    when (old.answers is distinct from new.answers) execute function note_answers();
  -- The ending of a call that is replaced brings its own.
  create function drop_answers() returns trigger language plpgsql as $$ begin
    delete from answer where merchant_id = old.merchant_id and call_id = old.call_id;
    return null;
  end $$;
  create trigger call_transcript_answers_gone after delete on call_transcript for each row
    when (old.answers <> '[]') execute function drop_answers();
  create function move_answers() returns trigger language plpgsql as $$ begin
    perform write_answers(new.merchant_id, new.id);
    return null;
  end $$;
  create trigger call_answers after update on call for each row
    when (new.stage = 'ended' and old.stage = 'ended'
      and (old.owner_id, old.removed_at is null, old.placed_at) is distinct from
        (new.owner_id, new.removed_at is null, new.placed_at))
    execute function move_answers();
`;
