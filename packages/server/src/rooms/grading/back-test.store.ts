import type { Level, LevelRule } from '@lianxian/core';
import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';
import { jobAdded } from '../../platform/jobs.ts';
import type { LevelChange, Tally } from './back-test.policy.ts';

/** Rows of back-tests. The job that carries one out names its merchant in every statement. */
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
      'back_test.done',
      'back_test.total',
      'back_test.changed',
      'back_test.moves',
      'back_test.old_hits',
      'back_test.new_hits',
      'back_test.created_at',
      'employee.name as who',
      sql<string>`back_test.first_day::text`.as('first_day'),
      sql<string>`back_test.last_day::text`.as('last_day'),
    ]);

const SHOWN = 20;

export const listBackTests = (db: MerchantDb, planId: string) =>
  shown(db).where('back_test.plan_id', '=', planId).orderBy('back_test.id', 'desc').limit(SHOWN).execute();

export const findBackTest = (db: MerchantDb, id: string) => shown(db).where('back_test.id', '=', id).executeTakeFirst();

/** False when there is none. One that is over stays as it is. */
export const wantStop = async (db: MerchantDb, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('back_test')
    .set({ cancel_wanted: true })
    .where('back_test.id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export interface ChangesWish {
  readonly id: string;
  readonly after: number;
  readonly limit: number;
  readonly was?: Level | undefined;
  readonly becomes?: Level | undefined;
}

/** Calls in the scope of who looks; one row more than asked for tells that there are more. */
export const listChanges = (db: MerchantDb, { id, after, limit, was, becomes }: ChangesWish) => {
  let query = db
    .selectFrom('call')
    .innerJoin('back_test_change as change', join =>
      join.onRef('change.merchant_id', '=', 'call.merchant_id').onRef('change.call_id', '=', 'call.id'),
    )
    .leftJoin('call_correction', join =>
      join
        .onRef('call_correction.merchant_id', '=', 'call.merchant_id')
        .onRef('call_correction.call_id', '=', 'call.id'),
    )
    .select([
      'call.id',
      'call.phone',
      'call.listed_at',
      'call.talk_ms',
      'call.level',
      'call.level_rule',
      'call_correction.ruled_level',
      'call_correction.level as corrected',
      'change.n',
      'change.was',
      'change.becomes',
      'change.rule',
    ])
    .where('change.test_id', '=', id)
    .where('change.n', '>', after)
    .orderBy('change.n')
    .limit(limit + 1);
  if (was !== undefined) query = query.where('change.was', '=', was);
  if (becomes !== undefined) query = query.where('change.becomes', '=', becomes);
  return query.execute();
};

export interface BackTestKey {
  readonly merchantId: string;
  readonly id: string;
}

const running = (db: HouseDb, { merchantId, id }: BackTestKey) =>
  db.updateTable('back_test').where('merchant_id', '=', merchantId).where('id', '=', id).where('state', '=', 'running');

/** One more beginning of a running back-test; undefined when there is none, or it is over. */
export const beginBackTest = (db: HouseDb, own: BackTestKey) =>
  running(db, own)
    .set({ tries: sql<number>`tries + 1` })
    .returning([
      'plan_id as planId',
      'rules',
      'since',
      'until',
      'done',
      'changed',
      'moves',
      'old_hits as oldHits',
      'new_hits as newHits',
      'after',
      'tries',
      'cancel_wanted as cancelWanted',
    ])
    .executeTakeFirst();

/** The same one goes on in a job of its own. */
export const queueBackTest = async (db: HouseDb, { merchantId, id }: BackTestKey): Promise<void> => {
  await db
    .selectFrom('back_test')
    .select(jobAdded(BACK_TEST_JOB, payload, key).as('job'))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
};

export const setTotal = async (db: HouseDb, own: BackTestKey, total: number): Promise<void> => {
  await running(db, own).set({ total }).execute();
};

export interface BackTestStep {
  readonly tally: Tally;
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
export const commitStep = (tx: HouseDb, own: BackTestKey, step: BackTestStep) =>
  tx.transaction().execute(async within => {
    const { tally, changes, changed } = step;
    const moved = await running(within, own)
      .set({
        done: tally.done,
        changed: changed + changes.length,
        moves: JSON.stringify(tally.moves),
        old_hits: JSON.stringify(tally.oldHits),
        new_hits: JSON.stringify(tally.newHits),
        after: step.after,
        tries: 0,
      })
      .where('after', '=', step.from)
      .returning('cancel_wanted as cancelWanted')
      .executeTakeFirst();
    if (moved === undefined || changes.length === 0) return moved;
    await sql`
      insert into back_test_change (merchant_id, test_id, n, call_id, was, becomes, rule)
      select ${own.merchantId}, ${own.id}, ${changed} + n, call_id, was, becomes, rule
      from unnest(${changes.map(({ call }) => call)}::bigint[], ${changes.map(({ was }) => was)}::text[],
        ${changes.map(({ becomes }) => becomes)}::text[], ${changes.map(({ rule }) => rule)}::text[])
        with ordinality of_chunk (call_id, was, becomes, rule, n)`.execute(within);
    return moved;
  });

export const endBackTest = async (
  db: HouseDb,
  own: BackTestKey,
  state: 'done' | 'failed' | 'cancelled',
): Promise<void> => {
  await running(db, own).set({ state, ended_at: sql<Date>`now()` }).execute();
};

/** Those of before: the newest of each plan stay. */
export const purgeOld = async (db: HouseDb, own: BackTestKey, planId: string): Promise<void> => {
  await sql`
    delete from back_test where merchant_id = ${own.merchantId} and plan_id = ${planId} and state <> 'running'
      and id not in (select id from back_test where merchant_id = ${own.merchantId} and plan_id = ${planId}
        order by id desc limit ${SHOWN})`.execute(db);
};
