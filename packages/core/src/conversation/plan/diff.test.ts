import { expect, test } from 'vitest';
import { diffPlans } from './diff.ts';
import type { Condition, Plan, PlanNode } from './plan.ts';
import { ask, smallPlan as plan, withNode } from './small-plan.test-data.ts';

const changesOf = (after: Plan, before: Plan = plan) =>
  diffPlans(before, after).map(({ part, name, what, fields }) => ({
    part,
    name,
    what,
    fields: fields.map(({ field, entry, before, after }) => [field, entry, before, after]),
  }));

test('a plan differs in nothing from itself, nor when a node is only drawn elsewhere', () => {
  expect(diffPlans(plan, plan)).toEqual([]);
  expect(diffPlans(plan, withNode({ ...ask, at: { x: 5, y: 5 } }))).toEqual([]);
});

test('a sentence that was said otherwise: one goes, one comes', () => {
  expect(changesOf(withNode({ ...ask, sentences: [ask.sentences[0] ?? '', '现在说话方便吗？'] }))).toEqual([
    {
      part: 'node',
      name: '开场',
      what: 'changed',
      fields: [
        ['sentences', '现在方便吗？', '现在方便吗？', null],
        ['sentences', '现在说话方便吗？', null, '现在说话方便吗？'],
      ],
    },
  ]);
});

test('sentences in another order are a difference, words are not', () => {
  const [first = '', second = ''] = ask.sentences;
  expect(changesOf(withNode({ ...ask, sentences: [second, first] }))).toEqual([
    {
      part: 'node',
      name: '开场',
      what: 'changed',
      fields: [['sentences', 'order', `${first} → ${second}`, `${second} → ${first}`]],
    },
  ]);
  const [intent, ...others] = plan.intents;
  if (intent === undefined) throw new Error('the small plan has intents');
  const turned = { ...intent, words: intent.words.toReversed() };
  expect(changesOf({ ...plan, intents: [turned, ...others] })).toEqual([]);
});

test('a router that leads elsewhere says from which node to which', () => {
  const routers = ask.routers.map(router => (router.on === 'yes' ? { ...router, to: 'bye' } : router));
  expect(changesOf(withNode({ ...ask, routers }))).toEqual([
    { part: 'node', name: '开场', what: 'changed', fields: [['routers', 'yes', '问年龄', '再见']] },
  ]);
});

test('a router taken away, and one by an intent, are named by what the callee means', () => {
  const routers = ask.routers.filter(({ on }) => typeof on === 'string');
  expect(changesOf(withNode({ ...ask, routers }))).toEqual([
    { part: 'node', name: '开场', what: 'changed', fields: [['routers', '晚点', '按键', null]] },
  ]);
});

test('plain fields say what they were and are', () => {
  const interruption = { when: 'after', ms: 800 } as const;
  expect(changesOf(withNode({ ...ask, interruption }))[0]?.fields).toEqual([
    ['interruption.when', '', 'always', 'after'],
    ['interruption.ms', '', null, 800],
  ]);
});

test('nodes, intents and knowledge that came or went', () => {
  const [intent] = plan.intents;
  const less = { ...plan, intents: plan.intents.slice(1) };
  expect(changesOf(less)).toEqual([{ part: 'intent', name: intent?.name, what: 'removed', fields: [] }]);
  expect(changesOf(plan, less)).toEqual([{ part: 'intent', name: intent?.name, what: 'added', fields: [] }]);
});

test('words of an intent one by one', () => {
  const [intent, ...others] = plan.intents;
  if (intent === undefined) throw new Error('the small plan has intents');
  const after = { ...plan, intents: [{ ...intent, words: [...intent.words, '改天'] }, ...others] };
  expect(changesOf(after)[0]?.fields).toEqual([['words', '改天', null, '改天']]);
});

test('two thousand words exchanged are told, each of them', () => {
  const [intent, ...others] = plan.intents;
  if (intent === undefined) throw new Error('the small plan has intents');
  const words = (letter: string) => Array.from({ length: 2_000 }, (_, n) => `${letter}${n}`);
  const of = (letter: string): Plan => ({ ...plan, intents: [{ ...intent, words: words(letter) }, ...others] });
  expect(diffPlans(of('a'), of('b'))[0]?.fields).toHaveLength(4_000);
});

test('conditions that must hold together are one entry, with all they say', () => {
  const isSmall = { variable: 'age', is: 'less', value: '6' } as const;
  const isMine = { variable: 'city', is: 'equal', value: '上海' } as const;
  const grown = (when: Condition): PlanNode => ({
    ...{ kind: 'condition', id: 'grown', name: '大小', otherwise: 'more' },
    branches: [{ when, to: 'bye' }],
  });
  expect(changesOf(withNode(grown({ all: [isSmall, isMine] })), withNode(grown(isSmall)))).toEqual([
    {
      part: 'node',
      name: '大小',
      what: 'changed',
      fields: [
        ['branches', 'age less 6', '再见', null],
        ['branches', 'age less 6 + city equal 上海', null, '再见'],
      ],
    },
  ]);
});
