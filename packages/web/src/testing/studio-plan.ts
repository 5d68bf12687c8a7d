import { endpoints } from '@lianxian/contract';
import type { Plan, SpeakNode } from '@lianxian/core';
import { packGraph } from '../features/studio/draft/pack-graph.ts';
import { type Merchant, type MerchantWish, newMerchant, type Person } from './house.ts';
import type { Screen } from './show-page.tsx';

const speak = (id: string, name: string, y: number, sentence: string, routers: SpeakNode['routers']): SpeakNode => ({
  kind: 'speak',
  id,
  name,
  at: { x: 0, y },
  sentences: [sentence],
  interruption: { when: 'after', ms: 2_000 },
  routers,
});

/** It says what an opening has to say. */
const opening = '您好，我是启航教育的智能语音助手，通话会录音。';

/** A plan of three nodes; `refuse`: where who refuses the course is led. */
const coursePlan = (refuse: string): Plan => ({
  name: '试听课回访',
  variables: [{ name: 'name', label: '孩子姓名', fallback: '家长', spoken: 'asWritten' }],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'open',
      nodes: [
        speak('open', '开场白', 0, opening, [
          { on: 'yes', to: 'course' },
          { on: 'other', to: 'bye' },
        ]),
        speak('course', '介绍课程', 174, '小班每班不超过八人，要不要来试听？', [
          { on: 'yes', to: 'bye' },
          { on: 'refuse', to: refuse },
        ]),
        { kind: 'hangup', id: 'bye', name: '结束语', at: { x: 274, y: 348 }, sentences: ['再见。'] },
      ],
    },
  ],
  intents: [
    { id: 'yes', name: '肯定', priority: 0, words: ['可以', '好的', '行啊'], means: 'yes' },
    { id: 'no', name: '拒绝', priority: 0, words: ['不需要'], means: 'refuse' },
  ],
  knowledge: [
    {
      id: 'price',
      name: '多少钱',
      priority: 0,
      words: ['多少钱'],
      answers: ['第一节免费。'],
      interruption: { when: 'always' },
      next: { resume: 'repeat' },
      limit: 3,
    },
  ],
  levelRules: [{ level: 'F', name: '其他', when: [] }],
  defaults: {
    silence: { ms: 4_000, sentences: ['喂，您还在吗？'] },
    notUnderstood: { sentences: ['不好意思，请再说一遍。'] },
    longestMs: 300_000,
    mostTurns: 30,
    announcement: '',
  },
});

/** It leads everybody somewhere, and can be called with. */
export const wholePlan = coursePlan('bye');
/** Who refuses is led nowhere yet. */
export const openPlan = coursePlan('');

/** The same, whose opening goes on with this. */
export const opensWith = (more: string, plan = wholePlan): Plan => ({
  ...plan,
  flows: plan.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(node =>
      node.id === 'open' && node.kind === 'speak' ? { ...node, sentences: [`${opening}${more}`] } : node,
    ),
  })),
});

/** Somebody saves this as a plan's draft. */
export const saveDraft = async ({ ask }: Pick<Person, 'ask'>, id: string, plan: Plan): Promise<number> => {
  const { rev } = await ask(endpoints.plan.draft, { id });
  return (await ask(endpoints.plan.saveDraft, { id, rev, graph: await packGraph(plan) })).rev;
};

/** Somebody publishes the draft as it is; nothing of it is recorded. */
export const publish = async ({ ask }: Pick<Person, 'ask'>, id: string, note = ''): Promise<number> => {
  const { rev } = await ask(endpoints.plan.draft, { id });
  return (await ask(endpoints.plan.publish, { id, rev, note, override: '还没有录音' })).version;
};

/** A plan of a merchant: published as its first version, with this draft beyond that. Its id. */
export const newPlan = async (
  { owner, draft }: Pick<Merchant, 'owner' | 'draft'>,
  plan = openPlan,
): Promise<string> => {
  const id = await draft(plan.name, wholePlan);
  await publish(owner, id);
  await saveDraft(owner, id, plan);
  return id;
};

/** A merchant, who makes plans there, of the plans alone, and who reads their calls as well. */
export interface Studio extends Merchant {
  readonly editor: Person;
  readonly analyst: Person;
}

export const newStudio = async (wish: MerchantWish = {}): Promise<Studio> => {
  const merchant = await newMerchant(wish);
  const rights = ['robot', 'plan'];
  const held = { buttons: ['plan:edit', 'plan:publish'], scope: 'all' } as const;
  const editor = await merchant.person({ name: '李敏', rights, ...held });
  const analyst = await merchant.person({ name: '陈晨', rights: [...rights, 'market', 'callLog'], ...held });
  return { ...merchant, editor, analyst };
};

/** A line of a transcript. */
export const spoken = (speaker: 'robot' | 'callee', text: string, atMs: number, part: object = {}) => ({
  ...{ line: atMs, speaker, text, atMs, endMs: atMs + 1_000, node: 'open', understood: null, interruptedAfterMs: null },
  ...part,
});
/** Words that say yes, and were understood so. */
export const understoodAsYes = { understood: { meaning: 'yes', name: '', by: 'words', matched: '可以' } } as const;

/** Steps of a call through the plan: each node with what it was left by. */
export const walked = (...steps: readonly (readonly [node: string, leftBy: string])[]) =>
  steps.map(([node, leftBy], n) => ({ node, name: node, knowledge: false, atMs: n * 10_000, leftBy, leftName: '' }));

/** Another part of the plan: by its tab, or from the menu where there is no room for it. */
export const showPart = async (screen: Screen, part: string): Promise<void> => {
  const views = screen.getByRole('navigation', { name: '看什么' });
  const tab = views.getByRole('button', { name: part });
  if (tab.query()) return tab.click();
  // It bears the name of the part one is in.
  await views.getByRole('button').last().click();
  await screen.getByRole('menuitemradio', { name: part }).click();
};
