import { marketLimits } from '@lianxian/contract';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** Moves of talks with plans that were not taken: so many by one merchant in a day of its own calendar. */
const today = (merchantId: string) =>
  sql`(select (now() at time zone zone)::date from merchant where id = ${merchantId})`;

export const turnsLeft = async (db: UnscopedDb, merchantId: string): Promise<number> => {
  const { rows } = await sql<{ turns: number }>`
    select turns from market_turn where merchant_id = ${merchantId} and day = ${today(merchantId)}`.execute(db);
  return Math.max(0, marketLimits.turnsADay - (rows[0]?.turns ?? 0));
};

interface Talk {
  readonly merchantId: string;
  readonly employeeId: string;
  readonly productId: string;
  readonly moves: readonly unknown[];
}

/** How many moves two talks have in common from their beginning. */
const common = (one: readonly unknown[], other: readonly unknown[]): number => {
  const at = one.findIndex((move, index) => JSON.stringify(move) !== JSON.stringify(other[index]));
  return at < 0 ? one.length : at;
};

/**
 * Counts what of a talk is new since the one that its person was in last, atomically: what is sent at once costs as much as what is
 * sent move by move. How many moves are left; null: more were asked than there are, and nothing was counted.
 */
export const countTurns = async (
  tx: UnscopedDb,
  { merchantId, employeeId, productId, moves }: Talk,
): Promise<number | null> => {
  const { rows } = await sql<{ turns: number }>`
    insert into market_turn (merchant_id, day, turns) values (${merchantId}, ${today(merchantId)}, 0)
    on conflict (merchant_id, day) do update set turns = market_turn.turns returning turns`.execute(tx);
  const used = rows[0]?.turns ?? 0;
  const last = await tx
    .selectFrom('marketTalk')
    .select(['productId', 'moves'])
    .where('merchantId', '=', merchantId)
    .where('employeeId', '=', employeeId)
    .executeTakeFirst();
  const known = last?.productId === productId ? common(moves, last.moves) : 0;
  const fresh = moves.length - known;
  if (used + fresh > marketLimits.turnsADay) return null;
  await sql`
    update market_turn set turns = turns + ${fresh} where merchant_id = ${merchantId} and day = ${today(merchantId)}`.execute(
    tx,
  );
  const talk = { productId, moves: JSON.stringify(moves) };
  await tx
    .insertInto('marketTalk')
    .values({ merchantId, employeeId, ...talk })
    .onConflict(conflict => conflict.columns(['merchantId', 'employeeId']).doUpdateSet(talk))
    .execute();
  return marketLimits.turnsADay - used - fresh;
};

/** Days that are over are asked for by nobody. */
export const forgetTurns = async (db: UnscopedDb): Promise<void> => {
  await sql`delete from market_turn where day < now()::date - 7`.execute(db);
};
