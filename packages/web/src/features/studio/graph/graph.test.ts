import type { Plan, PlanNode, SpeakNode } from '@lianxian/core';
import { describe, expect, test } from 'vitest';
import { goBack, goForward, mergeWithinMs, mostSteps, noHistory, record } from '../draft/history.ts';
import { outlineOf } from '../outline/tree.ts';
import { findIn, fromFound } from '../search/find.ts';
import { clipIn, copyText, pasted } from './clipboard.ts';
import { addNodes, changeNode, connect, nodeOf, removeFlow, removeNodes } from './edits.ts';
import { exitsOf, withExit } from './exits.ts';
import { expectedText } from './expected-text.ts';
import { wordOfExit } from './faces.ts';
import { placed } from './layout.ts';
import { neighbour } from './neighbours.ts';
import { freshNode, nodeKinds } from './node-kinds.ts';
import { piecesOf, readable } from './sentence.ts';

/** A variable as it stands in a sentence. */
const slot = (name: string): string => `\${${name}}`;
const speak = (id: string, name: string, sentence: string, routers: SpeakNode['routers'] = []): SpeakNode => ({
  kind: 'speak',
  id,
  name,
  sentences: [sentence],
  interruption: { when: 'never' },
  routers,
});
const bye: PlanNode = { kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见。'] };

const plan: Plan = {
  name: '试听课',
  variables: [
    { name: 'name', label: '孩子姓名', fallback: '', spoken: 'asWritten' },
    { name: 'grade', label: '年级', fallback: '', spoken: 'asWritten' },
  ],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'open',
      nodes: [
        bye,
        speak('open', '开场白', `您好，请问是${slot('name')}的家长吗？`, [
          { on: 'yes', to: 'course' },
          { on: { intent: 'busy' }, to: 'later' },
          { on: 'other', to: '' },
        ]),
        speak('course', '介绍课程', '小班每班不超过八人。', [{ on: 'other', to: 'bye' }]),
        speak('later', '换个时间', '那我晚点再打。', [{ on: 'other', to: 'bye' }]),
        speak('old', '旧活动', '周年庆。', [{ on: 'other', to: 'bye' }]),
      ],
    },
  ],
  intents: [{ id: 'busy', name: '在忙', priority: 0, words: ['在开车', '开会'] }],
  knowledge: [
    {
      id: 'price',
      name: '价格',
      priority: 0,
      words: ['多少钱'],
      answers: ['一节一百二十元。'],
      interruption: { when: 'never' },
      next: { resume: 'repeat' },
      limit: 3,
    },
  ],
  levelRules: [],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
  },
};
const flow = plan.flows[0]!;
const idsOf = (of: Plan) => of.flows[0]!.nodes.map(({ id }) => id);

describe('what leaves a node', () => {
  test('every kind of node has its exits in their order, and each can be led elsewhere', () => {
    const slots: Record<string, string> = {
      speak: 'routers.0 routers.1 routers.2',
      collect: 'routers.0 routers.1',
      condition: 'branches.0 otherwise',
      menu: 'keys.0 keys.1 routers.0',
      transfer: 'otherwise',
      sms: 'sent failed',
      webhook: 'done failed',
      llm: 'exits.0 failed',
      goto: '',
      hangup: '',
    };
    for (const kind of nodeKinds) {
      const node = freshNode(kind, kind, { x: 0, y: 0 }, plan);
      expect([
        kind,
        exitsOf(node)
          .map(({ slot }) => slot)
          .join(' '),
      ]).toEqual([kind, slots[kind]]);
      const led = exitsOf(node).reduce((left, { slot }) => withExit(left, slot, 'x'), node);
      expect(exitsOf(led).every(({ to }) => to === 'x')).toBe(true);
    }
  });

  test('a limit of visits is one more exit', () => {
    const node = { ...flow.nodes[2]!, visits: { most: 2, to: '' } };
    expect(exitsOf(node).map(({ slot }) => slot)).toEqual(['routers.0', 'visits']);
    expect(withExit(node, 'visits', 'bye').visits?.to).toBe('bye');
  });

  test('an exit is known by its id, and said as the plan calls it now', () => {
    const open = nodeOf(plan, 'open')!;
    const exits = exitsOf(open).map(({ exit }) => exit);
    expect(exits).toEqual(['yes', 'intent:busy', 'other']);
    expect(exits.map(exit => wordOfExit(plan, exit, open))).toEqual(['肯定', '在忙', '默认']);
  });
});

describe('changing the graph', () => {
  test('what led to a removed node leads nowhere, the rest is the very same', () => {
    const next = removeNodes(plan, ['course']);
    expect(idsOf(next)).toEqual(['bye', 'open', 'later', 'old']);
    expect(exitsOf(nodeOf(next, 'open')!).map(({ to }) => to)).toEqual(['', 'later', '']);
    expect(nodeOf(next, 'later')).toBe(nodeOf(plan, 'later'));
    expect(next.knowledge).toBe(plan.knowledge);
  });

  test('the first node of an empty flow is its start', () => {
    const empty = { ...plan, flows: [{ id: 'f', name: '', rootNode: '', nodes: [] }] };
    expect(addNodes(empty, 'f', [bye]).flows[0]!.rootNode).toBe('bye');
  });

  test('without its first flow a plan begins with the next', () => {
    const two = { ...plan, flows: [...plan.flows, { id: 'other', name: '改约', rootNode: '', nodes: [] }] };
    expect(removeFlow(two, 'main').rootFlow).toBe('other');
  });

  test('a cord leads an exit to a node', () => {
    expect(exitsOf(nodeOf(connect(plan, 'open', 'routers.2', 'later'), 'open')!)[2]?.to).toBe('later');
  });
});

