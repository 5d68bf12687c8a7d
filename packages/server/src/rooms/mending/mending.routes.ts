import {
  holds,
  type InputOf,
  type Lesson,
  mendEndpoints,
  type OutputOf,
  speechEndpoints,
  talkLimits,
} from '@lianxian/contract';
import { newIn, type Plan, taught, untaught } from '@lianxian/core';
import type { TestConversation } from '@lianxian/core/simulation';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { changeDraft, draftOf, tellSaved } from '../plans/index.ts';
import { setHotWord, takesHotWords } from '../speech/index.ts';
import { countTests, deleteTest, insertTests, withBorrowed } from '../talks/index.ts';
import { lineOf, type MendedLine } from './line.ts';
import type { MendWish, Proposed } from './mend.policy.ts';
import type { MendWork } from './mend.thread.ts';
import { rereadPart } from './reread.ts';

const program = new URL('./mend.thread.ts', import.meta.url);

const draftOfPlan = async ({ db }: SignedInContext, planId: string) => {
  const draft = await draftOf(db, planId);
  if (draft === undefined) throw refuse('notFound', { what: 'plan' });
  return draft;
};

/** The speech services are the owner's. */
const maySetHotWords = ({ session }: SignedInContext): boolean => holds(session, speechEndpoints.save.right);

const ways = async (
  { meant, said, word, ...where }: InputOf<typeof mendEndpoints.ways>,
  context: SignedInContext,
): Promise<OutputOf<typeof mendEndpoints.ways>> => {
  const { planId, line, shown } = await lineOf(where, context);
  const draft = await draftOfPlan(context, planId);
  const plan = await withBorrowed(context.db, draft.graph);
  const wish: MendWish = { line, shown, meant: meant ?? null, said: said || null, word: word || null };
  const { unwritten, ...told } = await context.bench.run<Proposed>(program, {
    does: 'propose',
    plan,
    wish,
  } satisfies MendWork);
  const mayTell = unwritten !== null && maySetHotWords(context);
  const service = mayTell ? await takesHotWords(context.db, unwritten) : null;
  return {
    planId,
    planName: draft.name,
    ...told,
    hotWord: service === null ? null : { word: unwritten!, service },
  };
};

type Keep = InputOf<typeof mendEndpoints.keep>;

/** The talk up to the line as a test that expects what was meant; null: the draft as it will be does not come to that. */
const testOfLine = async (
  { test }: MendedLine,
  { meant, lessons }: Pick<Keep, 'meant' | 'lessons'>,
  { plan, context }: { readonly plan: Plan; readonly context: SignedInContext },
): Promise<TestConversation | null> => {
  if (test === null || test.moves.length > talkLimits.moves) return null;
  const understood = [{ move: test.moves.length - 1, meaning: meant.meaning }];
  const variable = meant.value === '' ? undefined : variableOf(plan, lessons);
  const answers = variable === undefined ? {} : { answers: { [variable]: meant.value } };
  const made: TestConversation = { ...test, expects: { understood, ...answers } };
  const work = { does: 'test', plan, lessons, test: made } satisfies MendWork;
  return (await context.bench.run<boolean>(program, work)) ? made : null;
};

/** What an option is kept in. */
const variableOf = (plan: Plan, lessons: readonly Lesson[]): string | undefined => {
  const taught = lessons.find(({ to }) => to === 'option')?.id;
  const node = plan.flows.flatMap(({ nodes }) => nodes).find(({ id }) => id === taught);
  return node?.kind === 'collect' ? node.variable : undefined;
};

interface KeptIn {
  readonly planId: string;
  readonly callId: string | null;
  readonly name: string;
  readonly test: TestConversation | null;
}

