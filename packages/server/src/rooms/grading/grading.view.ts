import type { levelEndpoints, OutputOf } from '@lianxian/contract';
import { type Level, maskNumbers, maskPhone } from '@lianxian/core';
import type { ShownBackTest, ShownCount } from './back-test.store.ts';
import type { GradedCall } from './graded.store.ts';

type Listed = OutputOf<typeof levelEndpoints.recent>['list'][number];

/** What the robot asked for may be a number. */
export const seenFacts = <F extends { readonly answers: Readonly<Record<string, string>> }>(
  facts: F,
  seesPhones: boolean,
): F =>
  seesPhones
    ? facts
    : {
        ...facts,
        answers: Object.fromEntries(Object.entries(facts.answers).map(([name, value]) => [name, maskNumbers(value)])),
      };

/** Who lacks `phone:unmask` sees 138****1234 (docs/rights.md#masks). */
export const gradedView = (row: GradedCall, seesPhones: boolean): Listed => ({
  id: row.id,
  phone: seesPhones ? row.phone : maskPhone(row.phone),
  at: row.listedAt.toISOString(),
  talkMs: row.talkMs,
  ruledLevel: row.corrected === null ? row.level : row.ruledLevel,
  levelRule: row.levelRule,
  corrected: row.corrected,
});

const sumOf = (counts: readonly ShownCount[]): number => counts.reduce((sum, { n }) => sum + n, 0);

export const backTestView = (
  row: ShownBackTest,
  counts: readonly ShownCount[],
): OutputOf<typeof levelEndpoints.backTestState> => {
  const own = counts.filter(({ testId }) => testId === row.id);
  const of = (what: ShownCount['what']) => own.filter(count => count.what === what);
  const pairs = (what: ShownCount['what']) =>
    of(what).map(({ was, becomes, n }) => ({ from: was as Level, to: becomes as Level, n }));
  const moves = of('move');
  return {
    id: row.id,
    state: row.state,
    rules: row.rules as OutputOf<typeof levelEndpoints.backTestState>['rules'],
    from: row.firstDay,
    to: row.lastDay,
    done: sumOf(moves),
    total: sumOf(of('total')),
    changed: sumOf(moves.filter(({ was, becomes }) => was !== becomes)),
    moves: pairs('move'),
    before: pairs('old'),
    after: pairs('new'),
    by: row.who,
    at: row.createdAt.toISOString(),
  };
};
