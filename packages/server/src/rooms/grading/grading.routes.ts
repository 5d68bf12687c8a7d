import { type InputOf, isDayRange, levelEndpoints, MOST_DAYS, type OutputOf } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { instantsOf, type MerchantDb, planExists, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { changeDraft, planVersion, tellSaved } from '../plans/index.ts';
import { countsOf, findBackTest, listBackTests, startBackTest, wantStop } from './back-test.store.ts';
import { correctLevel } from './corrections.ts';
import { factsFrom, type KeptWords } from './facts.view.ts';
import { findGraded, listChanges, recentCalls } from './graded.store.ts';
import { backTestView, gradedView, seenFacts } from './grading.view.ts';

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

/** Refuses a plan that is not the merchant's. */
const planThere = async (db: MerchantDb, planId: string): Promise<void> => {
  if (!(await planExists(db, planId))) throw refuse('notFound', { what: 'plan' });
};

type Facts = OutputOf<typeof levelEndpoints.facts>;

const factsOfCall = async (callId: string, context: SignedInContext): Promise<Facts> => {
  const row = await findGraded(context.db, callId);
  if (row === undefined) throw refuse('notFound', { what: 'callRecord' });
  if (!row.isKept) throw refuse('wordsGone');
  const seen = seesPhones(context);
  const view = gradedView(row, seen);
  if (row.facts !== null) return { ...view, facts: seenFacts(row.facts as Facts['facts'], seen), derived: false };
  // What people talked of without a plan has no facts of one.
  if (row.planId === null || row.planVersion === null) throw refuse('wordsGone');
  const made = await planVersion(context.db, row.planId, row.planVersion);
  if (made === undefined) throw refuse('wordsGone');
  const { lines, path, answers } = row;
  const words = { lines: lines ?? [], path: path ?? [], answers: answers ?? [] } as KeptWords;
  const call = { talkMs: row.talkMs, turns: row.turns, hungUpBy: row.hungUpBy ?? 'nobody' };
  return { ...view, facts: seenFacts(factsFrom(call, words, made.graph) as Facts['facts'], seen), derived: true };
};

const start = async (
  { planId, rules, from, to }: InputOf<typeof levelEndpoints.backTest>,
  { db, session }: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<{ id: string }> => {
  if (!isDayRange({ from, to })) throw refuse('daysTooMany', { limit: MOST_DAYS });
  if (rules.length === 0) throw refuse('rulesMissing');
  await planThere(db, planId);
  const span = await instantsOf(unscopedDb, db.merchantId, { from, to });
  const id = await startBackTest(db, { planId, rules, from, to, ...span, createdBy: session.employeeId });
  if (id === null) throw refuse('backTestRuns');
  return { id };
};

const changes = async (
  { id, limit, after = '0', was, becomes }: InputOf<typeof levelEndpoints.backTestChanges>,
  context: SignedInContext,
): Promise<OutputOf<typeof levelEndpoints.backTestChanges>> => {
  const { db } = context;
  if ((await findBackTest(db, id)) === undefined) throw refuse('notFound', { what: 'backTest' });
  const rows = await listChanges(db, { id, after: Number(after), limit, was, becomes });
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(row => ({
      ...gradedView(row, seesPhones(context)),
      was: row.was,
      becomes: row.becomes,
      rule: row.rule,
    })),
    after: rows.length > limit ? String(shown.at(-1)?.n) : null,
  };
};

interface GradingParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
}

export const bindGrading = (front: Front, { unscopedDb, push }: GradingParts): void => {
  bind(front, levelEndpoints.correct, (input, context) => correctLevel(input, context, { unscopedDb, push }));
  bind(front, levelEndpoints.recent, async ({ planId }, context) => {
    await planThere(context.db, planId);
    return { list: (await recentCalls(context.db, planId)).map(row => gradedView(row, seesPhones(context))) };
  });
  bind(front, levelEndpoints.facts, ({ callId }, context) => factsOfCall(callId, context));
  bind(front, levelEndpoints.backTest, (input, context) => start(input, context, unscopedDb));
  bind(front, levelEndpoints.backTests, async ({ planId }, { db }) => {
    await planThere(db, planId);
    const tests = await listBackTests(db, planId);
    const counts = await countsOf(
      db,
      tests.map(({ id }) => id),
    );
    return { list: tests.map(test => backTestView(test, counts)) };
  });
  bind(front, levelEndpoints.backTestState, async ({ id }, { db }) => {
    const row = await findBackTest(db, id);
    if (row === undefined) throw refuse('notFound', { what: 'backTest' });
    return backTestView(row, await countsOf(db, [id]));
  });
  bind(front, levelEndpoints.backTestChanges, changes);
  bind(front, levelEndpoints.stopBackTest, async ({ id }, { db }) => {
    if (!(await wantStop(db, id))) throw refuse('notFound', { what: 'backTest' });
    return {};
  });
  bind(front, levelEndpoints.accept, async ({ id }, context) => {
    const { db, session, at } = context;
    const test = await findBackTest(db, id);
    if (test === undefined) throw refuse('notFound', { what: 'backTest' });
    const by = { employeeId: session.employeeId, at };
    const change = (graph: Plan) => ({ ...graph, levelRules: test.rules });
    const rev = await changeDraft(context, { id: test.planId, change, by }, tx =>
      recordAudit(tx, { action: 'level.accept', target: test.planId, after: { backTest: id } }, auditBy(context)),
    );
    await tellSaved(push, context, { id: test.planId, rev });
    return { rev };
  });
};
