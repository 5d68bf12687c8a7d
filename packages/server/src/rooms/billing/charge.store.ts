import type { EntryKind } from '@lianxian/contract';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** What is paid beside talk: text messages, and what a call used of models, recognisers and voices. */
type UseKind = Extract<EntryKind, 'sms' | 'model' | 'recognition' | 'synthesis'>;

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
