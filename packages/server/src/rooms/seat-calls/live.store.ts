import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { LiveSeatCall, SaidBefore } from '../../platform/db/schema.seat-calls.ts';

interface Key {
  readonly merchantId: string;
  readonly call: string;
  readonly node: string;
}

/** How the call stands now; what was said before stays as it was. */
export const saveLive = async (
  db: UnscopedDb,
  { merchantId, call: callId, node }: Key,
  live: LiveSeatCall,
): Promise<void> => {
  const now = { node, live: JSON.stringify(live), at: new Date() };
  await db
    .insertInto('seatCall')
    .values({ merchantId, callId, ...now })
    .onConflict(conflict => conflict.columns(['merchantId', 'callId']).doUpdateSet(now))
    .execute();
};

/** What was said before a seat comes, which its page shows while it rings. */
export const saveBefore = async (
  db: UnscopedDb,
  { merchantId, call: callId, node }: Key,
  live: LiveSeatCall,
  before: SaidBefore,
): Promise<void> => {
  const now = { node, live: JSON.stringify(live), before: JSON.stringify(before) };
  await db
    .insertInto('seatCall')
    .values({ merchantId, callId, ...now })
    .onConflict(conflict => conflict.columns(['merchantId', 'callId']).doUpdateSet(now))
    .execute();
};

/** Of a call that somebody still looks at; what was said before stays. */
export const saveSummary = async (
  db: UnscopedDb,
  { merchantId, call }: Omit<Key, 'node'>,
  summary: string,
): Promise<void> => {
  const short: Pick<SaidBefore, 'summary' | 'summaryBy'> = { summary, summaryBy: 'model' };
  await db
    .updateTable('seatCall')
    .set({ before: sql<string>`before || ${JSON.stringify(short)}::jsonb` })
    .where('merchantId', '=', merchantId)
    .where('callId', '=', call)
    .execute();
};

export const dropLive = async (db: UnscopedDb, { merchantId, call }: Omit<Key, 'node'>): Promise<void> => {
  await db.deleteFrom('seatCall').where('merchantId', '=', merchantId).where('callId', '=', call).execute();
};

/** What this node left in an earlier life: its calls did not outlive it. */
export const dropLiveOf = async (db: UnscopedDb, node: string): Promise<void> => {
  await db.deleteFrom('seatCall').where('node', '=', node).execute();
};
