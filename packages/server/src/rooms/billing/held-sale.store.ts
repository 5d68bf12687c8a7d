import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { MOST_YUAN } from './billing.store.ts';
import { lockBalances } from './transfer.store.ts';

/** What one merchant pays another out of what it holds: some things of one price. */
interface HeldSale {
  readonly buyerId: string;
  readonly sellerId: string;
  readonly kinds: { readonly buyer: 'recording'; readonly seller: 'recordingSale' };
  /** Ten-thousandths of a yuan, each. */
  readonly price: number;
  /** Names each thing for both: the same one is never paid twice. */
  readonly things: readonly string[];
  readonly byEmployee: string;
}

/**
 * Takes the price of each thing from what the buyer holds and gives it to the seller, an entry each on both sides, once a
 * thing. Both rows are locked by id first. `full`: the seller's balance would hold more than one may; nothing moved.
 */
export const payHeld = async (tx: UnscopedDb, sale: HeldSale): Promise<'paid' | 'full'> => {
  const { buyerId, sellerId, kinds, price, things, byEmployee } = sale;
  if (price === 0 || things.length === 0) return 'paid';
  await lockBalances(tx, [buyerId, sellerId]);
  const cost = sql`${price}::bigint / 10000.0`;
  const { rows: room } = await sql`
    select from balance where merchant_id = ${sellerId} and amount + ${things.length} * (${cost}) <= ${MOST_YUAN}`.execute(
    tx,
  );
  if (room.length === 0) return 'full';
  await sql`
    with sides as (
      select balance.merchant_id, balance.amount, side.kind, side.sign, side.peer
      from balance join (values (${buyerId}::bigint, ${kinds.buyer}::text, -1, ${sellerId}::bigint),
        (${sellerId}::bigint, ${kinds.seller}::text, 1, ${buyerId}::bigint)) side (id, kind, sign, peer) on side.id = balance.merchant_id),
    entry as (
      insert into ledger (merchant_id, kind, amount, amount_after, peer_id, request_id, by_employee, note)
      select merchant_id, kind, sign * (${cost}), amount + sign * (${cost}) * thing.n, peer, kind || ' ' || thing.name,
        ${byEmployee}, thing.name
      from sides, unnest(${[...things]}::text[]) with ordinality thing (name, n)
      order by thing.n, sides.sign
      on conflict do nothing returning merchant_id, amount),
    moved as (select merchant_id, sum(amount) as amount from entry group by merchant_id)
    update balance set amount = balance.amount + moved.amount, reserved = balance.reserved + least(moved.amount, 0)
    from moved where balance.merchant_id = moved.merchant_id`.execute(tx);
  return 'paid';
};
