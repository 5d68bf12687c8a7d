import type { LevelRule } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { jobAdded } from '../../platform/jobs.ts';
import type { LevelChange, LevelCount } from './back-test.policy.ts';

/**
 * Rows of back-tests. What one counts is kept by the owner of the calls: who looks is told the sum of those in their scope,
 * as the lists are (decision record 15).
 */
export const BACK_TEST_JOB = 'backTest';

interface NewBackTest {
  readonly planId: string;
  readonly rules: readonly LevelRule[];
  readonly since: Date;
  readonly until: Date;
  readonly from: string;
  readonly to: string;
  readonly createdBy: string;
}

/** One of a merchant at a time: each reads all its calls. */
const job = jobAdded(BACK_TEST_JOB, {
  payload: sql`json_build_object('merchantId', back_test.merchant_id::text, 'id', back_test.id::text)`,
  key: sql`'backTest ' || back_test.merchant_id || ' ' || back_test.id`,
  queue: sql`'back-tests of ' || back_test.merchant_id`,
}).as('job');

/** A back-test and the job that carries it out, both or neither. Null while another one of the plan runs. */
export const startBackTest = (db: MerchantDb, test: NewBackTest): Promise<string | null> =>
  db.transaction(async tx => {
    // Of two that begin at once the second waits here and finds the first.
    await tx.selectFrom('plan').select('plan.id').where('plan.id', '=', test.planId).forUpdate().execute();
    const running = await tx
      .selectFrom('backTest')
      .select('backTest.id')
      .where('backTest.planId', '=', test.planId)
      .where('backTest.state', '=', 'running')
      .executeTakeFirst();
    if (running !== undefined) return null;
    const { id } = await tx
      .insertInto('backTest', {
        planId: test.planId,
        rules: JSON.stringify(test.rules),
        since: test.since,
        until: test.until,
        firstDay: test.from,
        lastDay: test.to,
        createdBy: test.createdBy,
      })
      .returning('backTest.id')
      .returning(job)
      .executeTakeFirstOrThrow();
    return id;
  });

const shown = (db: MerchantDb) =>
  db
    .selectFrom('backTest')
    .innerJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'backTest.merchantId').onRef('employee.id', '=', 'backTest.createdBy'),
    )
    .select([
      'backTest.id',
      'backTest.planId',
      'backTest.rules',
      'backTest.state',
      'backTest.createdAt',
      'employee.name as who',
      sql<string>`back_test.first_day::text`.as('firstDay'),
      sql<string>`back_test.last_day::text`.as('lastDay'),
    ]);

const SHOWN = 20;

export const listBackTests = (db: MerchantDb, planId: string) =>
  shown(db).where('backTest.planId', '=', planId).orderBy('backTest.id', 'desc').limit(SHOWN).execute();
export type ShownBackTest = Awaited<ReturnType<typeof listBackTests>>[number];

export const findBackTest = (db: MerchantDb, id: string) => shown(db).where('backTest.id', '=', id).executeTakeFirst();

/** What these have counted of the calls that the viewer may see. */
export const countsOf = (db: MerchantDb, tests: readonly string[]) =>
  db
    .selectFrom('backTestCount')
    .select(['backTestCount.testId', 'backTestCount.what', 'backTestCount.was', 'backTestCount.becomes'])
    .select(sql<number>`sum(back_test_count.n)::int`.as('n'))
    .where('backTestCount.testId', '=', sql<string>`any(${[...tests]}::bigint[])`)
    .groupBy(['backTestCount.testId', 'backTestCount.what', 'backTestCount.was', 'backTestCount.becomes'])
    .orderBy('backTestCount.was')
    .orderBy('backTestCount.becomes')
    .execute();
export type ShownCount = Awaited<ReturnType<typeof countsOf>>[number];

