import { type Kysely, sql } from 'kysely';

/**
 * What a seat does in a call beside talking: its guide, its note. It lies in months, as all that hangs on a call (decision 77). What it
 * submitted stands with the answers that a robot collected, whichever of the two was written first.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table seat_work (
      merchant_id bigint not null,
      call_id bigint not null,
      employee_id bigint not null,
      -- The plan whose guide it is.
      plan_id bigint,
      -- As it was kept while it was filled in: [{i, values, other}].
      draft jsonb not null default '[]',
      note text not null default '',
      drafted_at timestamptz,
      -- As it was submitted: [{i, q, r}].
      answers jsonb not null default '[]',
      kind smallint,
      submitted_at timestamptz,
      -- What the seat's own word of the call was.
      told jsonb,
      told_at timestamptz,
      primary key (merchant_id, call_id, employee_id),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id)
    ) partition by range (call_id)`.execute(db);
  await sql`create index seat_work_seat on seat_work (merchant_id, employee_id, call_id)`.execute(db);
  await sql`select keep_months()`.execute(db);
  await sql
    .raw(`
    create function seat_answers(merchant bigint, made bigint) returns jsonb language sql stable as $$
      select coalesce(jsonb_agg(jsonb_build_object('label', a->>'q', 'value', a->>'r', 'atMs', null, 'question', a->>'i')
        order by w.submitted_at, n), '[]')
      from seat_work w cross join jsonb_array_elements(w.answers) with ordinality answers (a, n)
      where w.merchant_id = merchant and w.call_id = made and w.submitted_at is not null
    $$;
    create function join_seat_answers() returns trigger language plpgsql as $$ begin
      new.answers := new.answers || seat_answers(new.merchant_id, new.call_id);
      return new;
    end $$;
    create trigger call_transcript_seat before insert on call_transcript for each row execute function join_seat_answers();
  `)
    .execute(db);
};
