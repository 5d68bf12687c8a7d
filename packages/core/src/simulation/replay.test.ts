import { describe, expect, test } from 'vitest';
import { compilePlan } from '../conversation/index.ts';
import { smallPlan } from '../conversation/plan/small-plan.test-data.ts';
import { coverageOf } from './coverage.ts';
import { accepted, expectationsOf, runTest, type TestConversation } from './lab.ts';
import { compileDraft } from './mend.ts';
import type { Move } from './moves.ts';
import { type Replay, replay } from './replay.ts';

const compiled = (() => {
  const result = compilePlan(smallPlan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.compiled;
})();

const talk = (...moves: readonly Move[]): Replay => replay({ plan: compiled, moves, variables: { name: '王女士' } });
const robot = (run: Replay, move: number): readonly string[] =>
  run.notes.flatMap(({ note, move: of }) => (of === move && note.type === 'robot.said' ? [note.text] : []));

test('a talk without moves is the opening, and it waits', () => {
  const run = talk();
  expect(robot(run, -1)).toEqual(['您好，王女士，方便吗？']);
  expect([run.state.kind, run.state.node, run.ended]).toEqual(['listening', 'ask', false]);
});

test('each move has its answer; the level is what it would be if the callee hung up now', () => {
  const run = talk({ does: 'say', text: '方便' }, { does: 'say', text: '三岁' });
  expect(robot(run, 0)).toEqual(['孩子几岁了？']);
  expect(robot(run, 1)).toEqual(['好的，再见。']);
  expect(run.ended).toBe(true);
  expect(run.summary).toMatchObject({ level: 'A', answers: { age: '3' }, endedBy: 'robot' });
  expect(talk({ does: 'say', text: '方便' }).summary).toMatchObject({ level: 'D', endedBy: 'callee' });
});

test('one turn back and another way is another list', () => {
  expect(talk({ does: 'say', text: '晚点再说' }).state.node).toBe('menu');
  const pressed = talk({ does: 'say', text: '晚点再说' }, { does: 'press', keys: '2' });
  expect(pressed.summary).toMatchObject({ lastNode: '再见' });
});

test('speaking into the robot stops it, a key and a silence do what they do on a call', () => {
  const over = talk({ does: 'over', text: '不需要', afterMs: 800 });
  expect(over.notes.some(({ note }) => note.type === 'robot.interrupted')).toBe(true);
  expect(over.summary?.level).toBe('E');
  const silent = talk({ does: 'silent', ms: 4_000 });
  expect(robot(silent, 0)).toEqual(['喂，在听吗？']);
});

test('after the end further moves are not carried out', () => {
  const run = talk({ does: 'hangUp' }, { does: 'say', text: '喂' });
  expect([run.ended, run.done, run.summary?.endedBy]).toEqual([true, 1, 'callee']);
});

const kept: TestConversation = {
  variables: {},
  minuteOfDay: 600,
  moves: [
    { does: 'say', text: '方便' },
    { does: 'say', text: '多少钱' },
    { does: 'say', text: '八岁' },
  ],
  world: 'fails',
  expects: {
    path: ['ask', 'age', 'price', 'thanks'],
    avoids: ['menu'],
    understood: [
      { move: 0, meaning: 'yes' },
      { move: 1, meaning: 'knowledge:price' },
    ],
    says: [{ move: 1, text: '一百二' }],
    answers: { age: '8' },
    level: 'A',
    endedBy: 'robot',
    withinMs: 1_500,
    mostTurns: 3,
  },
};

test('a test conversation holds while the plan does what it did', () => {
  expect(runTest(compiled, kept).broken).toEqual([]);
});

test.each([
  [{ path: ['ask', 'menu'] }, 'path', '开场 → 按键', '开场 → 问年龄 → 问价格 → 大小 → 去结束 → 感谢', null],
  [{ avoids: ['age'] }, 'avoids', '问年龄', '开场 → 问年龄 → 问价格 → 大小 → 去结束 → 感谢', null],
  [{ understood: [{ move: 0, meaning: 'refuse' }] }, 'understood', 'refuse', 'intent:yes', 0],
  [{ says: [{ move: 0, text: '一百二' }] }, 'says', '一百二', '孩子几岁了？', 0],
  [{ answers: { age: '9' } }, 'answers', '年龄 = 9', '年龄 = 8', null],
  [{ answers: { size: '大' } }, 'answers', 'size = 大', '', null],
  [{ level: 'B' }, 'level', 'B', 'A', null],
  [{ endedBy: 'callee' }, 'endedBy', 'callee', 'robot', null],
  [{ mostTurns: 2 }, 'mostTurns', '2', '3', null],
] as const)('%j breaks and says what was', (expects, what, expected, was, move) => {
  const { broken } = runTest(compiled, { ...kept, expects });
  expect(broken).toEqual([{ what, expected, was, move }]);
});

describe('what came is accepted', () => {
  const path = ['ask', 'age', 'price', 'grown', 'more', 'thanks'];
  test.each([
    [
      { path: ['ask', 'menu'], level: 'A' },
      { path, level: 'A' },
    ],
    [{ avoids: ['age', 'menu'] }, { avoids: ['menu'] }],
    [
      {
        understood: [
          { move: 0, meaning: 'refuse' },
          { move: 1, meaning: 'knowledge:price' },
          { move: 9, meaning: 'yes' },
        ],
      },
      {
        understood: [
          { move: 0, meaning: 'intent:yes' },
          { move: 1, meaning: 'knowledge:price' },
        ],
      },
    ],
    [
      { says: [{ move: 0, text: '一百二' }, { move: 1, text: '一百二' }, { text: '没人说' }] },
      {
        says: [
          { move: 0, text: '孩子几岁了？' },
          { move: 1, text: '一百二' },
        ],
      },
    ],
    [{ answers: { age: '9', phone: '1' } }, { answers: { age: '8', phone: '' } }],
    [
      { level: 'B', endedBy: 'callee', tags: ['错'], mostTurns: 1 },
      { level: 'A', endedBy: 'robot', tags: [], mostTurns: 3 },
    ],
  ] as const)('in place of what did not hold, and nothing else is looked at: %j', (expects, expected) => {
    const now = accepted(compiled, expects, runTest(compiled, kept).replay);
    expect(now).toEqual(expected);
    expect(runTest(compiled, { ...kept, expects: now }).broken).toEqual([]);
  });

  test('a wait that was longer is the one that may be', () => {
    const { replay: run } = runTest(compiled, kept);
    const { withinMs = 0 } = accepted(compiled, { withinMs: 1 }, run);
    expect(withinMs).toBeGreaterThan(1);
    expect(runTest(compiled, { ...kept, expects: { withinMs } }).broken).toEqual([]);
    expect(runTest(compiled, { ...kept, expects: { withinMs: withinMs - 1 } }).broken).not.toEqual([]);
  });
});

test('what happened is offered as expectations, and holds', () => {
  const run = runTest(compiled, kept).replay;
  const expects = expectationsOf(run);
  expect(expects).toMatchObject({ level: 'A', endedBy: 'robot', answers: { age: '8' } });
  expect(runTest(compiled, { ...kept, expects }).broken).toEqual([]);
});

test('coverage counts nodes and ways out of them', () => {
  const run = runTest(compiled, kept).replay;
  const { nodes, ways } = coverageOf(compiled, [run.talk]);
  expect([nodes.covered.length, nodes.all]).toEqual([5, 8]);
  expect(ways.covered).toEqual([
    { from: 'ask', by: 'yes', to: 'age' },
    { from: 'age', by: 'collected', to: 'grown' },
    { from: 'grown', by: 'otherwise', to: 'more' },
    { from: 'more', by: 'flow:end', to: 'thanks' },
  ]);
  expect(ways.missed).toContainEqual({ from: 'menu', by: 'key:1', to: 'phone' });
});

test('a draft that is not whole can be talked to as far as it goes', () => {
  const broken = {
    ...smallPlan,
    flows: smallPlan.flows.map(flow => ({
      ...flow,
      nodes: flow.nodes.map(node =>
        node.id === 'ask' && node.kind === 'speak' ? { ...node, routers: [{ on: 'yes' as const, to: '' }] } : node,
      ),
    })),
  };
  expect(compilePlan(broken).ok).toBe(false);
  const draft = compileDraft(broken);
  if (!draft.ok) throw new Error(JSON.stringify(draft.faults));
  const run = replay({ plan: draft.compiled, moves: [{ does: 'say', text: '方便' }] });
  expect([draft.mended, run.ended, run.summary?.lastNode]).toEqual([true, true, '没接上']);
});

test('two nodes of one id stay refused', () => {
  const twice = { ...smallPlan, flows: [...smallPlan.flows, ...smallPlan.flows] };
  expect(compileDraft(twice)).toMatchObject({ ok: false });
});
