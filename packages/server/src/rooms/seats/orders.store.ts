import type { SeatMove } from '@lianxian/core';
import { sql } from 'kysely';
import { type MerchantDb, NODE_LIVES, type UnscopedDb } from '../../platform/db/index.ts';

/** What a page wants of the calls process that holds a seat, or its call, and what two of these tell each other: a row and a wake-up. */
export const SEAT_ORDERS_CHANNEL = 'seat_order';

export type SeatAct =
  | 'hold'
  | 'resume'
  | 'keys'
  | 'record'
  | 'pause'
  | 'consult'
  | 'transfer'
  | 'conference'
  | 'drop'
  | 'swap'
  | 'hangUp'
  | 'rejoin';

/** Who is brought in: a seat by its employee, a group, a number as it is kept. */
export type SeatTarget =
  | { readonly type: 'seat' | 'group'; readonly id: string }
  | { readonly type: 'outside'; readonly phone: string };

export type SeatOrder =
  | { readonly type: 'state'; readonly state: 'idle' | 'break' | 'wrapUpOver'; readonly reason: string }
  | {
      readonly type: 'act';
      readonly act: SeatAct;
      readonly to: SeatTarget | null;
      readonly party: string | null;
      readonly keys: string;
    }
  /** What a call of another node (`node`) makes of a seat of this one. */
  | { readonly type: 'moves'; readonly node: string; readonly moves: readonly SeatMove[] };

interface NewOrder {
  readonly employeeId: string;
  readonly callId: string | null;
  readonly node: string;
  readonly order: SeatOrder;
}

export const insertOrder = async (tx: MerchantDb, { order, ...row }: NewOrder): Promise<void> => {
  await tx.insertInto('seatOrder', { ...row, ordered: JSON.stringify(order) }).execute();
};

/** For the node that holds the telephone of a seat; nothing where none that lives does. Answers which it is. */
export const tellHolder = async (
  db: UnscopedDb,
  {
    merchantId,
    seat,
    call,
    order,
  }: { readonly merchantId: string; readonly seat: string; readonly call: string; readonly order: SeatOrder },
): Promise<string | null> => {
  const { rows } = await sql<{ node: string }>`
    insert into seat_order (merchant_id, employee_id, call_id, node, ordered)
    select p.merchant_id, p.employee_id, ${call}, p.node, ${JSON.stringify(order)}::jsonb
    from seat_presence p join calls_node on calls_node.id = p.node and ${NODE_LIVES}
    where p.merchant_id = ${merchantId} and p.employee_id = ${seat}
    returning node`.execute(db);
  return rows[0]?.node ?? null;
};

/** A seat is back on `node`, and has calls that live on others: each is to bring it back. Answers which nodes have one. */
export const tellCallsElsewhere = async (
  db: UnscopedDb,
  { merchantId, seat, node }: { readonly merchantId: string; readonly seat: string; readonly node: string },
): Promise<readonly string[]> => {
  const order: SeatOrder = { type: 'act', act: 'rejoin', to: null, party: null, keys: '' };
  const own = JSON.stringify({ parties: [{ type: 'seat', id: seat }] });
  const { rows } = await sql<{ node: string }>`
    insert into seat_order (merchant_id, employee_id, call_id, node, ordered)
    select c.merchant_id, ${seat}, c.call_id, c.node, ${JSON.stringify(order)}::jsonb
    from seat_call c join calls_node on calls_node.id = c.node and ${NODE_LIVES}
    where c.merchant_id = ${merchantId} and c.node <> ${node} and c.live @> ${own}::jsonb
    returning node`.execute(db);
  return [...new Set(rows.map(row => row.node))];
};

interface TakenOrder {
  readonly merchantId: string;
  readonly employeeId: string;
  readonly callId: string | null;
  readonly order: SeatOrder;
}

/** Older ones are nobody's wish any more: their node was away. */
const STALE_S = 30;
const AT_ONCE = 200;

/** The orders for a node, in the order in which they were given; each is taken once. Those of nodes that never came back go. */
export const takeSeatOrders = async (db: UnscopedDb, node: string): Promise<readonly TakenOrder[]> => {
  const { rows } = await sql<TakenOrder & { id: string; isStale: boolean }>`
    delete from seat_order where (merchant_id, id) in (
      select merchant_id, id from seat_order
      where node = ${node} or at < now() - make_interval(secs => ${2 * STALE_S}) order by id limit ${AT_ONCE} for update skip locked)
    returning id, merchant_id, employee_id, call_id, ordered as "order",
      at < now() - make_interval(secs => ${STALE_S}) as is_stale`.execute(db);
  return rows
    .filter(({ isStale }) => !isStale)
    .toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    .map(({ merchantId, employeeId, callId, order }) => ({ merchantId, employeeId, callId, order }));
};
