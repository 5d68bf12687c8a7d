import { sql } from 'kysely';
import { LIVE_IDS, type UnscopedDb } from '../../platform/db/index.ts';
import { liveOnRoot } from '../lines/index.ts';

/** A call of a claim, whose conversation wants somebody outside to be rung. */
interface LegKey {
  readonly merchantId: string;
  readonly call: string;
  readonly fence: number;
}

interface LegRoom {
  readonly lineId: string;
  readonly legs: number;
  /** A channel is free of the line, of the port and of the task's share in it; and how many calls the merchant has. */
  readonly isFree: boolean;
  readonly merchantLive: number;
  /** Ten-thousandths of a yuan a minute. */
  readonly price: number;
  /** Nothing is held for a second leg yet. */
  readonly isFirst: boolean;
  readonly practice: boolean;
}

/** What a live call's second leg would take; read under the locks of `lockLine`. Null: it lives no more. */
export const roomForLeg = async (tx: UnscopedDb, { merchantId, call, fence }: LegKey): Promise<LegRoom | null> => {
  const { rows } = await sql<LegRoom>`
    select c.line_id, c.legs, c.second_leg_price is null as is_first, l.practice,
      used.line < l.channels and ${liveOnRoot(sql`r`)} < r.channels
        and (c.port_id is null or used.port < p.channels)
        and (c.port_id is null or c.task_id is null or tp.channels is null or used.share < tp.channels) as is_free,
      used.merchant as merchant_live,
      (case when l.practice then 0 else l.price_per_minute * 10000 end)::float8 as price
    from call c
      join line l on l.merchant_id = c.merchant_id and l.id = c.line_id
      join line r on r.merchant_id = l.root_merchant_id and r.id = l.root_id
      left join port p on p.merchant_id = c.merchant_id and p.id = c.port_id
      left join task_port tp
        on tp.merchant_id = c.merchant_id and tp.task_id = c.task_id and tp.port_id = c.port_id
      cross join lateral (
        select coalesce(sum(o.legs), 0)::int as merchant,
          coalesce(sum(o.legs) filter (where o.line_id = c.line_id), 0)::int as line,
          coalesce(sum(o.legs) filter (where o.port_id = c.port_id), 0)::int as port,
          coalesce(sum(o.legs) filter (where o.port_id = c.port_id and o.task_id = c.task_id), 0)::int as share
        from call o where o.merchant_id = c.merchant_id and o.stage <> 'ended' and o.id >= ${LIVE_IDS}) used
    where c.merchant_id = ${merchantId} and c.id = ${call} and c.fence = ${fence} and c.stage in ('dialling', 'talking')`.execute(
    tx,
  );
  return rows[0] ?? null;
};

/** The call has a leg more from now on; `hold` more is held for it (ten-thousandths of a yuan). */
export const saveLeg = async (
  tx: UnscopedDb,
  { merchantId, call }: LegKey,
  { price, hold }: { readonly price: number; readonly hold: number },
): Promise<void> => {
  await tx
    .updateTable('call')
    .set({
      legs: sql<number>`legs + 1`,
      secondLegPrice: price / 10_000,
      reserved: sql<string>`reserved + ${hold}::bigint / 10000.0`,
    })
    .where('merchantId', '=', merchantId)
    .where('id', '=', call)
    .execute();
};

/** Nobody took the call, or who did has left: the channel is free again. What is held stays until the call ends. */
export const dropLeg = async (db: UnscopedDb, { merchantId, call, fence }: LegKey): Promise<void> => {
  await db
    .updateTable('call')
    .set({ legs: sql<number>`greatest(legs - 1, 1)` })
    .where('merchantId', '=', merchantId)
    .where('id', '=', call)
    .where('fence', '=', fence)
    .where('stage', '!=', 'ended')
    .execute();
};
