import type { TestConversation } from '@lianxian/core/simulation';
import type { MerchantDb } from '../../platform/db/index.ts';

/** One test conversation of a plan. */
export interface PlanTest {
  readonly id: string;
  readonly name: string;
  readonly test: TestConversation;
}

interface NewPlanTest {
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
    .selectFrom('planTest')
    .select(['planTest.id', 'planTest.name', 'planTest.test'])
    .where('planTest.planId', '=', planId)
    .orderBy('planTest.id')
    .execute();

export const listTests = (db: MerchantDb, planId: string, page: { readonly offset: number; readonly limit: number }) =>
  db
    .selectFrom('planTest')
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'planTest.merchantId').onRef('employee.id', '=', 'planTest.savedBy'),
    )
    .select([
      'planTest.id',
      'planTest.name',
      'planTest.test',
      'planTest.callId',
      'planTest.savedAt',
      'employee.name as savedBy',
    ])
    .where('planTest.planId', '=', planId)
    .orderBy('planTest.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

/** Undefined when the plan has no such test. */
export const findTest = (db: MerchantDb, planId: string, id: string): Promise<PlanTest | undefined> =>
  db
    .selectFrom('planTest')
    .select(['planTest.id', 'planTest.name', 'planTest.test'])
    .where('planTest.planId', '=', planId)
    .where('planTest.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const testNames = async (db: MerchantDb, planId: string): Promise<readonly string[]> => {
  const rows = await db.selectFrom('planTest').select('planTest.name').where('planTest.planId', '=', planId).execute();
  return rows.map(({ name }) => name);
};

/** All of a plan. */
export const deleteTests = async (db: MerchantDb, planId: string): Promise<void> => {
  await db.deleteFrom('planTest').where('planTest.planId', '=', planId).execute();
};

export const countTests = async (db: MerchantDb, planId: string): Promise<number> => {
  const row = await db
    .selectFrom('planTest')
    .select(eb => eb.fn.countAll<string>().as('total'))
    .where('planTest.planId', '=', planId)
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
      'planTest',
      tests.map(({ name, test, callId }) => ({
        planId,
        name,
        test: JSON.stringify(test),
        callId: callId ?? null,
        savedAt: at,
        savedBy: employeeId,
      })),
    )
    .returning('planTest.id')
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
    .updateTable('planTest')
    .set({ name, test: JSON.stringify(test), savedAt: at, savedBy: employeeId })
    .where('planTest.planId', '=', planId)
    .where('planTest.id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The name of the test that was removed; null when the plan has none by that id. */
export const deleteTest = async (db: MerchantDb, planId: string, id: string): Promise<string | null> => {
  const row = await db
    .deleteFrom('planTest')
    .where('planTest.planId', '=', planId)
    .where('planTest.id', '=', id)
    .returning('planTest.name')
    .executeTakeFirst();
  return row?.name ?? null;
};
