import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** A talk that wants whole minutes from its beginning to be held, its own, and those of a person who was handed it, and its use. */
export interface HoldWish {
  readonly merchantId: string;
  readonly call: string;
  readonly minutes: number;
  readonly handedMinutes: number;
  /** For what it uses beside its line, in ten-thousandths of a yuan. */
  readonly use: number;
}

interface Held {
  readonly call: string;
  /** So much is held by now; else the balance did not reach, and nothing more is. */
  readonly isCovered: boolean;
}

/**
 * Holds more for talks of this node, of all merchants in one statement: the calls first, then their balances in the order of
 * merchants (attempts/settle.ts). Of those that one balance does not reach for all, the calls that began first have it. A
 * call that is being filed, or is another node's by now, is not among the answers.
 */
export const holdMore = async (
  db: UnscopedDb,
  owner: string,
  wishes: readonly HoldWish[],
): Promise<readonly Held[]> => {
  const { rows } = await sql<Held>`
    with talking as materialized (
      -- A second leg holds its first minute from its ringing on.
      select c.merchant_id, c.id,
        c.price_per_minute * w.minutes + coalesce(c.second_leg_price, 0) * greatest(w.handed, 1) + w.use / 10000.0
          - c.reserved as more
      from unnest(${wishes.map(wish => wish.merchantId)}::bigint[], ${wishes.map(wish => wish.call)}::bigint[],
          ${wishes.map(wish => wish.minutes)}::int[], ${wishes.map(wish => wish.handedMinutes)}::int[],
          ${wishes.map(wish => wish.use)}::bigint[])
          w (merchant_id, id, minutes, handed, use)
        join call c on c.merchant_id = w.merchant_id and c.id = w.id
      where c.owner = ${owner} and c.stage in ('dialling', 'talking')
      for no key update of c skip locked),
    money as materialized (
      select merchant_id, amount - reserved as free from balance
      where merchant_id in (select merchant_id from talking where more > 0)
      order by merchant_id for update),
    held as (
      select asked.merchant_id, asked.id, asked.more
      from (select *, sum(more) over (partition by merchant_id order by id) as up_to from talking where more > 0) asked
        join money on money.merchant_id = asked.merchant_id
      where asked.up_to <= money.free),
    of_calls as (
      update call set reserved = call.reserved + held.more from held
      where call.merchant_id = held.merchant_id and call.id = held.id),
    of_balances as (
      update balance set reserved = balance.reserved + sums.more
      from (select merchant_id, sum(more) as more from held group by merchant_id) sums
      where balance.merchant_id = sums.merchant_id)
    select talking.id as call, talking.more <= 0 or held.id is not null as is_covered
    from talking left join held on held.merchant_id = talking.merchant_id and held.id = talking.id`.execute(db);
  return rows;
};
