import type { InputOf, OutputOf, talkEndpoints } from '@lianxian/contract';
import type { Answered, Ask } from '@lianxian/core';
import { MOST_MOVES, type Move, type Replay } from '@lianxian/core/simulation';

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

export type TalkWish = Pick<InputOf<typeof talkEndpoints.run>, 'variables' | 'minuteOfDay' | 'date' | 'world' | 'real'>;

/** A talk as far as its moves lead: how it is shown, and what the world is asked then. */
export interface TalkStep {
  readonly view: OutputOf<typeof talkEndpoints.run>;
  readonly done: number;
  readonly pending: { readonly what: Ask; readonly limitMs: number } | null;
}

/** The world is really asked so often in one talk at most, so long each. */
const MOST_REAL = 10;
const REAL_MS = 15_000;

export const isReal = (ask: Ask): boolean => ask.type === 'webhook' || ask.type === 'llm' || ask.type === 'meaning';

/**
 * Runs a talk; where the world is really to be asked, each answer becomes a move and the talk runs anew, so that it is
 * asked once and the same list gives the same talk ever after. A sentence that nobody understands is put to the model only
 * then: without it there is no waiting for one. `step` runs it as far as its moves lead.
 */
export const runTalk = async (
  step: (moves: readonly Move[]) => Promise<TalkStep>,
  { moves: given, real }: Pick<InputOf<typeof talkEndpoints.run>, 'moves' | 'real'>,
  { world, merchantId }: { readonly world: TalkWorld; readonly merchantId: string },
): Promise<TalkStep['view']> => {
  let moves: readonly Move[] = given;
  for (let asked = 0; ; asked++) {
    const { view, done, pending } = await step(moves);
    const isMore = asked < MOST_REAL && moves.length < MOST_MOVES;
    if (!real || pending === null || !isReal(pending.what) || !isMore) return view;
    const begun = performance.now();
    const limitMs = Math.min(pending.limitMs, REAL_MS);
    const answer = await world.answer(pending.what, { merchantId, callId: 'test-talk', limitMs });
    const afterMs = Math.round(performance.now() - begun);
    moves = [...moves.slice(0, done), { does: 'answer', answer, afterMs }, ...moves.slice(done)];
  }
};
