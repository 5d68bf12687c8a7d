import type { InputOf, talkEndpoints } from '@lianxian/contract';
import type { Answered, Ask } from '@lianxian/core';
import { asIfDone, asIfFailed, type Move, mostMoves, type Replay, replay } from '@lianxian/core/simulation';
import { syllablesOf } from '../../platform/words/syllables.ts';
import type { TalkPlan } from './talk-plan.ts';

/** What really asks webhooks and the language model; calls have the same. */
export interface TalkWorld {
  readonly answer: (
    ask: Ask,
    about: { readonly merchantId: string; readonly callId: string; readonly limitMs: number },
  ) => Promise<Answered>;
}

export interface TalkRun {
  readonly run: Replay;
  /** With the world's answers among them. */
  readonly moves: readonly Move[];
}

/** The world is really asked so often in one talk at most, so long each. */
const MOST_REAL = 10;
const REAL_MS = 15_000;

export const isReal = (ask: Ask): boolean => ask.type === 'webhook' || ask.type === 'llm' || ask.type === 'meaning';

/**
 * Runs a talk; where the world is really to be asked, each answer becomes a move and the talk runs anew, so that it is
 * asked once and the same list gives the same talk ever after. A sentence that nobody understands is put to the model only
 * then: without it there is no waiting for one.
 */
export const runTalk = async (
  { compiled }: TalkPlan,
  input: Pick<InputOf<typeof talkEndpoints.run>, 'moves' | 'variables' | 'minuteOfDay' | 'world' | 'real'>,
  { world, merchantId }: { readonly world: TalkWorld; readonly merchantId: string },
): Promise<TalkRun> => {
  let moves: readonly Move[] = input.moves;
  for (let asked = 0; ; asked++) {
    const run = replay({
      plan: compiled,
      moves,
      variables: input.variables,
      minuteOfDay: input.minuteOfDay,
      syllables: syllablesOf,
      world: ask => answerOf(ask, input),
    });
    const { pending } = run;
    const isMore = asked < MOST_REAL && moves.length < mostMoves;
    if (!input.real || pending === null || !isReal(pending.what) || !isMore) return { run, moves };
    const begun = performance.now();
    const limitMs = Math.min(pending.limitMs, REAL_MS);
    const answer = await world.answer(pending.what, { merchantId, callId: 'test-talk', limitMs });
    const afterMs = Math.round(performance.now() - begun);
    moves = [...moves.slice(0, run.done), { does: 'answer', answer, afterMs }, ...moves.slice(run.done)];
  }
};

const answerOf = (
  ask: Ask,
  { world, real }: { readonly world: 'hold' | 'succeeds' | 'fails'; readonly real: boolean },
) => {
  if (real) return 'hold';
  if (world === 'succeeds') return asIfDone(ask);
  // Without a model there is no waiting for one.
  return world === 'fails' || ask.type === 'meaning' ? asIfFailed() : 'hold';
};
