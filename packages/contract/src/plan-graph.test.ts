import type { Plan } from '@lianxian/core';
import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { fieldLimits } from './field-limits.ts';
import { planLimits, planRanges } from './plan-graph.parts.ts';
import { planGraph, planShape } from './plan-graph.ts';

/** Without `readonly` and `?`, all the way down: a field that only one side knows shows. */
type Bare<T> = T extends readonly (infer E)[]
  ? Bare<E>[]
  : T extends object
    ? { -readonly [K in keyof T]-?: Bare<T[K]> }
    : T;

test('the plan on the wire is core’s plan, field by field', () => {
  expectTypeOf<Bare<z.output<typeof planShape>>>().toEqualTypeOf<Bare<Plan>>();
  expectTypeOf<z.output<typeof planShape>>().toExtend<Plan>();
});

const speak = (id: string) => ({
  kind: 'speak',
  id,
  name: '问候',
  sentences: ['您好'],
  interruption: { when: 'never' },
  routers: [],
});
const graph = (parts: object = {}) => ({
  name: '话术',
  variables: [],
  rootFlow: 'nowhere',
  flows: [{ id: 'main', name: '主流程', rootNode: '', nodes: [speak('a')] }],
  intents: [],
  knowledge: [],
  levelRules: [],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
  },
  ...parts,
});
const flowOf = (nodes: readonly object[]) => [{ id: 'main', name: '主流程', rootNode: '', nodes }];

test('a faulty draft is well-shaped: its root may be nowhere, a node may have no way on', () => {
  expect(planGraph.safeParse(graph()).success).toBe(true);
});

test.each([
  ['a node of no known kind', graph({ flows: flowOf([{ ...speak('a'), kind: 'bomb' }]) })],
  ['an id that climbs out of a folder', graph({ flows: flowOf([speak('../../etc/passwd')]) })],
  ['an id of two lines', graph({ flows: flowOf([speak('a\nb')]) })],
  ['a sentence without end', graph({ flows: flowOf([{ ...speak('a'), sentences: ['嗯'.repeat(2_001)] }]) })],
  [
    'more nodes than an editor draws',
    graph({ flows: flowOf(Array.from({ length: 2_001 }, (_, n) => speak(`n${n}`))) }),
  ],
  [
    'as many, spread over flows',
    graph({
      flows: [0, 1, 2].map(f => ({
        id: `f${f}`,
        name: 'f',
        rootNode: '',
        nodes: Array.from({ length: 700 }, (_, n) => speak(`n${f}-${n}`)),
      })),
    }),
  ],
  ['a number beyond all measure', graph({ defaults: { ...graph().defaults, longestMs: 1e300 } })],
  ['a place that is no number', graph({ flows: flowOf([{ ...speak('a'), at: { x: null, y: 0 } }]) })],
  ['text for a plan', 'plan'],
])('refused: %s', (_, value) => {
  expect(planGraph.safeParse(value).success).toBe(false);
});

test('what nobody knows is dropped', () => {
  const parsed = planGraph.parse({ ...graph(), script: '<script>alert(1)</script>' });
  expect(parsed).not.toHaveProperty('script');
  expect(planLimits.nodes).toBe(2_000);
});

test.each([
  ['priority', 'intents.priority'],
  ['priority', 'knowledge.priority'],
  ['amount', 'flows.nodes.accepts.min'],
  ['visits', 'flows.nodes.visits.most'],
  ['answers', 'knowledge.limit'],
  ['modelTurns', 'flows.nodes.mostTurns'],
  ['turns', 'defaults.mostTurns'],
  ['callMs', 'defaults.longestMs'],
  ['silenceMs', 'defaults.silence.ms'],
  ['interruptionMs', 'flows.nodes.interruption.ms'],
  ['ringMs', 'flows.nodes.ringTimeoutMs'],
  ['webhookMs', 'flows.nodes.timeoutMs'],
  ['modelAnswerMs', 'flows.nodes.timeoutMs'],
  ['thinkingMs', 'defaults.filler.afterMs'],
  ['thinkingMs', 'defaults.modelMs'],
] as const)('what the editor offers of %s is taken at %s', (range, way) => {
  const { least = Number.NaN, most = Number.NaN } = fieldLimits(planShape, way);
  expect(planRanges[range].least).toBeGreaterThanOrEqual(least);
  expect(planRanges[range].most).toBeLessThanOrEqual(most);
});
