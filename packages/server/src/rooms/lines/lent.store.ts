import { type RawBuilder, sql } from 'kysely';
import { LIVE_IDS, type MerchantDb } from '../../platform/db/index.ts';

/** Live calls on the line that is joined as `root`, of all that have it: exact under the locks of `lockLine`. */
export const liveOnRoot = (root: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(c.legs), 0)::int from line had
    join call c on c.merchant_id = had.merchant_id and c.line_id = had.id and c.stage <> 'ended' and c.id >= ${LIVE_IDS}
  where had.root_id = ${root}.id and had.root_merchant_id = ${root}.merchant_id)`;

/** Somebody else has this line. */
export const isLent = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('line')
    .where('line.id', '=', id)
    .where(
      sql<boolean>`exists (select from line other where other.lender_id = line.merchant_id and other.lender_line_id = line.id
        and other.removed_at is null)`,
    )
    .select('line.id')
    .executeTakeFirst()) !== undefined;
