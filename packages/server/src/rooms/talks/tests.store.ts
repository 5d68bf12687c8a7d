import type { TestConversation } from '@lianxian/core/simulation';
import type { MerchantDb } from '../../platform/db/index.ts';

/** One test conversation of a plan. */
export interface PlanTest {
  readonly id: string;
  readonly name: string;
  readonly test: TestConversation;
}

export interface NewPlanTest {
  readonly name: string;
  readonly test: TestConversation;
  readonly callId?: string | undefined;
}

export interface SavedBy {
  readonly employeeId: string | null;
  readonly at: Date;
}

/** All of a plan, oldest first: there are at most `talkLimits.tests`. */
export const testsOf = (db: MerchantDb, planId: string): Promise<readonly PlanTest[]> =>
  db
    .selectFrom('plan_test')
    .select(['plan_test.id', 'plan_test.name', 'plan_test.test'])
    .where('plan_test.plan_id', '=', planId)
    .orderBy('plan_test.id')
    .execute();

export const listTests = (db: MerchantDb, planId: string, page: { readonly offset: number; readonly limit: number }) =>
  db
    .selectFrom('plan_test')
    .leftJoin('employee', join =>
      join.onRef('employee.merchant_id', '=', 'plan_test.merchant_id').onRef('employee.id', '=', 'plan_test.saved_by'),
    )
    .select([
      'plan_test.id',
      'plan_test.name',
      'plan_test.test',
      'plan_test.call_id',
      'plan_test.saved_at',
      'employee.name as saved_by',
    ])
    .where('plan_test.plan_id', '=', planId)
    .orderBy('plan_test.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

/** Null when the plan has no such test. */
export const findTest = async (db: MerchantDb, planId: string, id: string): Promise<TestConversation | null> =>
  (
    await db
      .selectFrom('plan_test')
      .select('plan_test.test')
      .where('plan_test.plan_id', '=', planId)
      .where('plan_test.id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  )?.test ?? null;

export const countTests = async (db: MerchantDb, planId: string): Promise<number> => {
  const row = await db
    .selectFrom('plan_test')
    .select(eb => eb.fn.countAll<string>().as('total'))
    .where('plan_test.plan_id', '=', planId)
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

export const insertTests = async (
  db: MerchantDb,
  planId: string,
  tests: readonly NewPlanTest[],
  { employeeId, at }: SavedBy,
): Promise<readonly string[]> => {
  if (tests.length === 0) return [];
  const rows = await db
    .insertInto(
      'plan_test',
      tests.map(({ name, test, callId }) => ({
        plan_id: planId,
        name,
        test: JSON.stringify(test),
        call_id: callId ?? null,
        saved_at: at,
        saved_by: employeeId,
      })),
    )
    .returning('plan_test.id')
    .execute();
  return rows.map(({ id }) => id);
};

/** False when the plan has no such test. */
export const updateTest = async (
  db: MerchantDb,
  { planId, id }: { readonly planId: string; readonly id: string },
  { name, test }: NewPlanTest,
  { employeeId, at }: SavedBy,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('plan_test')
    .set({ name, test: JSON.stringify(test), saved_at: at, saved_by: employeeId })
    .where('plan_test.plan_id', '=', planId)
    .where('plan_test.id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The name of the test that was removed; null when the plan has none by that id. */
export const deleteTest = async (db: MerchantDb, planId: string, id: string): Promise<string | null> => {
  const row = await db
    .deleteFrom('plan_test')
    .where('plan_test.plan_id', '=', planId)
    .where('plan_test.id', '=', id)
    .returning('plan_test.name')
    .executeTakeFirst();
  return row?.name ?? null;
};
