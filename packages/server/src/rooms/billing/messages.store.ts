import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** A message whose hold is over. Money in ten-thousandths of a yuan. */
export interface SettledMessage {
  readonly id: string;
  readonly call: string | null;
  readonly parts: number;
  readonly held: number;
  /** What of it is paid: nothing where it did not go. */
  readonly cost: number;
}

/** Gives back what messages held and takes what they cost, an entry each, once a message. */
export const settleMessages = async (
  tx: UnscopedDb,
  merchantId: string,
  messages: readonly SettledMessage[],
): Promise<void> => {
  const held = messages.filter(one => one.held > 0);
  if (held.length === 0) return;
  await sql`
    with money as materialized (select merchant_id, amount from balance where merchant_id = ${merchantId} for update),
    given as (select * from unnest(${held.map(({ id }) => id)}::bigint[], ${held.map(({ call }) => call)}::bigint[],
      ${held.map(({ parts }) => parts)}::int[], ${held.map(one => one.held)}::bigint[], ${held.map(({ cost }) => cost)}::bigint[])
      given(id, call, parts, held, cost)),
    entry as (
      insert into ledger (merchant_id, kind, amount, amount_after, call_id, request_id, note)
      select money.merchant_id, 'sms', -given.cost / 10000.0,
        money.amount - sum(given.cost) over (order by given.id) / 10000.0, given.call, 'sms ' || given.id, given.parts::text
      from money, given where given.cost > 0 order by given.id
      on conflict do nothing returning amount)
    update balance set amount = balance.amount + coalesce((select sum(amount) from entry), 0),
      reserved = balance.reserved - (select sum(held) from given) / 10000.0
    from money where balance.merchant_id = money.merchant_id`.execute(tx);
};
