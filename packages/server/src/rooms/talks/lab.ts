import { randomUUID } from 'node:crypto';
import { talkLimits, testConversation, testName } from '@lianxian/contract';
import type { Broken } from '@lianxian/core/simulation';
import { z } from 'zod';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { maskedTest } from './from-call.policy.ts';
import { workOnBench } from './talk-plan.ts';
import { countTests, insertTests, type PlanTest, type SavedBy, testsOf } from './tests.store.ts';
import type { WrittenPlan } from './work.thread.ts';

/** How the test conversations of a plan went. */
interface LabResult {
  readonly passed: number;
  readonly failed: readonly { readonly id: string; readonly name: string; readonly broken: readonly Broken[] }[];
}

/**
 * The gate of publishing: all test conversations of a plan against a graph as it will be published, its borrowed words in
 * it. A plan without any has passed.
 */
export const runPlanTests = async (
  context: Pick<SignedInContext, 'db' | 'bench'>,
  planId: string,
  plan: WrittenPlan,
): Promise<LabResult> => runTests(context, planId, plan, await testsOf(context.db, planId));

/** The same of test conversations that the plan does not have yet. */
export const runTests = async (
  { db, ...context }: Pick<SignedInContext, 'db' | 'bench'>,
  planId: string,
  plan: WrittenPlan,
  given: readonly (Pick<PlanTest, 'name' | 'test'> & Partial<PlanTest>)[],
): Promise<LabResult> => {
  const tests = given.map((test, index) => ({ id: String(index + 1), ...test }));
  if (tests.length === 0) return { passed: 0, failed: [] };
  // Another key each time: what is about to be published was never talked to as it is.
  const of = { key: `${db.merchantId} ${planId} gate ${randomUUID()}`, plan, rev: 0 };
  const open = { ...of, read: async () => of };
  const { results } = await workOnBench<'lab'>(context, open, { does: 'lab', tests });
  const failed = results.filter(({ broken }) => broken.length > 0);
  return { passed: results.length - failed.length, failed };
};

/** A test as it stands in a plan file. */
const portableTest = z.object({ name: testName, test: testConversation });
export type PortableTest = z.infer<typeof portableTest>;

export const exportTests = async (db: MerchantDb, planId: string): Promise<readonly PortableTest[]> =>
  (await testsOf(db, planId)).map(({ name, test }) => portableTest.parse({ name, test }));

/** As they leave the house with who sees no whole numbers. */
export const maskedTests = (tests: readonly PortableTest[]): readonly PortableTest[] =>
  tests.map(({ name, test }) => ({ name, test: maskedTest(test) }));

/** The tests in what a plan file holds as such: no more than a plan may have; what is none is left out. */
export const readTests = (given: unknown): readonly PortableTest[] =>
  (Array.isArray(given) ? given : []).slice(0, talkLimits.tests).flatMap(value => {
    const parsed = portableTest.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });

/** Tests of a plan file become a plan's, as many as it has room for. Answers how many came. */
export const importTests = async (
  db: MerchantDb,
  planId: string,
  tests: readonly PortableTest[],
  by: SavedBy,
): Promise<number> => {
  const room = talkLimits.tests - (await countTests(db, planId));
  const kept = tests.slice(0, Math.max(0, room));
  for (let from = 0; from < kept.length; from += INSERTED_AT_ONCE)
    await insertTests(db, planId, kept.slice(from, from + INSERTED_AT_ONCE), by);
  return kept.length;
};

const INSERTED_AT_ONCE = 200;
