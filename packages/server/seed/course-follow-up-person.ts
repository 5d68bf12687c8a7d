import { canvasSpot, type Flow, type KnowledgeItem, type Plan } from '@lianxian/core';

/** Of the whole hunt for somebody: three seats may ring. */
const RING_MS = 24_000;

/** Who takes it, and what is said when nobody does. */
const person = (group: string): Flow => ({
  id: 'person',
  name: '转人工',
  rootNode: 'handOver',
  nodes: [
    {
      kind: 'transfer',
      id: 'handOver',
      name: '转人工',
      at: canvasSpot(0, 0),
      sentences: [],
      to: { type: 'group', group },
      ringTimeoutMs: RING_MS,
      waiting: [],
      otherwise: 'nobodyFree',
    },
    {
      kind: 'hangup',
      id: 'nobodyFree',
      name: '老师都在忙',
      at: canvasSpot(0, 1),
      sentences: ['老师这会儿都在通话，我记下了，稍后请老师亲自给您回电话，再见。'],
    },
  ],
});

const asked = (item: KnowledgeItem): KnowledgeItem =>
  item.id === 'human' ? { ...item, answers: ['好的，我这就请老师来接，您稍等。'], next: { goto: 'handOver' } } : item;

/**
 * The plan of a merchant that has people: who asks for one is handed to a group of seats.
 * @param group its id
 */
export const handingOver = (plan: Plan, group: string): Plan => ({
  ...plan,
  flows: [...plan.flows, person(group)],
  knowledge: plan.knowledge.map(asked),
  levelRules: [
    // A wish not to be called goes before everything.
    ...plan.levelRules.slice(0, 1),
    { level: 'A', name: '转给了老师', when: [{ fact: 'transferred' }] },
    ...plan.levelRules.slice(1),
  ],
});
