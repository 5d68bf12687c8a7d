import type { HouseDb } from '../../platform/db/index.ts';

/** Where a line leads, as its owner typed it; '' for a gateway that registers with us. */
export interface LedTo {
  readonly merchantId: string;
  readonly address: string;
}

/** More lines than one installation carries. */
const MOST_LINES = 20_000;

/** Each way that a line of a merchant leads, but for the practice carrier's: switched off or not, it was saved. */
export const waysOfLines = async (db: HouseDb): Promise<readonly LedTo[]> =>
  db
    .selectFrom('line')
    .select(['merchant_id as merchantId', 'address'])
    .distinct()
    .where('practice', '=', false)
    .where('removed_at', 'is', null)
    .limit(MOST_LINES)
    .execute();
