import { endpoints, marketEndpoints, planProductEndpoints } from '@lianxian/contract';
import { type Merchant, newMerchant, type Person } from './house.ts';
import { publish, saveDraft } from './studio-plan.ts';

type About = Omit<Parameters<typeof saved>[1], 'planId'>;

const saved = (
  seller: Person,
  wish: {
    readonly planId: string;
    readonly title: string;
    readonly trade: 'education' | 'surveys';
    readonly description: string;
    readonly priceKind: 'free' | 'once' | 'minute';
    readonly price: string;
    readonly access: 'open' | 'closed';
  },
) => seller.ask(planProductEndpoints.save, wish);

const usual: About = {
  title: '课程体验邀约',
  trade: 'education',
  description: '给留过号码的家长打，问年级，约体验课。',
  priceKind: 'free',
  price: '0',
  access: 'open',
};

/** Somebody without children: one answer, and it is over. */
const mistaken = {
  ...{ variables: {}, minuteOfDay: 600, world: 'fails' as const },
  moves: [{ does: 'say' as const, text: '我没有孩子' }],
  expects: { level: 'F' as const },
};

/** A plan of ours with a test that passes, published. Its id. */
export const sellable = async (seller: Person, name: string): Promise<string> => {
  const { id } = await seller.ask(endpoints.plan.create, { name, template: 'trialClass' });
  await seller.ask(endpoints.talk.saveTest, { planId: id, name: '没有孩子', test: mistaken });
  await publish(seller, id);
  return id;
};

/** It says good-bye otherwise, and is published so. */
export const publishNewer = async (seller: Person, planId: string, note: string): Promise<void> => {
  const { graph } = await seller.ask(endpoints.plan.draft, { id: planId });
  const flows = graph.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(node =>
      node.id === 'bye' && node.kind === 'hangup' ? { ...node, sentences: [note] } : node,
    ),
  }));
  await saveDraft(seller, planId, { ...graph, flows });
  await publish(seller, planId, note);
};

export interface Market {
  readonly seller: Merchant;
  readonly platform: Merchant;
  /** On the shelf; ids of product and plan. */
  readonly product: (about: Partial<About>) => Promise<{ readonly id: string; readonly planId: string }>;
  /** Its plan’s newest version goes to the shelf as well. */
  readonly shelve: (id: string, note?: string) => Promise<void>;
}

/** A merchant that sells, and the platform that reviews. */
export const openMarket = async (): Promise<Market> => {
  const seller = await newMerchant({ name: '启航教育', provisioned: false });
  const platform = await newMerchant({ kind: 'platform' });
  const shelve = async (id: string, note = '') => {
    const { version } = await seller.owner.ask(planProductEndpoints.submit, { id, note });
    await platform.owner.ask(planProductEndpoints.review, { id, version, verdict: 'shelve' });
  };
  return {
    seller,
    platform,
    shelve,
    product: async wish => {
      const about = { ...usual, ...wish };
      const planId = await sellable(seller.owner, about.title);
      const { id } = await saved(seller.owner, { ...about, planId });
      await shelve(id);
      return { id, planId };
    },
  };
};

/** Takes it for what it costs, beside the page. Its plan. */
export const take = async (buyer: Person, id: string): Promise<string> => {
  const { price } = await buyer.ask(marketEndpoints.detail, { id });
  return (await buyer.ask(marketEndpoints.take, { id, price, requestId: crypto.randomUUID() })).planId;
};