/** As many as a plan may have. */
const keepTest = async (
  tx: SignedInContext['db'],
  context: SignedInContext,
  { planId, callId, name, test }: KeptIn,
): Promise<string | null> => {
  if (test === null || (await countTests(tx, planId)) >= talkLimits.tests) return null;
  const by = { employeeId: context.session.employeeId, at: context.at };
  const [target] = await insertTests(tx, planId, [{ name, test, ...(callId !== null && { callId }) }], by);
  await recordAudit(tx, { action: 'planTest.save', target: target!, after: { name } }, auditBy(context));
  return target!;
};

const TEST_NAME_CHARS = 100;

const keep = async (
  { meant, lessons, hotWord, withTest, ...where }: Keep,
  context: SignedInContext,
  push: PushSender,
): Promise<OutputOf<typeof mendEndpoints.keep>> => {
  if (hotWord !== undefined && !maySetHotWords(context)) throw refuse('noRight');
  const found = await lineOf(where, context);
  const { planId, callId, shown } = found;
  const draft = await draftOfPlan(context, planId);
  const plan = await withBorrowed(context.db, draft.graph);
  const test = withTest ? await testOfLine(found, { meant, lessons }, { plan, context }) : null;
  const kept = { testId: null as string | null, hotWord: null as string | null, lessons: [] as Lesson[] };
  const change = (graph: Plan): Plan => {
    kept.lessons = lessons.map(lesson => newIn(graph, lesson) as Lesson).filter(teaches);
    return kept.lessons.length === 0 ? graph : kept.lessons.reduce(taught, graph);
  };
  const by = { employeeId: context.session.employeeId, at: context.at };
  const rev = await changeDraft(context, { id: planId, change, by }, async tx => {
    if (kept.lessons.length > 0)
      await recordAudit(
        tx,
        { action: 'plan.learn', target: planId, after: { lesson: kept.lessons } },
        auditBy(context),
      );
    const name = `「${shown}」`.slice(0, TEST_NAME_CHARS);
    kept.testId = await keepTest(tx, context, { planId, callId, name, test });
    if (hotWord !== undefined && (await setHotWord(tx, context, { word: hotWord, isExpected: true })))
      kept.hotWord = hotWord;
  });
  if (rev !== draft.rev) await tellSaved(push, context, { id: planId, rev });
  return { planId, rev, ...kept };
};

const teaches = ({ words, likes, sounds = [], except = [], question }: Lesson): boolean =>
  words.length + likes.length + sounds.length + except.length > 0 || question !== undefined;

const undo = async (
  { planId, lessons, testId, hotWord }: InputOf<typeof mendEndpoints.undo>,
  context: SignedInContext,
  push: PushSender,
): Promise<OutputOf<typeof mendEndpoints.undo>> => {
  if (hotWord !== undefined && !maySetHotWords(context)) throw refuse('noRight');
  const change = (graph: Plan): Plan => (lessons.length === 0 ? graph : lessons.reduce(untaught, graph));
  const by = { employeeId: context.session.employeeId, at: context.at };
  const rev = await changeDraft(context, { id: planId, change, by }, async tx => {
    await recordAudit(tx, { action: 'plan.unlearn', target: planId, before: { lesson: lessons } }, auditBy(context));
    const name = testId === undefined ? null : await deleteTest(tx, planId, testId);
    if (name !== null) await recordAudit(tx, { action: 'planTest.remove', target: testId!, name }, auditBy(context));
    if (hotWord !== undefined) await setHotWord(tx, context, { word: hotWord, isExpected: false });
  });
  await tellSaved(push, context, { id: planId, rev });
  return { rev };
};

interface MendingParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
}

export const bindMending = (front: Front, { unscopedDb, push }: MendingParts): void => {
  bind(front, mendEndpoints.ways, ways);
  bind(front, mendEndpoints.keep, (input, context) => keep(input, context, push));
  bind(front, mendEndpoints.reread, (input, context) => rereadPart(input, context, unscopedDb));
  bind(front, mendEndpoints.undo, (input, context) => undo(input, context, push));
};
