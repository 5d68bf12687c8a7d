import { isDeepStrictEqual } from 'node:util';
import {
  type BrokenOnWire,
  type callDetail,
  type InputOf,
  type OutputOf,
  type TestConversationOnWire,
  talkEndpoints,
  talkLimits,
} from '@lianxian/contract';
import { maskNumbers, type Plan } from '@lianxian/core';
import type { Broken } from '@lianxian/core/simulation';
import type { z } from 'zod';
import { type MerchantDb, planExists } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { SpaceFor } from '../../platform/space.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { planVersion } from '../plans/index.ts';
import { callExists, findTalkedCall } from './calls.store.ts';
import { maskedTest, testOfCall, unmaskedTest } from './from-call.policy.ts';
import { coverageView } from './shown.ts';
import { openPlan, workOnBench } from './talk-plan.ts';
import { countTests, deleteTest, findTest, insertTests, listTests, testsOf, updateTest } from './tests.store.ts';

/** Test conversations of a plan: kept, run, taken from calls. */
export const bindTests = (front: Front, spaceFor: SpaceFor): void => {
  bind(front, talkEndpoints.tests, list);
  bind(front, talkEndpoints.saveTest, (input, context) =>
    spaceFor(context.db, Buffer.byteLength(JSON.stringify(input.test)), () => save(input, context)),
  );
  bind(front, talkEndpoints.removeTest, remove);
  bind(front, talkEndpoints.runTests, run);
  bind(front, talkEndpoints.acceptTest, accept);
  bind(front, talkEndpoints.testFromCall, ({ callId }, context) => fromCall(context.db, callId, seesPhones(context)));
};

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

const mustExist = async (db: MerchantDb, planId: string): Promise<void> => {
  if (!(await planExists(db, planId))) throw refuse('notFound', { what: 'plan' });
};

const list = async (
  { planId, ...page }: InputOf<typeof talkEndpoints.tests>,
  context: SignedInContext,
): Promise<OutputOf<typeof talkEndpoints.tests>> => {
  const { db } = context;
  await mustExist(db, planId);
  const [rows, total] = await Promise.all([listTests(db, planId, pageOf(page)), countTests(db, planId)]);
  // It may have been taken from a call by who sees whole numbers.
  const shown = (test: TestConversationOnWire) => (seesPhones(context) ? test : maskedTest(test));
  return {
    list: rows.map(row => ({
      id: row.id,
      name: row.name,
      callId: row.callId,
      test: shown(row.test as TestConversationOnWire),
      savedAt: row.savedAt.toISOString(),
      savedBy: row.savedBy ?? '',
    })),
    total,
  };
};

const save = async (
  { planId, testId, name, test, callId }: InputOf<typeof talkEndpoints.saveTest>,
  context: SignedInContext,
): Promise<OutputOf<typeof talkEndpoints.saveTest>> => {
  const { db, session, at } = context;
  await mustExist(db, planId);
  if (callId !== undefined && !(await callExists(db, callId))) throw refuse('notFound', { what: 'call' });
  const by = { employeeId: session.employeeId, at };
  const write = async (tx: MerchantDb): Promise<string> => {
    if (testId !== undefined) {
      const kept = await findTest(tx, planId, testId);
      if (kept === undefined) throw refuse('notFound', { what: 'testConversation' });
      const whole = seesPhones(context) ? test : unmaskedTest(test, kept.test as TestConversationOnWire);
      await updateTest(tx, { planId, id: testId }, { name, test: whole }, by);
      return testId;
    }
    if ((await countTests(tx, planId)) >= talkLimits.tests) throw refuse('testsFull', { limit: talkLimits.tests });
    const [made = ''] = await insertTests(tx, planId, [{ name, test, callId }], by);
    return made;
  };
  return db.transaction(async tx => {
    const target = await write(tx);
    await recordAudit(tx, { action: 'planTest.save', target, after: { name } }, auditBy(context));
    return { testId: target };
  });
};

