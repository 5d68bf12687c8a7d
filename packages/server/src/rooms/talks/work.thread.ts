/**
 * The thread of the bench in which plans that somebody wrote are looked through, made ready and talked to: what such a plan
 * becomes, and how long a talk through it takes, is not ours to say. Others import its types alone.
 */
import { serialize } from 'node:v8';
import type { OutputOf, TestConversationOnWire, talkEndpoints } from '@lianxian/contract';
import { type Ask, type CompiledPlan, faultsOf, type Plan, type PlanFault, type TalkView } from '@lianxian/core';
import {
  accepted,
  asIfDone,
  asIfFailed,
  type Broken,
  type Coverage,
  compileDraft,
  coverageOf,
  expectationsOf,
  type Move,
  replay,
  runTest,
  runTown,
  type TestConversation,
  type TownRun,
} from '@lianxian/core/simulation';
import { serveBench } from '../../platform/bench-thread.ts';
import { openByteCache } from '../../platform/byte-cache.ts';
import { ofJsonBytes } from '../../platform/json-bytes.ts';
import { syllablesOf } from '../../platform/words/syllables.ts';
import { expectable } from './from-call.policy.ts';
import { type SearchedCall, type SearchWish, searchParameters } from './parameter-search.ts';
import type { TalkStep, TalkWish } from './run.ts';
import { type TalkPlan, talkView } from './shown.ts';
import type { PlanTest } from './tests.store.ts';

/** A plan as its row has it, as JSON, and what of it stands elsewhere. */
export interface WrittenPlan {
  readonly json: Uint8Array;
  readonly with?: Pick<Plan, 'name' | 'borrowed' | 'base'>;
}

/** A plan by its key; with itself where the thread may not know it yet. */
export interface PlanOfWork {
  readonly key: string;
  readonly plan?: WrittenPlan;
  /** Of the draft; 0 for a version. */
  readonly rev: number;
}

export type TalkWork =
  | { readonly does: 'faults'; readonly plan: WrittenPlan }
  | { readonly does: 'talk'; readonly of: PlanOfWork; readonly wish: TalkWish; readonly moves: readonly Move[] }
  | { readonly does: 'test'; readonly of: PlanOfWork; readonly wish: TestWish }
  | { readonly does: 'accept'; readonly of: PlanOfWork; readonly test: TestConversation }
  | { readonly does: 'lab'; readonly of: PlanOfWork; readonly tests: readonly PlanTest[] }
  | { readonly does: 'town'; readonly of: PlanOfWork; readonly each: number; readonly seed: number }
  | {
      readonly does: 'parameterSearch';
      readonly of: PlanOfWork;
      readonly calls: readonly SearchedCall[];
      readonly wish: SearchWish;
    };

type TestWish = Pick<TalkWish, 'variables' | 'minuteOfDay' | 'date'> & { readonly moves: readonly Move[] };
type Searched = Pick<OutputOf<typeof talkEndpoints.parameterSearch>, 'counts' | 'moments'>;

/** How the test conversations of a plan went, and what of it they walk. */
interface LabRun {
  readonly results: readonly { readonly id: string; readonly name: string; readonly broken: readonly Broken[] }[];
  readonly coverage: Coverage;
}

/** What comes of each. A test is null where nobody spoke. */
export interface TalkAnswers {
  readonly faults: readonly PlanFault[];
  readonly talk: TalkStep;
  readonly test: TestConversationOnWire | null;
  readonly accept: TestConversation;
  readonly lab: LabRun;
  readonly town: TownRun;
  readonly parameterSearch: Searched;
}

export type TalkAnswer<Does extends TalkWork['does']> =
  | { readonly is: 'done'; readonly answer: TalkAnswers[Does] }
  /** It is not known here: ask again, with the plan. */
  | { readonly is: 'unknownPlan' }
  | { readonly is: 'faulty'; readonly count: number };

