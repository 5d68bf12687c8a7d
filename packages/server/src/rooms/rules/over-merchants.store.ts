import type { CallsOfNumber } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb, Write } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { countsOfCalls } from './counts.store.ts';

/**
 * Calls of a number over all merchants, where the platform caps them together (decision 96). A row holds a key that only the house
 * can make of the phone, and the instant; whose calls they were is nowhere.
 */
export type NumberKey = (phone: string) => string;

/** As many characters as 128 bits and a little take. */
const KEY_CHARS = 22;
export const numberKeyWith =
  ({ digest }: Pick<Secrets, 'digest'>): NumberKey =>
  phone =>
    digest(`called ${phone}`).slice(0, KEY_CHARS);

/**
 * Takes numbers until the end of the transaction, those that no other merchant's tick has now. It waits for nobody, so it has no
 * place in the order of locks; what is counted must be asked in a later statement, which sees what others committed before.
 */
export const takeOverMerchants = async (tx: UnscopedDb, keys: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...new Set(keys)]}::text[]) key
    where pg_try_advisory_xact_lock(hashtextextended('called ' || key, 0))`.execute(tx);
  return new Set(rows.map(({ key }) => key));
};

/** Asked for a number; a call that asks for itself is not counted. */
interface Asked {
  readonly key: string;
  readonly except: string | null;
}

/** In the order asked; `zone` is of the merchant by whose calendar days are counted. */
export const callsOverMerchants = async (
  tx: UnscopedDb,
  asked: readonly Asked[],
  zone: string,
): Promise<readonly CallsOfNumber[]> => {
  const { rows } = await sql<{ calls: CallsOfNumber }>`
    select (${countsOfCalls({
      zone: sql`${zone}::text`,
      made: since => sql`
        select number_called.at, number_called.calls - coalesce(number_called.at = own.placed_at, false)::int as calls
        from number_called left join call own on own.id = asked.own_call
        where number_called.key = asked.key and number_called.at >= ${since}`,
    })}) as calls
    from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ except }) => except)}::bigint[])
      with ordinality asked (key, own_call, nth)
    order by nth`.execute(tx);
  return rows.map(({ calls }) => calls);
};

/** Calls that this transaction places. */
export const countingOverMerchants =
  (keys: readonly string[]): Write =>
  turn =>
    sql`
    insert into number_called (key, at, calls)
    select key, now(), count(*) from unnest(${[...keys]}::text[]) key where ${turn} group by key
    on conflict (key, at) do update set calls = number_called.calls + excluded.calls`;

/** A call that never left. */
export const uncountOverMerchants = async (tx: UnscopedDb, key: string, call: string): Promise<void> => {
  await sql`
    update number_called set calls = number_called.calls - 1 from call own
    where own.id = ${call} and number_called.key = ${key} and number_called.at = own.placed_at and number_called.calls > 0`.execute(
    tx,
  );
};

/** No cap looks further back. */
export const sweepOverMerchants = async (db: UnscopedDb): Promise<void> => {
  await sql`delete from number_called where at < now() - interval '32 days'`.execute(db);
};
