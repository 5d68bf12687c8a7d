import { marketTrades, planGraph, planTemplates } from '@lianxian/contract';
import { type CompiledPlan, compilePlan, faultsOf, guideFaultsOf, levels, planSentences } from '@lianxian/core';
import { coverageOf, runTest, runTown, type Temper } from '@lianxian/core/simulation';
import { expect, test } from 'vitest';
import { type MarketPlan, marketPlans } from '../seed/market/index.ts';
import { syllablesOf } from '../src/platform/words/syllables.ts';

/** Each plan of ours with what it is compiled to. */
const plans = marketPlans().map((one): MarketPlan & { readonly compiled: CompiledPlan } => {
  const result = compilePlan(one.plan);
  if (!result.ok) throw new Error(`${one.slug}: ${JSON.stringify(result.faults)}`);
  return { ...one, compiled: result.compiled };
});
const each = plans.map(one => [one.title, one] as const);
/** Parts that every plan has are tried with the parts. */
const isOwn = (id: string): boolean => !id.startsWith('common-');

/** Of the ways out of its own nodes by what a callee says or presses, tests walk so much of each plan (least seen: 0.87). */
const LEAST_WALKED = 0.85;
/** What nobody says: these lead where the last question would have, or end. */
const unsaid: ReadonlySet<string> = new Set(['silence', 'notUnderstood', 'other']);

/** Of ten callees of the town so many come to the goal at least, by how they are. */
const IN_TOWN = 10;
const leastInTown: Readonly<Record<Exclude<Temper, 'refusing'>, number>> = {
  willing: 9,
  misheard: 8,
  correcting: 8,
  asking: 8,
};

/** Eight digits and more, or such as a service number has; a surname with how one is called. */
const phone = /\d{7,}|\d{3,4}-\d{4,}|[零一二三四五六七八九幺]{7,}/;
const person =
  /[赵钱孙李周吴郑王冯陈蒋沈韩杨朱秦许何吕张孔曹严魏陶姜谢邹苏潘葛范彭郎鲁韦马方袁柳][一-龥]{0,2}(?:先生|女士|小姐|经理|主任|老师|医生|师傅)/;

test('one list has what new plans begin with and what the market gives away: fourteen plans of thirteen trades', () => {
  expect([...plans.map(({ slug }) => slug), 'empty']).toEqual(planTemplates);
  expect(plans.length).toBeGreaterThanOrEqual(12);
  const trades = new Set(plans.map(({ trade }) => trade));
  expect([...trades].sort()).toEqual(marketTrades.filter(trade => trade !== 'other').toSorted());
  expect(new Set(plans.map(({ title }) => title)).size).toBe(plans.length);
});

test.each(each)('%s is without fault, with ten nodes, five questions, a guide and every level', (_, one) => {
  const { plan, guide, tests } = one;
  expect(faultsOf(plan)).toEqual([]);
  expect(planGraph.parse(plan)).toEqual(plan);
  expect(plan.name).toBe(one.title);
  expect(plan.flows.flatMap(flow => flow.nodes).filter(({ id }) => isOwn(id)).length).toBeGreaterThanOrEqual(10);
  expect(plan.knowledge.filter(({ id }) => isOwn(id)).length).toBeGreaterThanOrEqual(5);
  expect([...new Set(plan.levelRules.map(({ level }) => level))].sort()).toEqual(levels);
  expect(guide.length).toBeGreaterThanOrEqual(3);
  expect(guideFaultsOf(guide)).toEqual([]);
  expect(tests.length).toBeGreaterThanOrEqual(8);
  expect(new Set(tests.map(({ name }) => name)).size).toBe(tests.length);
  // Two or three sentences for who chooses, one for who has an older version.
  expect(one.says.split('。').length - 1).toBeGreaterThanOrEqual(2);
  expect(one.note).not.toBe('');
});

test.each(each)('what %s says is short, and names no person and no number of a telephone', (_, { plan, ...shown }) => {
  for (const text of planSentences(plan)) expect(text.replace(/\$\{[^}]*\}/g, '某某').length).toBeLessThanOrEqual(42);
  const all = JSON.stringify([plan.flows, plan.knowledge, plan.variables, plan.defaults, shown.guide, shown.tests]);
  expect(all).not.toMatch(phone);
  expect(all + shown.says + shown.note + shown.title).not.toMatch(person);
});

test.each(each)('every conversation written for %s comes out as it should, and they walk it', (_, one) => {
  const { compiled, tests } = one;
  const runs = tests.map(({ name, test: written }) => {
    const { broken, replay } = runTest(compiled, written, { syllables: syllablesOf });
    return { name, broken, talk: replay.talk };
  });
  expect(runs.filter(({ broken }) => broken.length > 0).map(({ name, broken }) => ({ name, broken }))).toEqual([]);
  const { nodes, ways } = coverageOf(
    compiled,
    runs.map(({ talk }) => talk),
  );
  expect([...compiled.nodes.keys()].filter(id => isOwn(id) && !nodes.covered.includes(id))).toEqual([]);
  const matters = ({ from, by }: { readonly from: string; readonly by: string }) => isOwn(from) && !unsaid.has(by);
  const walked = ways.covered.filter(matters).length;
  const missed = ways.missed.filter(matters);
  expect({ share: walked / (walked + missed.length), missed }).toMatchObject({
    share: expect.toSatisfy((share: number) => share >= LEAST_WALKED),
  });
});

test.each(each)('who asks %s back is answered, and asked again in other words: nobody is greeted twice', (_, one) => {
  const written = {
    ...{ variables: {}, minuteOfDay: 600, world: 'fails' as const, expects: {} },
    moves: [{ does: 'say' as const, text: '你是谁' }],
  };
  const { replay } = runTest(one.compiled, written, { syllables: syllablesOf });
  const { lines } = replay.talk;
  const answered = lines.slice(lines.findIndex(({ by }) => by === 'callee') + 1).map(({ text }) => text);
  expect(answered.length).toBeGreaterThanOrEqual(2);
  expect(answered.filter(text => text.includes('您好'))).toEqual([]);
});

test.each(each)(
  'in the town %s comes to its goal with who is willing, and with nobody who refuses',
  (_, { compiled }) => {
    const run = runTown({ plan: compiled, seed: 126, each: IN_TOWN, syllables: syllablesOf });
    expect(run.goal).toBe('A');
    const reached = Object.fromEntries(run.tempers.map(one => [one.temper, one.reached]));
    const short = Object.entries(leastInTown).filter(([temper, least]) => reached[temper]! < least);
    expect({ ...reached, short }).toMatchObject({ refusing: 0, short: [] });
  },
);
