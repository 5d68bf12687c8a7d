import type { balanceEndpoints, InputOf } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** A merchant's balance and ledger as they are read. */
type Kind = InputOf<typeof balanceEndpoints.ledger>['kind'];

const text = (column: string) => sql<string>`trim_scale(${sql.ref(column)})::text`;
const NOTHING = { amount: '0', reserved: '0', available: '0', lowBelow: null, isLow: false } as const;

/** Yuan. No row is a balance of 0. */
export const balanceOf = async (db: MerchantDb) =>
  (await db
    .selectFrom('balance')
    .select([
      text('balance.amount').as('amount'),
      text('balance.reserved').as('reserved'),
      sql<string>`trim_scale(balance.amount - balance.reserved)::text`.as('available'),
      sql<string | null>`trim_scale(balance.low_below)::text`.as('lowBelow'),
      sql<boolean>`balance.low_since is not null`.as('isLow'),
    ])
    .executeTakeFirst()) ?? NOTHING;

interface LedgerQuery {
  /** Of calls are their reversals and corrections too: together they are what calls cost. */
  readonly kind: Kind;
  /** A day of the merchant's zone, `2026-03-09`. */
  readonly day: string | undefined;
}

/** The instant at which a day of the merchant's zone begins. */
const startOf = (merchantId: string, day: string, plusDays: number) =>
  sql<Date>`((${day}::date + ${plusDays}::int)::timestamp at time zone
    (select zone from merchant where merchant.id = ${merchantId}))`;

/** Entries that moved money; calls that cost nothing are left out. */
const entries = (db: MerchantDb, { kind, day }: LedgerQuery) => {
  let query = db.selectFrom('ledger').where('ledger.amount', '<>', '0');
  // Without calls by their own index: they are nearly all of it.
  if (kind === 'call') query = query.where('ledger.kind', 'in', ['call', 'reversal', 'correction']);
  else if (kind !== undefined) query = query.where('ledger.kind', '=', sql.lit(kind));
  if (day !== undefined)
    query = query
      .where('ledger.at', '>=', startOf(db.merchantId, day, 0))
      .where('ledger.at', '<', startOf(db.merchantId, day, 1));
  return query;
};

/** Newest first; one row more than asked for tells that there are more. */
export const listLedger = (
  db: MerchantDb,
  query: LedgerQuery,
  { after, offset, limit }: { after: string | null; offset: number; limit: number },
) => {
  const newest = entries(db, query)
    .leftJoin('merchant as peer', 'peer.id', 'ledger.peerId')
    .select([
      'ledger.id',
      'ledger.at',
      'ledger.kind',
      text('ledger.amount').as('amount'),
      text('ledger.amountAfter').as('amountAfter'),
      'ledger.callId',
      'ledger.note',
      'peer.number as peerNumber',
      'peer.name as peerName',
    ])
    .orderBy('ledger.id', 'desc')
    .limit(limit + 1);
  return (after === null ? newest.offset(offset) : newest.where('ledger.id', '<', after)).execute();
};

/** How many entries there are, exact to `bound`; one more than it says that there are more. */
export const countLedger = async (db: MerchantDb, query: LedgerQuery, bound: number): Promise<number> =>
  (
    await entries(db, query)
      .select(sql<number>`1`.as('one'))
      .limit(bound + 1)
      .execute()
  ).length;
