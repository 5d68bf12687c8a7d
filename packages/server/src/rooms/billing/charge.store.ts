import type { EntryKind } from '@lianxian/contract';
import { type CallUse, type UseRates, useCostOf } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { messagePrice } from './use-price.store.ts';

/** What is paid beside talk: text messages, and what a call used of models, recognisers, voices and a plan of the market. */
type UseKind = Extract<EntryKind, 'sms' | 'model' | 'recognition' | 'synthesis' | 'plan'>;

interface Use {
  readonly merchantId: string;
  readonly kind: UseKind;
  /** Ten-thousandths of a yuan. */
  readonly amount: number;
  /** The call it was for; of a kind that is no message a call is charged once. */
  readonly call: string | null;
  /** The same one twice counts once. */
  readonly requestId: string | null;
  readonly note?: string;
}

/**
 * Takes what was used from the balance, as far as it reaches beside what is held for talks, so that it never falls below 0.
 * With `whole` all of it or nothing, for what has not been sent yet. Returns what was taken; null: it did not reach, or was
 * charged before.
 */
export const charge = async (tx: UnscopedDb, use: Use, whole: boolean): Promise<number | null> => {
  const { merchantId, kind, amount, call, requestId, note = '' } = use;
  if (amount === 0) return 0;
  const { rows } = await sql<{ taken: number }>`
    with money as materialized (
      select merchant_id, amount, least(${amount}::bigint / 10000.0, amount - reserved) as takes
      from balance where merchant_id = ${merchantId} for update),
    entry as (
      insert into ledger (merchant_id, kind, amount, amount_after, call_id, request_id, note)
      select merchant_id, ${kind}, -takes, amount - takes, ${call}::bigint, ${requestId}, ${note} from money
      where not ${whole}::boolean or takes = ${amount}::bigint / 10000.0
      on conflict do nothing
      returning merchant_id, amount)
    update balance set amount = balance.amount + entry.amount from entry where balance.merchant_id = entry.merchant_id
    returning (-entry.amount * 10000)::float8 as taken`.execute(tx);
  return rows[0]?.taken ?? null;
};

interface UsesOfCall {
  readonly merchantId: string;
  readonly call: string;
  /** What it was placed with; null: its use costs nothing. */
  readonly rates: UseRates | null;
  readonly uses: readonly CallUse[];
}

/** What a call used, an entry a kind, once; after its talk, whose hold is free by then. Returns what was taken in all. */
export const chargeUses = async (tx: UnscopedDb, { merchantId, call, rates, uses }: UsesOfCall): Promise<number> => {
  if (rates === null) return 0;
  const costs = useCostOf(rates, uses);
  let taken = 0;
  for (const kind of ['recognition', 'synthesis', 'model'] as const)
    taken += (await charge(tx, { merchantId, kind, amount: costs[kind], call, requestId: null }, false)) ?? 0;
  return taken;
};

interface Message {
  readonly merchantId: string;
  /** As its carrier counts them. */
  readonly parts: number;
  /** The call it follows; null: none. */
  readonly call: string | null;
  /** The same one twice counts once. */
  readonly requestId: string;
}

/**
 * Charges a text message before it is sent, all its parts or nothing. Returns what was taken; `before`: this request was
 * charged already; `short`: the balance did not reach.
 */
export const chargeMessage = async (
  tx: UnscopedDb,
  { parts, ...message }: Message,
): Promise<number | 'before' | 'short'> => {
  const price = await messagePrice(tx, message.merchantId);
  const taken = await charge(tx, { ...message, kind: 'sms', amount: parts * price, note: String(parts) }, true);
  if (taken !== null) return taken;
  const { merchantId, requestId } = message;
  const earlier = tx.selectFrom('ledger').select('id').where('merchantId', '=', merchantId);
  return (await earlier.where('requestId', '=', requestId).executeTakeFirst()) === undefined ? 'short' : 'before';
};
