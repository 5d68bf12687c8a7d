import { expect, test } from 'vitest';
import { newIn, taught, untaught } from './lesson.ts';
import type { CollectNode } from './plan.ts';
import { smallPlan } from './small-plan.test-data.ts';

const [intent] = smallPlan.intents;
const [item] = smallPlan.knowledge;

test('a lesson adds words and similar sentences to the one it is for, each once, and leaves the plan it was given', () => {
  const before = structuredClone(smallPlan);
  const words = [intent!.words[0]!, '有兴趣', '有兴趣'];
  const after = taught(smallPlan, { to: 'intent', id: intent!.id, words, likes: ['我想了解一下'] });
  expect(after.intents[0]).toEqual({
    ...intent,
    words: [...intent!.words, '有兴趣'],
    likes: [...(intent!.likes ?? []), '我想了解一下'],
  });
  expect(after.intents.slice(1)).toEqual(smallPlan.intents.slice(1));
  expect(smallPlan).toEqual(before);
});

test('an item of the knowledge base learns as an intent does; without similar sentences it gets none', () => {
  const after = taught(smallPlan, { to: 'knowledge', id: item!.id, words: ['啥价'], likes: [] });
  expect(after.knowledge[0]).toEqual({ ...item, words: [...item!.words, '啥价'] });
});

test('a lesson for nobody, or of nothing, leaves a plan as it was', () => {
  expect(taught(smallPlan, { to: 'intent', id: 'nobody', words: ['好'], likes: ['好的'] })).toEqual(smallPlan);
  expect(taught(smallPlan, { to: 'intent', id: intent!.id, words: [], likes: [] })).toEqual(smallPlan);
});

test('a lesson with a question of its own makes it, with its answer; one that is there learns as ever', () => {
  const question = { name: '停车', answers: ['门口就能停。'] };
  const lesson = { to: 'knowledge', id: 'parking', words: ['停车'], likes: ['有地方停车吗'], question } as const;
  const after = taught(smallPlan, lesson);
  expect(after.knowledge).toEqual([
    ...smallPlan.knowledge,
    {
      ...{ id: 'parking', name: '停车', priority: 0, words: ['停车'], likes: ['有地方停车吗'] },
      ...{ answers: ['门口就能停。'], interruption: { when: 'always' }, next: { resume: 'repeat' }, limit: 3 },
    },
  ]);
  const again = taught(after, { ...lesson, likes: ['能停车吗'] });
  expect(again.knowledge.map(({ id, likes }) => [id, likes]).at(-1)).toEqual(['parking', ['有地方停车吗', '能停车吗']]);
});

test('what a lesson taught is taken back, and only what was not there before it', () => {
  const lesson = {
    to: 'intent',
    id: intent!.id,
    words: [intent!.words[0]!, '有兴趣'],
    likes: ['我想了解一下'],
  } as const;
  const fresh = newIn(smallPlan, { ...lesson, except: ['我女儿有兴趣'] });
  expect(fresh).toEqual({ ...lesson, words: ['有兴趣'], sounds: [], except: ['我女儿有兴趣'] });
  const after = taught(smallPlan, fresh);
  expect(after.intents[0]!.except).toEqual(['我女儿有兴趣']);
  expect(untaught(after, fresh)).toEqual(smallPlan);
});

test('an option of a choice learns words', () => {
  const [flow] = smallPlan.flows;
  const node: CollectNode = {
    kind: 'collect',
    id: 'size',
    name: '大小',
    sentences: ['哪种？'],
    interruption: { when: 'always' },
    variable: 'size',
    routers: [],
    accepts: { type: 'choice', options: [{ value: '大', words: ['大的'] }] },
  };
  const plan = { ...smallPlan, flows: [{ ...flow!, nodes: [...flow!.nodes, node] }] };
  const lesson = { to: 'option', id: 'size', option: '大', words: ['最贵那个'], likes: [] } as const;
  const after = taught(plan, lesson).flows[0]!.nodes.at(-1);
  expect(after).toMatchObject({ accepts: { options: [{ value: '大', words: ['大的', '最贵那个'] }] } });
  expect(untaught(taught(plan, lesson), lesson)).toEqual(plan);
});
