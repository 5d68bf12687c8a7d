import type { CalleeStateWord, CallState, PeopleSearch } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { areWanted } from '../tasks/index.ts';

/** Which numbers of a task are to leave its list; without any wish all of them. */
export interface WantedNumbers {
  readonly state: CalleeStateWord | undefined;
  readonly lastState: CallState | undefined;
  readonly phone: PeopleSearch;
}

/** What is settled stays as it is, but for what an interruption left open. */
const mayLeave = sql<boolean>`(callee.state <> 'settled' or callee.because = 'interrupted') and callee.because <> 'takenOut'`;

const wantedOf = (db: MerchantDb, task: string, wanted: WantedNumbers) => {
  const of = db.selectFrom('callee').where('callee.taskId', '=', task).where(mayLeave);
  return areWanted({ merchantId: db.merchantId, task }, wanted).reduce(
    (query, condition) => query.where(condition),
    of,
  );
};

/** The next of them in the order they came; `after` is the last one seen. */
export const nextWanted = async (
  db: MerchantDb,
  task: string,
  wanted: WantedNumbers,
  page: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> => {
  const rows = await wantedOf(db, task, wanted)
    .select('callee.id')
    .where('callee.id', '>', page.after)
    .orderBy('callee.id')
    .limit(page.limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** How many they are, exact to `bound`, and how many of those were called before. */
export const countWanted = async (
  db: MerchantDb,
  task: string,
  wanted: WantedNumbers,
  bound: number,
): Promise<{ readonly n: number; readonly called: number }> => {
  const rows = await wantedOf(db, task, wanted)
    .select(sql<boolean>`callee.attempts > 0`.as('called'))
    .limit(bound)
    .execute();
  return { n: rows.length, called: rows.filter(({ called }) => called).length };
};

/** People of a task who have one of these numbers, whichever of theirs it is. */
export const withNumbers = async (
  db: MerchantDb,
  task: string,
  phones: readonly string[],
): Promise<readonly string[]> => {
  const own = await db
    .selectFrom('callee')
    .select('callee.id')
    .where('callee.taskId', '=', task)
    .where(mayLeave)
    .where(sql<boolean>`callee.phone = any(${phones}::text[])`)
    .execute();
  const further = await db
    .selectFrom('calleeNumber')
    .select('calleeNumber.calleeId as id')
    .where('calleeNumber.taskId', '=', task)
    .where(sql<boolean>`callee_number.phone = any(${phones}::text[])`)
    .execute();
  return [...new Set([...own, ...further].map(({ id }) => id))];
};