describe('the clipboard', () => {
  test('copied nodes get ids of their own; what led among them still does, what led elsewhere leads nowhere', () => {
    const { plan: next, ids } = pasted(plan, 'main', clipIn(copyText(plan, ['open', 'course']))!);
    expect(ids).toHaveLength(2);
    expect(idsOf(next)).toHaveLength(7);
    const open = nodeOf(next, ids[0]!)!;
    expect([open.name, exitsOf(open).map(({ to }) => to)]).toEqual(['开场白', [ids[1], '', '']]);
    expect(nodeOf(plan, 'open')).toBe(nodeOf(next, 'open'));
  });

  test('into another plan go the variables and intents that the nodes need, by name where it has them', () => {
    const other: Plan = {
      ...plan,
      variables: [],
      intents: [{ id: 'i9', name: '在忙', priority: 0, words: ['忙'] }],
      flows: [{ id: 'f', name: '', rootNode: '', nodes: [] }],
    };
    const { plan: next, ids } = pasted(other, 'f', clipIn(copyText(plan, ['open']))!);
    expect(next.variables.map(({ name }) => name)).toEqual(['name']);
    expect(next.intents.map(({ id }) => id)).toEqual(['i9']);
    expect(exitsOf(nodeOf(next, ids[0]!)!)[1]?.exit).toBe('intent:i9');
  });

  test.each([
    ['a text', '您好'],
    ['other JSON', '{"format":"lianxian/nodes"}'],
    ['a node of an unknown kind', copyText(plan, ['bye']).replace('"hangup"', '"evil"')],
    ['JSON cut short', copyText(plan, ['bye']).slice(0, -3)],
  ])('%s is not pasted', (_what, text) => {
    expect(clipIn(text)).toBeNull();
  });
});

describe('taking back', () => {
  const named = (name: string): Plan => ({ ...plan, name });
  test('steps are taken back and done again in order; typing in one field is one step', () => {
    let history = record(noHistory, named('a'), '改名', 'name', 0);
    history = record(history, named('b'), '改名', 'name', mergeWithinMs - 1);
    history = record(history, named('c'), '加节点', null, mergeWithinMs);
    const once = goBack(history, named('d'))!;
    const twice = goBack(once.history, once.plan)!;
    expect([once.plan.name, twice.plan.name, goBack(twice.history, twice.plan)]).toEqual(['c', 'a', null]);
    expect(goForward(twice.history, twice.plan)?.plan.name).toBe('c');
  });

  test('a pause begins a new step, and 200 are kept', () => {
    let history = noHistory;
    for (let n = 0; n < mostSteps + 20; n += 1)
      history = record(history, named(`${n}`), '改名', 'name', n * mergeWithinMs);
    expect([history.past.length, history.past[0]?.plan.name]).toEqual([mostSteps, '20']);
  });
});

test('the outline has every node once, from the start along its exits; what nothing leads to stands last', () => {
  expect(outlineOf(flow).map(({ node, depth, loose }) => [node.name, depth, loose])).toEqual([
    ['开场白', 0, false],
    ['介绍课程', 1, false],
    ['再见', 2, false],
    ['换个时间', 1, false],
    ['旧活动', 0, true],
  ]);
});

test('search finds sentences, names, words of questions and intents', () => {
  const found = (text: string) => findIn(plan, text).map(({ kind, name }) => `${kind} ${name}`);
  expect(found('八人')).toEqual(['node 介绍课程']);
  expect(found('开')).toEqual(['node 开场白', 'intent 在忙']);
  expect(found('多少钱')).toEqual(['knowledge 价格']);
  expect(found(' ')).toEqual([]);
});

test('what was found is read as the plan calls it, from a little before what was sought', () => {
  const sentence = readable(plan.variables, `您好，${slot('name')}的家长，想请孩子来试听一节`);
  expect(sentence).toBe('您好，孩子姓名的家长，想请孩子来试听一节');
  expect(fromFound(sentence, ' 试听')).toBe('…，想请孩子来试听一节');
  expect(fromFound(sentence, '姓名')).toBe(sentence);
});

test('arrows go along the cords and among siblings', () => {
  const at = (id: string, direction: Parameters<typeof neighbour>[2]) => neighbour(flow, id, direction);
  expect([at('open', 'down'), at('course', 'right'), at('later', 'left'), at('later', 'up'), at('open', 'up')]).toEqual(
    ['course', 'later', 'course', 'open', null],
  );
});

test('a plan that was never drawn gets a place for every node, none over another', () => {
  const spots = placed(plan).flows[0]!.nodes.map(({ at }) => `${at?.x} ${at?.y}`);
  expect(new Set(spots).size).toBe(flow.nodes.length);
  const own = changeNode(placed(plan), 'open', node => ({ ...node, at: { x: 7, y: 7 } }));
  expect(placed(own)).toBe(own);
});

test('a sentence in pieces', () => {
  expect(piecesOf(`您好，${slot(' name ')}的家长`)).toEqual([
    { text: '您好，', variable: false },
    { text: 'name', variable: true },
    { text: '的家长', variable: false },
  ]);
});

test('what a test expected is said in words, and who hung up as well', () => {
  expect(expectedText(plan, 'endedBy', 'robot')).toBe('机器人挂断');
  expect(expectedText(plan, 'understood', 'yes')).toBe('肯定');
  expect(expectedText(plan, 'endedBy', '')).toBe('');
  expect(expectedText(plan, 'level', 'A')).toBe('A');
});
