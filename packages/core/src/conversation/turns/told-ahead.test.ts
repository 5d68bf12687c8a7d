import { expect, test } from 'vitest';
import { createTypedTalk } from '../../simulation/typed-talk.ts';
import { compilePlan } from '../compile/compile.ts';
import type { CollectNode, KnowledgeItem, Plan } from '../plan/plan.ts';
import { smallPlan } from '../plan/small-plan.test-data.ts';

/** Whoever is busy is asked when, and let go with what he said. */
const busy: KnowledgeItem = {
  ...{ id: 'busy', name: '忙', priority: 5, common: 'busy', words: ['在开会', '没空'], answers: ['好的，您先忙。'] },
  ...{ interruption: { when: 'never' }, next: { goto: 'when' }, limit: 1 },
};
const when: CollectNode = {
  ...{ kind: 'collect', id: 'when', name: '约时间', sentences: ['我什么时候再打给您？'] },
  ...{ interruption: { when: 'never' }, variable: 'callback', accepts: { type: 'date' } },
  routers: [
    { on: 'collected', to: 'agreed' },
    { on: 'refuse', to: 'bye' },
  ],
};
const plan: Plan = {
  ...smallPlan,
  variables: [...smallPlan.variables, { name: 'callback', label: '回电时间', fallback: '', spoken: 'asWritten' }],
  flows: smallPlan.flows.map((flow, n) =>
    n > 0
      ? flow
      : {
          ...flow,
          nodes: [...flow.nodes, when, { kind: 'hangup', id: 'agreed', name: '约好', sentences: ['好的，再见。'] }],
        },
  ),
  knowledge: [busy],
};

const saidTo = (said: string): readonly string[] => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const talk = createTypedTalk(result.compiled);
  talk.begin({}, 600, '2026-11-24');
  talk.letFinish();
  const before = talk.notes().length;
  talk.say(said);
  talk.letReply();
  talk.letFinish();
  return talk
    .notes()
    .slice(before)
    .flatMap(note => (note.type === 'robot.said' ? [note.text] : note.type === 'answer.kept' ? [note.value] : []));
};

test.each([
  // Told: nobody asks again.
  ['我在开会，明天下午三点打给我', ['好的，您先忙。', '明天 15:00', '好的，再见。']],
  ['没空，周五上午再联系吧', ['好的，您先忙。', '周五上午', '好的，再见。']],
  // Told of something else, or open.
  ['我明天要出差，没空', ['好的，您先忙。', '我什么时候再打给您？']],
  ['没空，明天上午打疫苗', ['好的，您先忙。', '我什么时候再打给您？']],
  ['没空，周五上午要联系客户', ['好的，您先忙。', '我什么时候再打给您？']],
  ['在开会，三点再打', ['好的，您先忙。', '我什么时候再打给您？']],
  ['在开会', ['好的，您先忙。', '我什么时候再打给您？']],
] as const)('to 「%s」 the robot says, and keeps: %j', (said, expected) => {
  expect(saidTo(said)).toEqual(expected);
});
