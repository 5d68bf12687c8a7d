import { expect, test } from 'vitest';
import { compileWhole } from '../compile/compile.ts';
import type { CollectNode, Plan } from '../plan/plan.ts';
import { smallPlan } from '../plan/small-plan.test-data.ts';
import { readLine } from './reading.ts';

/** A line is read where it was said: by the words of the plan, its options and its exceptions. */
const kind: CollectNode = {
  kind: 'collect',
  id: 'kind',
  name: '哪种',
  sentences: ['普通还是加强？'],
  interruption: { when: 'always' },
  variable: 'kind',
  accepts: {
    type: 'choice',
    options: [
      { value: '普通', words: ['普通'] },
      { value: '加强', words: ['加强'] },
    ],
  },
  routers: [],
};
const [flow] = smallPlan.flows;
const busy = { id: 'busy', name: '忙', priority: 5, words: ['在忙'], likes: ['我这会儿没空'] } as const;
const plan: Plan = {
  ...smallPlan,
  flows: [{ ...flow!, nodes: [...flow!.nodes, kind] }],
  intents: [...smallPlan.intents, { ...busy, except: ['孩子在忙', '没空的是他'] }],
};
const read = (text: string, node = 'kind', of = plan) =>
  readLine(compileWhole(of), { node, text, syllables: [], asked: null });

test('an answer is read with its value, a word as what it means, a wish not to be called as that', () => {
  expect(read('加强的吧')).toMatchObject({ understood: { meaning: 'collected', by: 'choice' }, value: '加强' });
  expect(read('我在忙')).toMatchObject({ understood: { meaning: 'intent:busy' }, value: '' });
  expect(read('别再给我打电话了')).toMatchObject({ understood: { meaning: 'refuse', by: 'wish' } });
  expect(read('天气不错')).toEqual({ understood: null, value: '' });
});

test('who says an exception does not mean it, by words, by likeness or by what people say anywhere', () => {
  expect(read('孩子，在忙呢')).toEqual({ understood: null, value: '' });
  expect(read('我这会儿没空的是他')).toEqual({ understood: null, value: '' });
  const meeting = { ...plan, intents: [{ ...busy, except: ['他在开会'] }] };
  const opening = plan.flows[0]!.rootNode;
  expect(read('他在开会', opening, meeting)?.understood ?? null).toBeNull();
});

test.each(['我家是狗', '我家这个是只狗。', '家里养的狗'])('who says what he has chooses it: %s', text => {
  const pets = ['狗', '猫'].map(value => ({ value, words: [value] }));
  const pet: CollectNode = {
    ...kind,
    id: 'pet',
    sentences: ['是狗还是猫？'],
    accepts: { type: 'choice', options: pets },
  };
  const asking = { ...plan, flows: [{ ...flow!, nodes: [...flow!.nodes, pet] }] };
  expect(read(text, 'pet', asking)).toMatchObject({ understood: { meaning: 'collected' }, value: '狗' });
});

test('to what a node asks a no is read as in the talk: who needs no call back asks for none never again', () => {
  const later: CollectNode = {
    ...kind,
    id: 'later',
    sentences: ['我什么时候再打给您方便？'],
    accepts: { type: 'date' },
  };
  const calling = { ...plan, flows: [{ ...flow!, nodes: [...flow!.nodes, later] }] };
  expect(read('不用打了，我有事自己找你们', 'later', calling)?.understood?.by).not.toBe('wish');
  expect(read('以后别再打了', 'later', calling)).toMatchObject({ understood: { by: 'wish' } });
});

test('a node that is not there, or does not listen, reads nothing', () => {
  expect(read('加强', 'gone')).toBeNull();
});
