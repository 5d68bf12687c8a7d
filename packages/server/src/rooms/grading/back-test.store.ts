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

export interface NewBackTest {
  readonly planId: string;
  readonly rules: readonly LevelRule[];
  readonly since: Date;
  readonly until: Date;
  readonly from: string;
  readonly to: string;
  readonly createdBy: string;
}

const payload = sql`json_build_object('merchantId', back_test.merchant_id::text, 'id', back_test.id::text)`;
const key = sql`'backTest ' || back_test.merchant_id || ' ' || back_test.id`;

/** A back-test and the job that carries it out, both or neither. Null while another one of the plan runs. */
export const startBackTest = (db: MerchantDb, test: NewBackTest): Promise<string | null> =>
  db.transaction(async tx => {
    // Of two that begin at once the second waits here and finds the first.
    await tx.selectFrom('plan').select('plan.id').where('plan.id', '=', test.planId).forUpdate().execute();
    const running = await tx
      .selectFrom('back_test')
      .select('back_test.id')
      .where('back_test.plan_id', '=', test.planId)
      .where('back_test.state', '=', 'running')
      .executeTakeFirst();
    if (running !== undefined) return null;
    const { id } = await tx
      .insertInto('back_test', {
        plan_id: test.planId,
        rules: JSON.stringify(test.rules),
        since: test.since,
        until: test.until,
        first_day: test.from,
        last_day: test.to,
        created_by: test.createdBy,
      })
      .returning('back_test.id')
      .returning(jobAdded(BACK_TEST_JOB, payload, key).as('job'))
      .executeTakeFirstOrThrow();
    return id;
  });

const shown = (db: MerchantDb) =>
  db
    .selectFrom('back_test')
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchant_id', '=', 'back_test.merchant_id')
        .onRef('employee.id', '=', 'back_test.created_by'),
    )
    .select([
      'back_test.id',
      'back_test.plan_id',
      'back_test.rules',
      'back_test.state',
      'back_test.created_at',
      'employee.name as who',
      sql<string>`back_test.first_day::text`.as('first_day'),
      sql<string>`back_test.last_day::text`.as('last_day'),
    ]);

const SHOWN = 20;

export const listBackTests = (db: MerchantDb, planId: string) =>
  shown(db).where('back_test.plan_id', '=', planId).orderBy('back_test.id', 'desc').limit(SHOWN).execute();

export const findBackTest = (db: MerchantDb, id: string) => shown(db).where('back_test.id', '=', id).executeTakeFirst();

/** What these have counted of the calls that the viewer may see. */
export const countsOf = (db: MerchantDb, tests: readonly string[]) =>
  db
    .selectFrom('back_test_count')
    .select(['back_test_count.test_id', 'back_test_count.what', 'back_test_count.was', 'back_test_count.becomes'])
    .select(sql<number>`sum(back_test_count.n)::int`.as('n'))
    .where('back_test_count.test_id', '=', sql<string>`any(${[...tests]}::bigint[])`)
    .groupBy(['back_test_count.test_id', 'back_test_count.what', 'back_test_count.was', 'back_test_count.becomes'])
    .orderBy('back_test_count.was')
    .orderBy('back_test_count.becomes')
    .execute();

/** False when there is none. One that is over stays as it is. */
export const wantStop = async (db: MerchantDb, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('back_test')
    .set({ cancel_wanted: true })
    .where('back_test.id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const running = (db: MerchantDb, id: string) =>
  db.updateTable('back_test').where('back_test.id', '=', id).where('back_test.state', '=', 'running');

/** One more beginning of a running back-test; undefined when there is none, or it is over. */
export const beginBackTest = (db: MerchantDb, id: string) =>
  running(db, id)
    .set({ tries: sql<number>`tries + 1` })
    .returning([
      'back_test.plan_id as planId',
      'back_test.rules',
      'back_test.since',
      'back_test.until',
      'back_test.changed',
      'back_test.after',
      'back_test.tries',
      'back_test.cancel_wanted as cancelWanted',
    ])
    .executeTakeFirst();

/** The same one goes on in a job of its own. */
export const queueBackTest = async (db: MerchantDb, id: string): Promise<void> => {
  await db
    .selectFrom('back_test')
    .select(jobAdded(BACK_TEST_JOB, payload, key).as('job'))
    .where('back_test.id', '=', id)
    .where('back_test.state', '=', 'running')
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
      'back_test_count',
      counts.map(({ owner, ...count }) => ({ test_id: id, owner_id: owner, ...count })),
    )
    .onConflict(conflict =>
      conflict.columns(['merchant_id', 'test_id', 'owner_id', 'what', 'was', 'becomes']).doUpdateSet({ n }),
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

export interface BackTestStep {
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
      .where('back_test.after', '=', from)
      .returning('back_test.cancel_wanted as cancelWanted')
      .executeTakeFirst();
    if (moved === undefined) return undefined;
    await putCounts(tx, id, counts, 'more');
    if (changes.length > 0)
      await tx
        .insertInto(
          'back_test_change',
          changes.map(({ call, ...change }, at) => ({ test_id: id, n: changed + at + 1, call_id: call, ...change })),
        )
        .execute();
    return moved;
  });

export const endBackTest = async (
  db: MerchantDb,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
): Promise<void> => {
  await running(db, id).set({ state, ended_at: sql<Date>`now()` }).execute();
};

/** Those of before: the newest of each plan stay. */
export const purgeOld = async (db: MerchantDb, planId: string): Promise<void> => {
  const kept = db
    .selectFrom('back_test')
    .select('back_test.id')
    .where('back_test.plan_id', '=', planId)
    .orderBy('back_test.id', 'desc')
    .limit(SHOWN);
  await db
    .deleteFrom('back_test')
    .where('back_test.plan_id', '=', planId)
    .where('back_test.state', '<>', 'running')
    .where('back_test.id', 'not in', kept)
    .execute();
};
