import { sql } from 'kysely';
import { byHand, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { type CallsFilter, cursor, filtered, newestFirst, withTask } from './filter.store.ts';

/** The list of calls and its totals. The dialler's own statements are in `dialler.store.ts`. */

/** What a row shows, a detail too. */
export const rowColumns = [
  'call.id',
  'call.phone',
  'call.planName',
  'call.lineName',
  'call.placedAt',
  'call.endedAt',
  'call.state',
  'call.sipCode',
  'call.level',
  'call.talkMs',
  'call.hungUpBy',
  'call.calleeName',
  'call.taskId',
  'call.attempt',
  'call.turns',
  'call.direction',
  'call.origin',
  'call.namesAuthority',
  'call.customerType',
  'call.variant',
  'call.tags',
  'task.name as taskName',
  'callCorrection.level as correctedLevel',
] as const;
/** Four decimals are kept, those that say something are shown: `0`, `0.12`. */
export const cost = sql<string>`trim_scale(call.cost)::text`.as('cost');

interface CallPage {
  readonly limit: number;
  /** Rows after this cursor, in the order of the list. */
  readonly after: string | null;
  readonly offset: number;
}

/**
 * Newest first; one row more than asked for tells that there are more. Which calls they are is found in an index (0124), then only
 * these rows are read.
 */
export const listCalls = (db: MerchantDb, wanted: CallsFilter, { limit, after, offset }: CallPage) => {
  const skipped = after === null ? offset : 0;
  const found = newestFirst(db, wanted, after, skipped + limit + 1)
    .select('call.id')
    .limit(limit + 1)
    .offset(skipped);
  return withTask(db.selectFrom('call'))
    .select(rowColumns)
    .select([cost, cursor])
    .where('call.id', 'in', found)
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .execute();
};
export type ListedCall = Awaited<ReturnType<typeof listCalls>>[number];

interface CallTotals {
  /** Exact to the bound; one more than it says that there are more. */
  readonly calls: number;
  readonly talkMs: number;
  readonly cost: string;
  /** Trials, in neither sum unless they alone are wanted. */
  readonly byHand: number;
}

/** Totals over the merchant's calls, `bound + 1` of them at most: the newest, so that no more of an index than they is read. */
export const totalCalls = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter,
  bound: number,
): Promise<CallTotals> => {
  const apart = wanted.filter.source === 'hand' ? sql<boolean>`false` : byHand;
  const found = filtered(db, wanted)
    .select(['call.talkMs', 'call.cost', apart.as('apart')])
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(bound + 1);
  const totals = await unscopedDb
    .selectFrom(found.as('found'))
    .select(eb => [
      eb.fn.countAll<string>().as('calls'),
      sql<string>`coalesce(sum(talk_ms) filter (where not apart), 0)`.as('talkMs'),
      sql<string>`trim_scale(coalesce(sum(cost) filter (where not apart), 0))::text`.as('cost'),
      sql<number>`(count(*) filter (where apart))::int`.as('byHand'),
    ])
    .executeTakeFirstOrThrow();
  return { ...totals, calls: Number(totals.calls), talkMs: Number(totals.talkMs) };
};
