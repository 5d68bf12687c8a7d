import type { CallDirection, Level } from '@lianxian/core';
import { sql } from 'kysely';
import { type MerchantDb, type UnscopedDb, type Viewer, withinScope } from '../../platform/db/index.ts';
import type { CustomerEventKind } from '../../platform/db/schema.customers.ts';

/** What has been with a customer, from all that keeps such things: each a line with its moment, its kind and its id. */
export interface TimelineRow {
  readonly at: Date;
  /** Its place among those of one moment; the kind of row by its letter. */
  readonly letter: 'a' | 'c' | 'e' | 'f' | 'n' | 'r' | 's' | 't';
  readonly id: string;
  readonly by: string | null;
  readonly kind: CustomerEventKind | null;
  readonly facts: Readonly<Record<string, unknown>> | null;
  readonly text: string;
  readonly callId: string | null;
  readonly direction: CallDirection | null;
  readonly level: Level | null;
  readonly talkMs: number | null;
  readonly cursor: string;
}

interface Asked {
  readonly id: string;
  readonly phones: readonly string[];
  readonly after: string | null;
  readonly limit: number;
}

/** Calls and what hangs on them are seen as calls are: by data scope. */
const callsSeen = (viewer: Viewer | null) => (viewer === null ? sql`true` : withinScope(viewer, 'call.owner_id'));
const textsSeen = (viewer: Viewer | null, owner: string) => (viewer === null ? sql`true` : withinScope(viewer, owner));
const todosSeen = (viewer: Viewer | null) => (viewer === null ? sql`true` : withinScope(viewer, 'todo.owner_id'));

const parts = (after: string | null) => {
  const [micros = '', letter = '', id = '0'] = after?.split('-') ?? [];
  return after === null
    ? sql`true`
    : sql`(line.at, line.letter, line.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${letter}::text, ${id}::bigint)`;
};

/** The newest first; each kind is found by its own index, a page of each at most, and merged. */
export const readTimeline = async (
  unscopedDb: UnscopedDb,
  { merchantId, viewer }: MerchantDb,
  { id, phones, after, limit }: Asked,
): Promise<readonly TimelineRow[]> => {
  const behind = parts(after);
  const first = sql`order by line.at desc, line.letter desc, line.id desc limit ${limit}`;
  const numbers = sql`${[...phones]}::text[]`;
  const none = sql`null::text as kind, null::jsonb as facts`;
  const noCall = sql`null::bigint as call_id, null::text as direction, null::text as level, null::integer as talk_ms`;
  const { rows } = await sql<TimelineRow>`
    select line.*, (extract(epoch from line.at) * 1000000)::bigint || '-' || line.letter || '-' || line.id as cursor from (
      (select line.* from (select e.at, 'e' as letter, e.id, by_whom.name as by, e.kind, e.facts, '' as text, ${noCall}
        from customer_event e left join employee by_whom on by_whom.merchant_id = e.merchant_id and by_whom.id = e.by_employee
        where e.merchant_id = ${merchantId} and e.customer_id = ${id}) line where ${behind} ${first})
      union all
      (select line.* from (select call.listed_at as at, 'c' as letter, call.id, seat.name as by, ${none}, call.plan_name as text,
          call.id as call_id, call.direction, call.level, call.talk_ms
        from call left join employee seat on seat.merchant_id = call.merchant_id and seat.id = call.seat_id
        where call.merchant_id = ${merchantId} and call.phone = any(${numbers}) and call.stage = 'ended'
          and call.removed_at is null and ${callsSeen(viewer)}) line where ${behind} ${first})
      union all
      (select line.* from (select n.written_at as at, 'n' as letter, n.call_id as id, by_whom.name as by, ${none}, n.text,
          n.call_id, null::text as direction, null::text as level, null::integer as talk_ms
        from call join call_note n on n.merchant_id = call.merchant_id and n.call_id = call.id
          left join employee by_whom on by_whom.merchant_id = n.merchant_id and by_whom.id = n.written_by
        where call.merchant_id = ${merchantId} and call.phone = any(${numbers}) and call.removed_at is null and ${callsSeen(viewer)})
        line where ${behind} ${first})
      union all
      (select line.* from (select f.followed_at as at, 'f' as letter, f.call_id as id, by_whom.name as by, ${none}, '' as text,
          f.call_id, null::text as direction, null::text as level, null::integer as talk_ms
        from call join call_followed f on f.merchant_id = call.merchant_id and f.call_id = call.id
          left join employee by_whom on by_whom.merchant_id = f.merchant_id and by_whom.id = f.followed_by
        where call.merchant_id = ${merchantId} and call.phone = any(${numbers}) and call.removed_at is null and ${callsSeen(viewer)})
        line where ${behind} ${first})
      union all
      (select line.* from (select todo.due_at as at, 't' as letter, todo.id, null::text as by, ${none}, todo.note as text, todo.call_id,
          null::text as direction, null::text as level, null::integer as talk_ms
        from todo where todo.merchant_id = ${merchantId} and todo.phone = any(${numbers}) and ${todosSeen(viewer)})
        line where ${behind} ${first})
      union all
      (select line.* from (select m.created_at as at, 's' as letter, m.id, by_whom.name as by, null::text as kind,
          jsonb_build_object('state', m.state, 'because', m.because) as facts, m.text, m.call_id, null::text as direction,
          null::text as level, null::integer as talk_ms
        from sms_message m left join employee by_whom on by_whom.merchant_id = m.merchant_id and by_whom.id = m.owner_id
          and m.source in ('hand', 'batch')
        where m.merchant_id = ${merchantId} and m.phone = any(${numbers}) and ${textsSeen(viewer, 'm.owner_id')})
        line where ${behind} ${first})
      union all
      (select line.* from (select r.at, 'r' as letter, r.id, null::text as by, null::text as kind,
          jsonb_build_object('stop', r.stop) as facts, r.text, null::bigint as call_id, null::text as direction,
          null::text as level, null::integer as talk_ms
        from sms_reply r
        where r.merchant_id = ${merchantId} and r.phone = any(${numbers}) and ${textsSeen(viewer, 'r.owner_id')})
        line where ${behind} ${first})
    ) line ${first}`.execute(unscopedDb);
  return rows;
};

/** Names of people, by their ids. */
export const namesOf = async (db: MerchantDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('employee')
          .select(['employee.id', 'employee.name'])
          .where('employee.id', 'in', [...new Set(ids)])
          .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** People who work here, by their names: for who is named with @. */
export const peopleNamed = (db: MerchantDb, names: readonly string[]) =>
  names.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('employee')
        .select('employee.id')
        .where('employee.name', 'in', [...names])
        .where('employee.removedAt', 'is', null)
        .execute();

interface NextStep {
  readonly at: Date | null;
  readonly text: string;
  readonly by: string;
}
export const setNext = async (tx: MerchantDb, id: string, { at, text, by }: NextStep): Promise<void> => {
  await tx.whole
    .updateTable('customer')
    .set({ nextAt: at, nextText: at === null ? '' : text, nextBy: at === null ? null : by, nextToldAt: null })
    .where('customer.id', '=', id)
    .execute();
};

/** A minute of the merchant's clock as a moment. */
export const momentOf = async (unscopedDb: UnscopedDb, wall: string, zone: string): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`select ${wall}::timestamp at time zone ${zone} as at`.execute(unscopedDb);
  return rows[0]!.at;
};
