import type { BellKind } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb, RowOwner, UnscopedDb } from '../../platform/db/index.ts';

/** Something that people are told of by the bell. */
interface BellEvent {
  readonly merchantId: string;
  readonly kind: BellKind;
  /** What it is about: those of one kind about one thing are one line. */
  readonly about: string;
  /** The call that the message leads to. */
  readonly callId?: string | null;
  /** The task that it is about. */
  readonly taskId?: string;
  /** Whose the row is; nobody's is told to whoever sees all. */
  readonly ownerId?: string | null;
  /** Told to these alone. */
  readonly people?: readonly string[];
  /** What its sentence is filled with. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** Written in the transaction of what happened; it rings within a second of the commit. */
export const ringBell = (tx: UnscopedDb, event: BellEvent): Promise<void> => ringBells(tx, [event]);

export const ringBells = async (tx: UnscopedDb, events: readonly BellEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.map(event => ({
    merchantId: event.merchantId,
    kind: event.kind,
    about: event.about,
    callId: event.callId ?? null,
    taskId: event.taskId ?? null,
    ownerId: event.ownerId ?? null,
    people: event.people ?? null,
    facts: JSON.stringify(event.facts),
  }));
  await tx.insertInto('bellEvent').values(rows).execute();
};

export interface BellGroup {
  readonly merchantId: string;
  readonly kind: string;
  readonly about: string;
}

/** Those of one kind about one thing ring once in so long. */
const QUIET = sql`interval '1 minute'`;
const MOST_GROUPS = 200;

/** What may ring now, the longest waiting first. */
export const dueGroups = async (db: UnscopedDb): Promise<readonly BellGroup[]> => {
  const { rows } = await sql<BellGroup>`
    select e.merchant_id, e.kind, e.about from bell_event e
    where not exists (select from bell_rung r where r.merchant_id = e.merchant_id and r.kind = e.kind and r.about = e.about
      and r.rung_at > now() - ${QUIET})
    group by 1, 2, 3 order by min(e.id) limit ${sql.lit(MOST_GROUPS)}`.execute(db);
  return rows;
};

/** What a group came to. */
export interface Gathered {
  readonly count: number;
  readonly callId: string | null;
  /** '' where it is about several; null: about none. */
  readonly task: string | null;
  readonly owners: readonly (string | null)[];
  /** Of those that are told to some alone. */
  readonly people: readonly string[];
  /** Some are told to whom it concerns. */
  readonly concerns: boolean;
  /** Of the latest. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** Takes a group for this transaction, all that has come of it; null: another took it. */
export const takeGroup = async (tx: UnscopedDb, { merchantId, kind, about }: BellGroup): Promise<Gathered | null> => {
  const { rows: mine } = await sql`
    insert into bell_rung (merchant_id, kind, about, rung_at) values (${merchantId}, ${kind}, ${about}, now())
    on conflict (merchant_id, kind, about) do update set rung_at = now() where bell_rung.rung_at <= now() - ${QUIET}
    returning 1`.execute(tx);
  if (mine.length === 0) return null;
  const { rows } = await sql<Gathered>`
    with gone as (
      delete from bell_event where merchant_id = ${merchantId} and kind = ${kind} and about = ${about}
      returning id, call_id, task_id, owner_id, people, facts)
    select count(*)::int as count, max(call_id)::text as call_id,
      case when count(distinct task_id) > 1 then '' else max(task_id)::text end as task,
      (select coalesce(array_agg(distinct owner_id::text), '{}') from gone where people is null) as owners,
      (select coalesce(array_agg(distinct person::text), '{}') from gone, unnest(people) person) as people,
      coalesce(bool_or(people is null), false) as concerns,
      (select facts from gone order by id desc limit 1) as facts
    from gone having count(*) > 0`.execute(tx);
  return rows[0] ?? null;
};

/** Nothing rings for them any more: a day old. */
export const forgetRung = async (db: UnscopedDb): Promise<void> => {
  await sql`delete from bell_rung where rung_at < now() - interval '1 day'`.execute(db);
};

/** A person as the owner of rows. */
export const ownerOf = async (db: UnscopedDb, merchantId: string, id: string): Promise<RowOwner> => {
  const { rows } = await sql<{ path: string }>`
    select coalesce(department.path, '') as path from employee left join department
      on department.merchant_id = employee.merchant_id and department.id = employee.department_id
    where employee.merchant_id = ${merchantId} and employee.id = ${id}`.execute(db);
  return { id, departmentPath: rows[0]?.path ?? '' };
};

/** Those of them who want to be told of this kind. */
export const whoListens = async (
  db: UnscopedDb,
  { merchantId, kind }: BellGroup,
  people: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${people}::bigint[]) as told (id)
    where not exists (select from bell_choice c
      where c.merchant_id = ${merchantId} and c.employee_id = told.id and ${kind} = any(c.off))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/** The call-back that a call asks for, and who of these has a seat to make it with. */
export const callBackOf = async (
  tx: UnscopedDb,
  { merchantId, callId }: { readonly merchantId: string; readonly callId: string },
  people: readonly string[],
): Promise<{ readonly id: string; readonly phone: string; readonly seats: readonly string[] } | undefined> => {
  const { rows } = await sql<{ id: string; phone: string; seats: string[] }>`
    select todo.id, todo.phone, (select coalesce(array_agg(employee.id::text), '{}') from employee
      where employee.merchant_id = todo.merchant_id and employee.id = any(${people}::bigint[])
        and employee.has_seat and employee.seat_right) as seats
    from todo where todo.merchant_id = ${merchantId} and todo.call_id = ${callId} and todo.state = 'open'
    order by todo.id desc limit 1`.execute(tx);
  return rows[0];
};

export const choicesOf = async (db: MerchantDb, employeeId: string): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('bellChoice')
      .select('bellChoice.off')
      .where('bellChoice.employeeId', '=', employeeId)
      .executeTakeFirst()
  )?.off ?? [];

export const saveChoices = async (db: MerchantDb, employeeId: string, off: readonly string[]): Promise<void> => {
  await db
    .insertInto('bellChoice', { employeeId, off })
    .onConflict(conflict => conflict.columns(['merchantId', 'employeeId']).doUpdateSet({ off }))
    .execute();
};
