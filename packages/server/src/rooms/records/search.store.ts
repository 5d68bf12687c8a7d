import type { SaidSearch } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { type CallsFilter, cursor, newestFirst, wasSaid } from './filter.store.ts';

/**
 * Calls by what was said in them. Words that few calls may hold are found by the index of pairs (decision 84), all of them; calls
 * that are not in it yet, those of the last minute or two, are looked through.
 * Words of many calls are looked for along the list, from the newest on, among so many calls a request.
 */
const FEW = 2_000;
export const LOOKED_AT = 5_000;

/** All calls of the merchant in which it was said; null: too many may be. */
export const callsSaying = async (db: MerchantDb, said: SaidSearch): Promise<readonly string[] | null> => {
  const { may, does } = wasSaid(db.merchantId, said);
  const ways = [may, sql<boolean>`not call_transcript.sought`];
  let most = FEW;
  for (const way of ways) {
    const likely = await db
      .selectFrom('callTranscript')
      .select(sql`1`.as('one'))
      .where(way)
      .limit(most + 1)
      .execute();
    if (likely.length > most) return null;
    most -= likely.length;
  }
  const found: string[] = [];
  for (const way of ways) {
    const rows = await db.selectFrom('callTranscript').select('callTranscript.callId').where(way).where(does).execute();
    found.push(...rows.map(({ callId }) => callId));
  }
  return found;
};

interface Walked {
  /** In the list's order; one more than asked for tells that there are more. */
  readonly ids: readonly string[];
  /** The last call that was looked at; null: they were all looked at. */
  readonly end: string | null;
}

/** The next `count` calls along the list, and in which of them it was said. */
const lookAt = (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter & { readonly said: SaidSearch },
  { after, count }: { readonly after: string | null; readonly count: number },
) => {
  const along = newestFirst(db, { ...wanted, said: null, isOver: true }, after, count);
  return unscopedDb
    .selectFrom(along.select(['call.merchantId', 'call.id', 'call.listedAt', cursor]).as('looked'))
    .leftJoin('callTranscript', join =>
      join
        .onRef('callTranscript.merchantId', '=', 'looked.merchantId')
        .onRef('callTranscript.callId', '=', 'looked.id'),
    )
    .select(['looked.id', 'looked.cursor', sql<boolean | null>`${wasSaid(db.merchantId, wanted.said).does}`.as('says')])
    .orderBy('looked.listedAt', 'desc')
    .orderBy('looked.id', 'desc')
    .execute();
};

/** Few at first: words of every second call fill a page at once. */
const FIRST_LOOK = 250;

/** `most` calls in which it was said, the newest first, among those that are looked at. */
export const walkSaying = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter & { readonly said: SaidSearch },
  { after, most }: { readonly after: string | null; readonly most: number },
): Promise<Walked> => {
  const ids: string[] = [];
  let [end, looked] = [after, 0];
  for (let count = FIRST_LOOK; looked < LOOKED_AT && ids.length < most; count *= 2) {
    const calls = await lookAt(unscopedDb, db, wanted, { after: end, count: Math.min(count, LOOKED_AT - looked) });
    ids.push(...calls.filter(({ says }) => says === true).map(({ id }) => id));
    if (calls.length < Math.min(count, LOOKED_AT - looked)) return { ids: ids.slice(0, most), end: null };
    looked += calls.length;
    end = calls.at(-1)?.cursor ?? null;
  }
  return { ids: ids.slice(0, most), end: ids.length < most ? end : null };
};