const remove = async (
  { planId, testId }: InputOf<typeof talkEndpoints.removeTest>,
  context: SignedInContext,
): Promise<OutputOf<typeof talkEndpoints.removeTest>> => {
  await mustExist(context.db, planId);
  await context.db.transaction(async tx => {
    const name = await deleteTest(tx, planId, testId);
    if (name === null) throw refuse('notFound', { what: 'testConversation' });
    await recordAudit(tx, { action: 'planTest.remove', target: testId, name }, auditBy(context));
  });
  return {};
};

/**
 * What comes of a test now is what must come of it. Only as it was seen: of that state of the draft, and of the test that is
 * there when it is kept.
 */
const accept = async (
  { planId, testId, rev }: InputOf<typeof talkEndpoints.acceptTest>,
  context: SignedInContext,
): Promise<OutputOf<typeof talkEndpoints.acceptTest>> => {
  const { db, session, at } = context;
  const seen = await findTest(db, planId, testId);
  if (seen === undefined) throw refuse('notFound', { what: 'testConversation' });
  const plan = await openPlan(db, planId);
  if (plan.rev !== rev) throw refuse('testOutdated');
  const test = await workOnBench<'accept'>(context, plan, { does: 'accept', test: seen.test });
  await db.transaction(async tx => {
    const now = await findTest(tx, planId, testId);
    if (now === undefined) throw refuse('notFound', { what: 'testConversation' });
    if (!isDeepStrictEqual(now, seen)) throw refuse('testOutdated');
    await updateTest(tx, { planId, id: testId }, { name: seen.name, test }, { employeeId: session.employeeId, at });
    await recordAudit(tx, { action: 'planTest.save', target: testId, after: { name: seen.name } }, auditBy(context));
  });
  return {};
};

const run = async (
  { planId, testId }: InputOf<typeof talkEndpoints.runTests>,
  context: SignedInContext,
): Promise<OutputOf<typeof talkEndpoints.runTests>> => {
  const { db } = context;
  const all = await testsOf(db, planId);
  const wanted = testId === undefined ? all : all.filter(({ id }) => id === testId);
  if (testId !== undefined && wanted.length === 0) throw refuse('notFound', { what: 'testConversation' });
  const plan = await openPlan(db, planId);
  const begun = performance.now();
  const { results, coverage } = await workOnBench<'lab'>(context, plan, { does: 'lab', tests: wanted });
  return {
    rev: plan.rev,
    tookMs: Math.round(performance.now() - begun),
    results: results.map(({ id, broken }) => ({
      testId: id,
      broken: broken.map(one => brokenView(one, seesPhones(context))),
    })),
    coverage: coverageView(coverage),
  };
};

/** What was said otherwise, or kept: with the numbers of the test. */
const brokenView = (one: Broken, seen: boolean): BrokenOnWire =>
  seen ? one : { ...one, expected: maskNumbers(one.expected), was: maskNumbers(one.was) };

type Detail = z.infer<typeof callDetail>;

const fromCall = async (
  db: MerchantDb,
  callId: string,
  seesPhones: boolean,
): Promise<OutputOf<typeof talkEndpoints.testFromCall>> => {
  if (!(await callExists(db, callId))) throw refuse('notFound', { what: 'call' });
  const call = await findTalkedCall(db, callId);
  if (call === undefined) throw refuse('callNotTalked');
  const graph: Plan | undefined = (await planVersion(db, call.planId, call.planVersion))?.graph;
  const test = testOfCall({
    variables: call.variables,
    date: call.date,
    minuteOfDay: call.minuteOfDay,
    level: call.level,
    hungUpBy: call.hungUpBy,
    transcript: call.lines as Detail['transcript'],
    path: call.path as Detail['path'],
    answers: call.answers as Detail['answers'],
    variableOf: label => graph?.variables.find(variable => variable.label === label)?.name,
  });
  if (test.moves.length === 0) throw refuse('callNotTalked');
  const name = `${call.planName} #${callId}`.slice(0, 100);
  return { planId: call.planId, name, test: seesPhones ? test : maskedTest(test) };
};
