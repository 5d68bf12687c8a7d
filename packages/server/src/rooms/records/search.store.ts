import type { SaidSearch } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { type CallsFilter, cursor, newestFirst, wasSaid } from './filter.store.ts';

/**
 * Calls by what was said in them. Words that few calls may hold are found by the index of pairs (decision 84), all of them.
 * Words of many calls are looked for along the list, from the newest on, among so many calls a request.
 */
const FEW = 2_000;
export const LOOKED_AT = 5_000;

/** All calls of the merchant in which it was said; null: too many may be. */
export const callsSaying = async (db: MerchantDb, said: SaidSearch): Promise<readonly string[] | null> => {
  const { may, does } = wasSaid(db.merchantId, said);
  const likely = await db
    .selectFrom('callTranscript')
    .select(sql`1`.as('one'))
    .where(may)
    .limit(FEW + 1)
    .execute();
  if (likely.length > FEW) return null;
  const found = await db.selectFrom('callTranscript').select('callTranscript.callId').where(may).where(does).execute();
  return found.map(({ callId }) => callId);
};

interface Walked {
  /** In the list's order; one more than asked for tells that there are more. */
  readonly ids: readonly string[];
  /** The last call that was looked at; null: they were all looked at. */
  readonly end: string | null;
}

/** `most` calls in which it was said, the newest first, among those that are looked at. */
export const walkSaying = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter & { readonly said: SaidSearch },
  { after, most }: { readonly after: string | null; readonly most: number },
): Promise<Walked> => {
  const along = () => newestFirst(db, { ...wanted, said: null, isOver: true }, after, LOOKED_AT);
  const looked = along().select(['call.merchantId', 'call.id', 'call.listedAt']);
  const found = await unscopedDb
    .selectFrom(looked.as('looked'))
    .innerJoin('callTranscript', join =>
      join
        .onRef('callTranscript.merchantId', '=', 'looked.merchantId')
        .onRef('callTranscript.callId', '=', 'looked.id'),
    )
    .select('looked.id')
    .where(wasSaid(db.merchantId, wanted.said).does)
    .orderBy('looked.listedAt', 'desc')
    .orderBy('looked.id', 'desc')
    .limit(most)
    .execute();
  const ids = found.map(({ id }) => id);
  if (ids.length === most) return { ids, end: null };
  const [last] = await along()
    .select(cursor)
    .limit(1)
    .offset(LOOKED_AT - 1)
    .execute();
  return { ids, end: last?.cursor ?? null };
};