/** False when there is none. One that is over stays as it is. */
export const wantStop = async (db: MerchantDb, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('backTest')
    .set({ cancelWanted: true })
    .where('backTest.id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const running = (db: MerchantDb, id: string) =>
  db.updateTable('backTest').where('backTest.id', '=', id).where('backTest.state', '=', 'running');

/** One more beginning of a running back-test; undefined when there is none, or it is over. */
export const beginBackTest = (db: MerchantDb, id: string) =>
  running(db, id)
    .set({ tries: sql<number>`tries + 1` })
    .returning([
      'backTest.planId',
      'backTest.rules',
      'backTest.since',
      'backTest.until',
      'backTest.changed',
      'backTest.after',
      'backTest.tries',
      'backTest.cancelWanted',
    ])
    .executeTakeFirst();

/** The same one goes on in a job of its own. */
export const queueBackTest = async (db: MerchantDb, id: string): Promise<void> => {
  await db
    .selectFrom('backTest')
    .select(job)
    .where('backTest.id', '=', id)
    .where('backTest.state', '=', 'running')
    .execute();
};

type NewCount = Pick<LevelCount, 'owner' | 'n'> & {
  readonly what: LevelCount['what'] | 'total';
  readonly was: LevelCount['was'] | '';
  readonly becomes: LevelCount['becomes'] | '';
};

/** Adds to what is counted, or says it anew. */
const putCounts = async (tx: MerchantDb, id: string, counts: readonly NewCount[], how: 'more' | 'anew') => {
  if (counts.length === 0) return;
  const n = how === 'more' ? sql<number>`back_test_count.n + excluded.n` : sql<number>`excluded.n`;
  await tx
    .insertInto(
      'backTestCount',
      counts.map(({ owner, ...count }) => ({ testId: id, ownerId: owner, ...count })),
    )
    .onConflict(conflict =>
      conflict.columns(['merchantId', 'testId', 'ownerId', 'what', 'was', 'becomes']).doUpdateSet({ n }),
    )
    .execute();
};

/** How many calls there are to be looked at. */
export const putTotals = (
  db: MerchantDb,
  id: string,
  totals: readonly { readonly owner: string; readonly n: number }[],
): Promise<void> =>
  putCounts(
    db,
    id,
    totals.map(total => ({ ...total, what: 'total', was: '', becomes: '' })),
    'anew',
  );

interface BackTestStep {
  readonly counts: readonly LevelCount[];
  /** How many had changed before these. */
  readonly changed: number;
  readonly changes: readonly LevelChange[];
  readonly from: string;
  readonly after: string;
}

/**
 * Commits a chunk: counts, changes and where to go on, or nothing when another process went on meanwhile. Undefined then;
 * else whether its end is wanted.
 */
export const commitStep = (db: MerchantDb, id: string, { counts, changes, changed, from, after }: BackTestStep) =>
  db.transaction(async tx => {
    const moved = await running(tx, id)
      .set({ changed: changed + changes.length, after, tries: 0 })
      .where('backTest.after', '=', from)
      .returning('backTest.cancelWanted')
      .executeTakeFirst();
    if (moved === undefined) return undefined;
    await putCounts(tx, id, counts, 'more');
    if (changes.length > 0)
      await tx
        .insertInto(
          'backTestChange',
          changes.map(({ call, ...change }, at) => ({ testId: id, n: changed + at + 1, callId: call, ...change })),
        )
        .execute();
    return moved;
  });

export const endBackTest = async (
  db: MerchantDb,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
): Promise<void> => {
  await running(db, id).set({ state, endedAt: sql<Date>`now()` }).execute();
};

/** Those of before: the newest of each plan stay. */
export const purgeOld = async (db: MerchantDb, planId: string): Promise<void> => {
  const kept = db
    .selectFrom('backTest')
    .select('backTest.id')
    .where('backTest.planId', '=', planId)
    .orderBy('backTest.id', 'desc')
    .limit(SHOWN);
  await db
    .deleteFrom('backTest')
    .where('backTest.planId', '=', planId)
    .where('backTest.state', '<>', 'running')
    .where('backTest.id', 'not in', kept)
    .execute();
};
