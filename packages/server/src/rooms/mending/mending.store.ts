import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** When a call began, as the merchant's clock had it: what 明天 meant in it. Seen in the viewer's scope. */
export const clockOfCall = (db: MerchantDb, id: string) =>
  db
    .selectFrom('call')
    .innerJoin('merchant', 'merchant.id', 'call.merchantId')
    .select([
      sql<string>`to_char(call.placed_at at time zone merchant.zone, 'YYYY-MM-DD')`.as('date'),
      sql<number>`(extract(hour from call.placed_at at time zone merchant.zone) * 60
        + extract(minute from call.placed_at at time zone merchant.zone))::int`.as('minute'),
      'call.calleeName',
    ])
    .where('call.id', '=', id)
    .executeTakeFirst();
