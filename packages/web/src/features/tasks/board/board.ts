import type { endpoints, OutputOf } from '@lianxian/contract';

export type Board = OutputOf<typeof endpoints.task.board>;
export type Callee = OutputOf<typeof endpoints.task.callees>['list'][number];
export type LiveCall = Board['live'][number];

/** `43.6%`; nothing of nothing is no rate. */
export const percent = (part: number, whole: number): string | null =>
  whole > 0 ? `${((100 * part) / whole).toFixed(1)}%` : null;

/** Talking calls, the longest first: new ones come in at the end and no row jumps. */
export const talkingOf = (live: readonly LiveCall[]): readonly LiveCall[] =>
  live
    .filter(call => call.stage === 'talking')
    .toSorted((a, b) => (a.answeredAt ?? a.placedAt).localeCompare(b.answeredAt ?? b.placedAt));

/** Calls on their way, the longest first. */
export const waitingOf = (live: readonly LiveCall[]): readonly LiveCall[] =>
  live.filter(call => call.stage !== 'talking').toSorted((a, b) => a.placedAt.localeCompare(b.placedAt));

/** What the calls came to: answered, ended without an answer, and its causes, the commonest first. */
export const outcomesOf = (board: Board) => {
  const answered = board.outcomes.find(each => each.state === 'answered')?.calls ?? 0;
  const causes = board.outcomes
    .filter(each => each.state !== 'answered' && each.calls > 0)
    .toSorted((a, b) => b.calls - a.calls);
  return { answered, missed: causes.reduce((sum, each) => sum + each.calls, 0), causes };
};