/** Some thirty large plans, or hundreds of the usual size; a talk is run anew with every move. */
const KEPT_BYTES = 64 * 1_024 * 1_024;
const kept = openByteCache<CompiledPlan>(KEPT_BYTES);

const perform = (work: TalkWork): TalkAnswer<TalkWork['does']> => {
  if (work.does === 'faults') return { is: 'done', answer: faultsOf(readPlan(work.plan)) };
  const { key, plan, rev } = work.of;
  const known = kept.find(key);
  if (!known && !plan) return { is: 'unknownPlan' };
  const draft = known ? ({ ok: true, compiled: known } as const) : compileDraft(readPlan(plan!), syllablesOf);
  if (!draft.ok) return { is: 'faulty', count: draft.faults.length };
  if (!known) kept.keep(key, draft.compiled, serialize(draft.compiled).length);
  return { is: 'done', answer: performWith(draft.compiled, rev, work) };
};

const readPlan = (plan: WrittenPlan): Plan => ({ ...ofJsonBytes<Plan>(plan.json), ...plan.with });

const performWith = (plan: CompiledPlan, rev: number, work: Exclude<TalkWork, { does: 'faults' }>) => {
  switch (work.does) {
    case 'talk':
      return talkStep({ compiled: plan, rev }, work.wish, work.moves);
    case 'test':
      return testOf(plan, work.wish);
    case 'accept':
      return acceptedTest(plan, work.test);
    case 'lab':
      return runLab(plan, work.tests);
    case 'town':
      return runTown({ plan, each: work.each, seed: work.seed, syllables: syllablesOf });
    case 'parameterSearch':
      return searchParameters(plan, work.calls, work.wish);
  }
};

/** Runs these tests against a plan, in virtual time: some 1 ms each. */
const runLab = (plan: CompiledPlan, tests: readonly PlanTest[]): LabRun => {
  const talks: TalkView[] = [];
  const results = tests.map(({ id, name, test }) => {
    const { broken, replay } = runTest(plan, test, { syllables: syllablesOf });
    talks.push(replay.talk);
    return { id, name, broken };
  });
  return { results, coverage: coverageOf(plan, talks) };
};

/** A test with what comes of it now. */
const acceptedTest = (plan: CompiledPlan, test: TestConversation): TestConversation => {
  const { replay } = runTest(plan, test, { syllables: syllablesOf });
  return { ...test, expects: expectable(accepted(plan, test.expects, replay)) };
};

/** A talk as a test: all that happened in it is expected again. */
const testOf = (
  plan: CompiledPlan,
  { moves, variables, minuteOfDay, date }: TestWish,
): TestConversationOnWire | null => {
  const run = replay({ plan, moves, variables, minuteOfDay, date, syllables: syllablesOf });
  if (run.done === 0) return null;
  return {
    variables,
    minuteOfDay,
    ...(date !== undefined && { date }),
    moves: moves.slice(0, run.done) as TestConversationOnWire['moves'],
    world: 'fails',
    expects: expectable(expectationsOf(run)),
  };
};

/** One run of a talk from its beginning. */
const talkStep = (plan: TalkPlan, wish: TalkWish, moves: readonly Move[]): TalkStep => {
  const run = replay({
    plan: plan.compiled,
    moves,
    variables: wish.variables,
    minuteOfDay: wish.minuteOfDay,
    date: wish.date,
    syllables: syllablesOf,
    world: ask => answerOf(ask, wish),
  });
  const { pending, done } = run;
  return { view: talkView(plan, { run, moves }), done, pending };
};

const answerOf = (ask: Ask, { world, real }: TalkWish) => {
  if (real) return 'hold';
  if (world === 'succeeds') return asIfDone(ask);
  // Without a model there is no waiting for one.
  return world === 'fails' || ask.type === 'meaning' ? asIfFailed() : 'hold';
};

serveBench<TalkWork>(perform);
