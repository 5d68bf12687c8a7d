import { talkLimits, testConversation, testName } from '@lianxian/contract';
import type { CompiledPlan, ConversationNote, Plan } from '@lianxian/core';
import { type Broken, type Coverage, coverageOf, runTest } from '@lianxian/core/simulation';
import { z } from 'zod';
import type { MerchantDb } from '../../platform/db/index.ts';
import { syllablesOf } from '../../platform/words/syllables.ts';
import { compiledDraft } from './talk-plan.ts';
import { countTests, insertTests, type PlanTest, type SavedBy, testsOf } from './tests.store.ts';

/** How the test conversations of a plan went. */
export interface LabResult {
  readonly passed: number;
  readonly failed: readonly { readonly id: string; readonly name: string; readonly broken: readonly Broken[] }[];
}

export interface LabRun {
  readonly results: readonly { readonly id: string; readonly name: string; readonly broken: readonly Broken[] }[];
  readonly coverage: Coverage;
}

/** Runs these tests against a plan, in virtual time: some 1 ms each. */
export const runLab = (plan: CompiledPlan, tests: readonly PlanTest[]): LabRun => {
  const talks: (readonly ConversationNote[])[] = [];
  const results = tests.map(({ id, name, test }) => {
    const { broken, replay } = runTest(plan, test, { syllables: syllablesOf });
    talks.push(replay.notes.map(({ note }) => note));
    return { id, name, broken };
  });
  return { results, coverage: coverageOf(plan, talks) };
};

/**
 * The gate of publishing: all test conversations of a plan against a graph as it will be published, its borrowed words in
 * it. A plan without any has passed.
 */
export const runPlanTests = async (db: MerchantDb, planId: string, plan: Plan): Promise<LabResult> => {
  const tests = await testsOf(db, planId);
  if (tests.length === 0) return { passed: 0, failed: [] };
  const { results } = runLab(compiledDraft(plan), tests);
  const failed = results.filter(({ broken }) => broken.length > 0);
  return { passed: results.length - failed.length, failed };
};

/** A test as it stands in a plan file. */
export const portableTest = z.object({ name: testName, test: testConversation });
export type PortableTest = z.infer<typeof portableTest>;

export const exportTests = async (db: MerchantDb, planId: string): Promise<readonly PortableTest[]> =>
  (await testsOf(db, planId)).map(({ name, test }) => portableTest.parse({ name, test }));

/** Tests of a plan file, whatever it holds, become a plan's; what is not one is left out. Answers how many came. */
export const importTests = async (db: MerchantDb, planId: string, tests: unknown, by: SavedBy): Promise<number> => {
  const room = talkLimits.tests - (await countTests(db, planId));
  const given: readonly unknown[] = Array.isArray(tests) ? tests : [];
  const read = given.slice(0, Math.max(0, room)).flatMap(value => {
    const parsed = portableTest.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
  for (let from = 0; from < read.length; from += INSERTED_AT_ONCE)
    await insertTests(db, planId, read.slice(from, from + INSERTED_AT_ONCE), by);
  return read.length;
};

const INSERTED_AT_ONCE = 200;
