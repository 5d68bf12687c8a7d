import { marketEndpoints, planProductEndpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import type { TestConversation } from '@lianxian/core/simulation';
import { merchantDb } from '../src/platform/db/index.ts';
import { insertPlan } from '../src/rooms/plans/index.ts';
import { insertTests } from '../src/rooms/talks/index.ts';
import type { TestHouse } from './house.ts';
import { shortPlan } from './short-plan.ts';

/** A plan that may be sold: the short one with a thank-you and a second try, of which a stranger must never read how it listens. */
export const sellablePlan: Plan = {
  ...shortPlan,
  name: '试听邀约',
  flows: shortPlan.flows.map(flow => ({
    ...flow,
    nodes: [
      ...flow.nodes.map(node =>
        node.kind === 'collect' ? { ...node, routers: [{ on: 'collected', to: 'thanks' } as const] } : node,
      ),
      {
        ...{ kind: 'speak', id: 'thanks', name: '机密节点名', sentences: ['记下了，老师会联系您，可以吗？'] },
        interruption: { when: 'always' },
        routers: [
          { on: 'yes', to: 'bye' },
          { on: 'no', to: 'again' },
          { on: 'other', to: 'bye' },
        ],
      },
      {
        ...{ kind: 'speak', id: 'again', name: '再问一次', sentences: ['那下周再联系您，好吗？'] },
        interruption: { when: 'always' },
        routers: [{ on: 'other', to: 'bye' }],
      },
    ],
  })),
  intents: [
    ...shortPlan.intents,
    { id: 'secret', name: '机密意图名', priority: 1, means: 'no', words: ['机密识别词', '没时间'] },
  ],
  levelRules: shortPlan.levelRules.map(rule => ({ ...rule, name: `机密规则 ${rule.name}` })),
};

const wished: TestConversation = {
  ...{ variables: {}, minuteOfDay: 600, world: 'fails' },
  moves: [
    { does: 'say', text: '方便' },
    { does: 'say', text: '英语口语' },
    { does: 'say', text: '可以' },
  ],
  expects: { level: 'A', path: ['opening', 'ask', 'thanks', 'bye'] },
};

export interface MarketGround {
  readonly seller: string;
  readonly buyer: string;
  readonly platform: string;
  /** A plan of the seller's with a test that passes. */
  readonly plan: (graph?: Plan) => Promise<string>;
  /** On the shelf, as it is wished. */
  readonly product: (about?: Partial<Sold>, graph?: Plan) => Promise<{ readonly id: string; readonly planId: string }>;
  readonly submit: (id: string, note?: string) => Promise<number>;
  readonly shelve: (id: string, version: number) => Promise<void>;
}

interface Sold {
  readonly title: string;
  readonly trade: 'education' | 'surveys';
  readonly description: string;
  readonly priceKind: 'free' | 'once' | 'minute';
  readonly price: string;
  readonly access: 'open' | 'closed';
}
export const sold: Sold = {
  ...{ title: '课程试听邀约', trade: 'education', description: '邀请家长带孩子来试听，记下想学的科目。' },
  ...{ priceKind: 'free', price: '0', access: 'open' },
};

/** The first merchant sells, the second buys. */
export const marketGround = async (house: TestHouse, platform: string): Promise<MarketGround> => {
  const [first, second] = house.merchants;
  const [seller, buyer] = [await house.signIn(first), await house.signIn(second)];
  const plan = async (graph = sellablePlan) => {
    const db = merchantDb(house.database.db, first.id);
    const id = await insertPlan(db, graph, new Date());
    await insertTests(db, id, [{ name: '约到试听', test: wished }], { employeeId: first.owner.id, at: new Date() });
    return id;
  };
  const submit = async (id: string, note = '') =>
    (await house.ask(planProductEndpoints.submit, { id, note }, seller)).version;
  const shelve = async (id: string, version: number) => {
    await house.ask(planProductEndpoints.review, { id, version, verdict: 'shelve' }, platform);
  };
  return {
    ...{ seller, buyer, platform, plan, submit, shelve },
    product: async (about = {}, graph = sellablePlan) => {
      const planId = await plan(graph);
      const { id } = await house.ask(planProductEndpoints.save, { planId, ...sold, ...about }, seller);
      await shelve(id, await submit(id));
      return { id, planId };
    },
  };
};

/** A task of a merchant with a plan, in a state; its id. */
export const taskWith = async (house: TestHouse, merchantId: string, planId: string, state = 'stopped') => {
  const { rows } = await house.database.pool.query<{ id: string }>(
    `insert into task (merchant_id, name, plan_id, plan_version, plan_name, concurrency, ring_timeout_s, windows, retries, state,
       because, created_by)
     select $1, '在用的任务', $2, 1, '话术', 1, 30, '[]', '{}', $3, '', min(id) from employee where merchant_id = $1 returning id`,
    [merchantId, planId, state],
  );
  return rows[0]!.id;
};

let asked = 0;
/** Takes it for what it costs. */
export const takeOf = async (house: TestHouse, id: string, token: string, more: object = {}) => {
  const { price } = await house.ask(marketEndpoints.detail, { id }, token);
  asked += 1;
  return house.ask(
    marketEndpoints.take,
    { id, price, requestId: `take-${String(asked).padStart(6, '0')}`, ...more },
    token,
  );
};
