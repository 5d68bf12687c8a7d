import { compilePlan, type LegEnding, verdictOf } from '@lianxian/core';
import { calleeSeed, practiceCalleeAt, type SimulatedTalk, simulateTalk } from '@lianxian/core/simulation';
import { expect, test } from 'vitest';
import { marketPlans } from '../../server/seed/market/index.ts';
import { marketOutcomes } from './market-outcomes.ts';

/** Of the practice carrier, where nobody chose another. */
const CARRIER_SEED = 1;

const endingOf = ({ summary, refusedWith }: SimulatedTalk): LegEnding => {
  if (summary) return { how: summary.endedBy === 'callee' ? 'byThem' : 'byUs', code: null };
  return refusedWith === null ? { how: 'ringTimeout', code: 487 } : { how: 'refused', code: refusedWith };
};

test('every plan of ours is called, and nobody is called twice', () => {
  expect([...new Set(marketOutcomes.map(({ slug }) => slug))]).toEqual(marketPlans().map(({ slug }) => slug));
  expect(new Set(marketOutcomes.map(({ number }) => number)).size).toBe(marketOutcomes.length);
});

test.each(marketOutcomes)('in virtual time $slug to $callee ($number) comes out as $state, level $level', expected => {
  const { slug, number, callee, ...wanted } = expected;
  const found = marketPlans().find(one => one.slug === slug);
  const result = found && compilePlan(found.plan);
  if (!result?.ok) throw new Error(JSON.stringify(result?.faults));
  const somebody = practiceCalleeAt(number);
  expect(somebody?.name).toBe(callee);
  const talk = simulateTalk({
    ...{ plan: result.compiled, persona: somebody!.persona, seed: calleeSeed(CARRIER_SEED, number, 0) },
    date: '2026-11-24',
  });
  const { summary } = talk;
  const labelOf = (name: string) => result.compiled.variables.get(name)?.label;
  expect({
    state: verdictOf(endingOf(talk)).state,
    level: summary?.level ?? null,
    answers: Object.entries(summary?.answers ?? {}).map(([name, value]) => [labelOf(name), value]),
    hungUpBy: summary?.endedBy ?? 'nobody',
  }).toEqual(wanted);
});
