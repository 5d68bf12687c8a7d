import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { World } from './world.policy.ts';

/** Trades, whose lists hold for the merchants that belong to them. */

/** By name. How many merchants of this world each has, and whether this one is among them. */
export const listTrades = async (db: UnscopedDb, { resellerId }: World, merchantId: string | null) => {
  const isOwn = resellerId === null ? sql`true` : sql`m.reseller_id = ${resellerId}`;
  const { rows } = await sql<{ id: string; name: string; merchants: number; chosen: boolean }>`
    select t.id, t.name, count(m.id)::int as merchants, coalesce(bool_or(m.id = ${merchantId}::bigint), false) as chosen
    from trade t left join merchant_trade mt on mt.trade_id = t.id
      left join merchant m on m.id = mt.merchant_id and ${isOwn}
    group by t.id order by t.name, t.id`.execute(db);
  return rows;
};

export const tradeName = async (db: UnscopedDb, id: string): Promise<string | undefined> =>
  (await db.selectFrom('trade').select('name').where('id', '=', id).forUpdate().executeTakeFirst())?.name;

/** Null: its name is another's. */
export const saveTrade = async (tx: UnscopedDb, id: string | null, name: string): Promise<string | null> => {
  const { rows } = await (id === null
    ? sql<{ id: string }>`insert into trade (name) values (${name}) on conflict (lower(name)) do nothing returning id`
    : sql<{ id: string }>`update trade set name = ${name} where id = ${id}
        and not exists (select from trade other where lower(other.name) = lower(${name}) and other.id <> ${id}) returning id`
  ).execute(tx);
  return rows[0]?.id ?? null;
};

export const countTrades = async (db: UnscopedDb): Promise<number> =>
  Number((await db.selectFrom('trade').select(sql<string>`count(*)`.as('n')).executeTakeFirst())?.n ?? 0);

export const isListEmpty = async (db: UnscopedDb, id: string): Promise<boolean> =>
  (await db.selectFrom('sharedBlacklist').select('id').where('tradeId', '=', id).limit(1).executeTakeFirst()) ===
  undefined;

/** With what it had: its merchants, and the sheets that were once on its list. */
export const deleteTrade = async (tx: UnscopedDb, id: string): Promise<void> => {
  await tx.deleteFrom('merchantTrade').where('tradeId', '=', id).execute();
  await tx.deleteFrom('listImport').where('tradeId', '=', id).execute();
  await tx.deleteFrom('trade').where('id', '=', id).execute();
};

/** Names of those a merchant belongs to, held until the transaction ends. */
export const tradesOf = async (tx: UnscopedDb, merchantId: string): Promise<readonly string[]> => {
  await sql`select from merchant where id = ${merchantId} for no key update`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    select t.name from merchant_trade mt join trade t on t.id = mt.trade_id
    where mt.merchant_id = ${merchantId} order by t.name`.execute(tx);
  return rows.map(({ name }) => name);
};

/** False where one of them is not there. */
export const setTrades = async (tx: UnscopedDb, merchantId: string, ids: readonly string[]): Promise<boolean> => {
  await tx.deleteFrom('merchantTrade').where('merchantId', '=', merchantId).execute();
  const { numAffectedRows = 0n } = await sql`
    insert into merchant_trade (merchant_id, trade_id)
    select ${merchantId}, id from trade where id = any(${[...ids]}::bigint[])`.execute(tx);
  return Number(numAffectedRows) === ids.length;
};
