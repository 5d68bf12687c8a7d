import type { SeatState } from '@lianxian/core';
import { sql } from 'kysely';
import { type MerchantDb, NODE_LIVES, type UnscopedDb } from '../../platform/db/index.ts';

/** What a seat shows as, from the calls process that holds its telephone. */
export interface SeatShown {
  readonly merchantId: string;
  /** Its employee. */
  readonly seat: string;
  readonly state: SeatState;
  readonly reason: string;
  readonly since: Date;
  readonly call: string | null;
  /** The process that says so. */
  readonly node: string;
  /** It registered there just now: the seat is that node's, whoever had it before. */
  readonly takes?: boolean;
}

/** As it is now: whoever was held by a process that is gone is offline. */
export const shownState = sql<SeatState>`case when seat_presence.state is null or not exists (
    select from calls_node where calls_node.id = seat_presence.node and ${NODE_LIVES}) then 'offline'
  else seat_presence.state end`;

/** False: another node has the seat by now, and nothing was written. */
export const writePresence = async (tx: UnscopedDb, shown: SeatShown): Promise<boolean> => {
  const { merchantId, seat, state, reason, since, call, node, takes = false } = shown;
  const { rows } = await sql`
    insert into seat_presence (merchant_id, employee_id, state, reason, since, node, call_id)
    values (${merchantId}, ${seat}, ${state}, ${reason}, ${since}, ${node}, ${call})
    on conflict (merchant_id, employee_id) do update
      set state = excluded.state, reason = excluded.reason, since = excluded.since, node = excluded.node,
        call_id = excluded.call_id
      where ${takes} or seat_presence.node = excluded.node or seat_presence.state = 'offline'
        or not exists (select from calls_node where calls_node.id = seat_presence.node and ${NODE_LIVES})
    returning 1`.execute(tx);
  return rows.length > 0;
};

const KEPT_DAYS = 400;

/** One span ends, the next begins; offline is none. What is older than a year goes. */
export const writeSpan = async (tx: UnscopedDb, shown: SeatShown): Promise<void> => {
  const { merchantId, seat, state, reason, since, call } = shown;
  const own = sql`merchant_id = ${merchantId} and employee_id = ${seat}`;
  await sql`update seat_span set ended_at = greatest(began_at, ${since}) where ${own} and ended_at is null`.execute(tx);
  await sql`delete from seat_span where ${own} and began_at < ${since}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    tx,
  );
  if (state === 'offline') return;
  await sql`
    insert into seat_span (merchant_id, employee_id, state, reason, call_id, began_at)
    values (${merchantId}, ${seat}, ${state}, ${reason}, ${call}, ${since})`.execute(tx);
};

/** Seats that a node which lives, and is not this one, has a telephone of. */
export const seatsElsewhere = async (
  db: UnscopedDb,
  {
    merchantId,
    seats,
    node,
  }: { readonly merchantId: string; readonly seats: readonly string[]; readonly node: string },
): Promise<readonly { readonly seat: string; readonly state: SeatState; readonly since: Date }[]> => {
  if (seats.length === 0) return [];
  const { rows } = await sql<{ seat: string; state: SeatState; since: Date }>`
    select p.employee_id as seat, p.state, p.since
    from seat_presence p join calls_node on calls_node.id = p.node and ${NODE_LIVES}
    where p.merchant_id = ${merchantId} and p.employee_id = any(${[...seats]}::bigint[]) and p.node <> ${node}`.execute(
    db,
  );
  return rows;
};

/** The node that has a seat's telephone, and where that is reached; null: none that lives. */
export const nodeOfSeat = async (
  db: UnscopedDb,
  seat: string,
): Promise<{ readonly node: string; readonly address: string } | null> => {
  const { rows } = await sql<{ node: string; address: string }>`
    select p.node, calls_node.address from seat_presence p join calls_node on calls_node.id = p.node and ${NODE_LIVES}
    where p.employee_id = ${seat} and p.state <> 'offline'`.execute(db);
  return rows[0] ?? null;
};

/** Of one seat; undefined: it was never online. */
export const presenceOf = (db: MerchantDb, employeeId: string) =>
  db
    .selectFrom('seatPresence')
    .select([
      shownState.as('state'),
      'seatPresence.reason',
      'seatPresence.since',
      'seatPresence.callId',
      'seatPresence.node',
    ])
    .where('seatPresence.employeeId', '=', employeeId)
    .executeTakeFirst();

export const seatNamed = (tx: MerchantDb, employeeId: string) =>
  tx
    .selectFrom('seatAccount')
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'seatAccount.merchantId')
        .onRef('employee.id', '=', 'seatAccount.employeeId'),
    )
    .select(['employee.name', 'seatAccount.extension'])
    .where('seatAccount.employeeId', '=', employeeId)
    .executeTakeFirst();

interface Within {
  readonly since: Date;
  readonly until: Date;
}

export const spansOf = (db: MerchantDb, employeeId: string, { since, until }: Within) =>
  db
    .selectFrom('seatSpan')
    .select(['seatSpan.state', 'seatSpan.reason', 'seatSpan.beganAt', 'seatSpan.endedAt'])
    .where('seatSpan.employeeId', '=', employeeId)
    .where('seatSpan.beganAt', '<', until)
    .where(sql<boolean>`(seat_span.ended_at is null or seat_span.ended_at > ${since})`)
    .orderBy('seatSpan.beganAt')
    .orderBy('seatSpan.id')
    .execute();

/** Seconds that each seat was each thing between two instants, and how many calls it talked in. `now`: where what is still so ends. */
export const sumsOf = (db: MerchantDb, { since, until, now }: Within & { readonly now: Date }) =>
  db
    .selectFrom('seatSpan')
    .select(['seatSpan.employeeId', 'seatSpan.state'])
    .select(
      sql<number>`round(sum(extract(epoch from greatest(interval '0', least(coalesce(seat_span.ended_at, ${now}), ${until})
        - greatest(seat_span.began_at, ${since})))))::int`.as('seconds'),
    )
    .select(sql<number>`count(distinct seat_span.call_id)::int`.as('calls'))
    .where('seatSpan.beganAt', '<', until)
    .where(sql<boolean>`(seat_span.ended_at is null or seat_span.ended_at > ${since})`)
    .groupBy(['seatSpan.employeeId', 'seatSpan.state'])
    .execute();
