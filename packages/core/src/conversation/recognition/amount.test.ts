import { expect, test } from 'vitest';
import { compileDraft } from '../../simulation/index.ts';
import { compilePlan, faultsOf, type Intent, type Plan, type PlanNode, recognise } from '../index.ts';
import { smallPlan } from '../plan/small-plan.test-data.ts';

/*
 * A plan is a program somebody else wrote: what it becomes is bounded and told, what is made of it takes the time and the
 * room of its text, and a sentence of a call takes a few ms whatever the plan.
 */
const many = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
const intents = (count: number, of: (n: number) => Partial<Intent>): Plan => ({
  ...smallPlan,
  defaults: { ...smallPlan.defaults, opening: { caller: false, machine: false, recorded: false } },
  intents: [
    ...smallPlan.intents,
    ...many(count, n => ({ id: `x${n}`, name: `意图${n}`, priority: 1, words: [], ...of(n) })),
  ],
});
const told = (plan: Plan): readonly string[] =>
  faultsOf(plan).map(({ where, fault, detail }) => `${where} ${fault} ${detail}`);

/** ms of processor time. */
const cpuOf = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

test('a plan of ordinary size is told nothing', () => {
  const words = (n: number) => ({ words: many(50, at => `第${n}个说法${at}`), likes: [`我想问${n}号`] });
  expect(told(intents(300, words))).toEqual([]);
});

test.each<[string, Plan, string]>([
  [
    'words, by who has most of them',
    intents(100, n => ({ words: many(n === 7 ? 1_100 : 10, at => `${at} `.padEnd(199, '字')) })),
    'intent:x7 tooMuch 105',
  ],
  ['states of patterns', intents(100, n => ({ patterns: many(60, at => `a*b*c*d*e${n}f${at}`) })), 'tooMuch'],
  ['similar sentences', intents(100, n => ({ likes: many(60, at => `${n}和${at}一共要多少钱呀`) })), ''],
  ['sounds', intents(100, n => ({ sounds: many(100, at => `第${n}号${at}`) })), 'tooMuch'],
  [
    'words that many borrow',
    {
      ...intents(100, () => ({ groups: ['g'] })),
      borrowed: [{ id: 'g', name: '组', recognised: { words: many(1_000, at => `${at}号的词`) } }],
    },
    'tooMuch',
  ],
])('what a plan becomes is bounded: %s', (_, plan, is) => {
  const faults = told(plan).join();
  if (is === '') expect(faults).toBe('');
  else expect(faults).toContain(is);
});

test('one that is too much may not be tried or published, and goes on being called where it was published before', () => {
  const plan = intents(100, n => ({ patterns: many(60, at => `a*b*c*d*e${n}f${at}`) }));
  expect(told(plan)).toEqual([expect.stringMatching(/^intent:x\d+ tooMuch \d{3}$/)]);
  expect(compileDraft(plan)).toMatchObject({ ok: false, faults: [{ fault: 'tooMuch' }] });
  const published = compilePlan(plan);
  if (!published.ok) throw new Error('it was published before');
  expect(recognise(published.compiled.recognition, 'axbxcxdxe7f3').map(({ entry }) => entry.id)).toEqual(['x7']);
});

test('the largest that was ever published is made in the time and handed over in the room of its text', () => {
  // 88,260 patterns took 12 s and 650 MB.
  const plan = intents(1_471, n => ({ patterns: many(60, at => `a*b*c*d*e${n}f${at}`) }));
  const before = process.memoryUsage().arrayBuffers;
  const published = compilePlan(plan);
  if (!published.ok) throw new Error('it was published before');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
  let handed = published.compiled;
  expect(cpuOf(() => (handed = structuredClone(published.compiled)))).toBeLessThan(150);
  expect(recognise(handed.recognition, '是axbxcxdxe7f3').map(({ heard }) => heard)).toEqual(['axbxcxdxe7f3']);
});

test('a plan that is handed over understands as the one it was made of', () => {
  const plan = intents(1, () => ({
    combined: [['什么时候', '发货']],
    exact: ['不是'],
    likes: ['孩子几岁能上'],
    sounds: ['发票'],
  }));
  const made = compilePlan(plan, text => (text === '发票' ? ['fa', 'piao'] : []));
  if (!made.ok) throw new Error('a plan of ordinary size');
  const handed = structuredClone(made.compiled);
  for (const [text, syllables] of [
    ['什么时候给我发货'],
    ['不是'],
    ['小孩子多大几岁能上呀'],
    ['要开发飘', ['yao', 'kai', 'fa', 'piao']],
    ['方便'],
  ] as const) {
    const found = recognise(made.compiled.recognition, text, syllables);
    expect(found).toHaveLength(1);
    expect(recognise(handed.recognition, text, syllables)).toEqual(found);
  }
});

test.each<[string, Plan, string]>([
  ['one word in 1,900 intents', intents(1_900, () => ({ words: many(100, () => '啊啊') })), '啊'.repeat(500)],
  ['one character', intents(1_900, () => ({ words: ['啊'] })), '啊'.repeat(500)],
  ['words within words', intents(400, () => ({ words: many(100, at => '啊'.repeat(at + 2)) })), '啊'.repeat(500)],
  ['rows of negations', intents(400, () => ({ combined: [many(20, at => '不'.repeat(at + 1))] })), '不'.repeat(500)],
  ['similar sentences', intents(200, n => ({ likes: many(50, at => `多少钱呀${n}a${at}`) })), '多少钱呀'.repeat(125)],
])('a sentence takes a few ms of a call, whatever the plan: %s', (_, plan, text) => {
  const made = compilePlan(plan);
  if (!made.ok) throw new Error('no fault that stops calls');
  expect(cpuOf(() => recognise(made.compiled.recognition, text))).toBeLessThan(200);
});

test('a plan’s faults are told in the time of its parts', () => {
  const node = (n: number, branches: number): PlanNode => ({
    kind: 'condition',
    id: `c${n}`,
    name: '',
    branches: many(branches, at => ({ when: { variable: 'age', is: 'filled' }, to: `c${(n + at + 1) % 2_000}` })),
    otherwise: `c${(n + 1) % 2_000}`,
  });
  const asking = (n: number): PlanNode => ({
    kind: 'speak',
    id: `c${n}`,
    name: '',
    sentences: ['好'],
    interruption: { when: 'onIntents', intents: many(100, at => `x${at + 1_800}`) },
    routers: many(100, at => ({ on: { intent: `x${at + 1_800}` }, to: `c${(n + 1) % 2_000}` })),
  });
  const [main, end] = smallPlan.flows as [Plan['flows'][0], Plan['flows'][0]];
  const withNodes = (nodes: readonly PlanNode[]): Plan => ({
    ...intents(1_900, () => ({ words: ['啊'] })),
    flows: [{ ...main, rootNode: 'c0', nodes: [...main.nodes, ...nodes] }, end],
  });
  const circle = withNodes(many(2_000, n => node(n, 50)));
  const questions = withNodes(many(2_000, asking));
  expect(cpuOf(() => faultsOf(circle))).toBeLessThan(2_000);
  expect(cpuOf(() => faultsOf(questions))).toBeLessThan(2_000);
  expect(faultsOf(circle).filter(({ fault }) => fault === 'loopsWithoutListening')).toHaveLength(2_000);
});
