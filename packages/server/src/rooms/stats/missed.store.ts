import { maskNumbers } from '@lianxian/core';
import { sql } from 'kysely';
import { byHand, type MerchantDb, notByHand } from '../../platform/db/index.ts';
import type { StatNarrowing } from './rows.store.ts';
import type { Span } from './span.store.ts';

/** So many sentences are shown, of so many of the newest lines. */
const MOST_SHOWN = 100;

/** What was said and not understood, in these words, most often first; numbers in them are masked for everybody. */
export const missedOf = async (
  db: MerchantDb,
  wish: StatNarrowing & { readonly planId: string },
  { since, until }: Span,
): Promise<{ readonly text: string; readonly n: number }[]> => {
  let query = db
    .selectFrom('call')
    .innerJoin('missedLine as missed', join =>
      join.onRef('missed.merchantId', '=', 'call.merchantId').onRef('missed.callId', '=', 'call.id'),
    )
    .select(['missed.text', sql<number>`count(*)::int`.as('n')])
    .where('missed.planId', '=', wish.planId)
    .where('missed.because', 'is', null)
    .where('call.removedAt', 'is', null)
    .where(wish.byHand ? byHand : notByHand)
    .where('call.placedAt', '>=', since)
    .where('call.placedAt', '<', until)
    // As calls are listed, at most an hour later: for the index.
    .where('missed.at', '>=', since)
    .where('missed.at', '<', sql<Date>`${until}::timestamptz + interval '1 hour'`);
  const { taskId, version: planVersion, lineId, portId, ownerId } = wish;
  for (const [column, asked] of Object.entries({ taskId, planVersion, lineId, portId, ownerId }))
    if (asked !== undefined) query = query.where(sql.ref<unknown>(`call.${column}`), '=', asked);
  const rows = await query
    .groupBy('missed.text')
    .orderBy('n', 'desc')
    .orderBy('missed.text')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(({ text, n }) => ({ text: maskNumbers(text), n }));
};
