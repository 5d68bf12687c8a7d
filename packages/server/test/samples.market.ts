import type { Plan } from '@lianxian/core';

/** Samples of the market: a product that its merchant alone sees, for it was taken down. */
export interface MarketAssets {
  readonly product: string;
}

const about = { title: '课程试听', trade: 'education', description: '约家长来试听', priceKind: 'free', price: '0' };

export const marketSamples = ({ product: id }: MarketAssets, sparePlan: string, plan: string) => ({
  'market/shelves': {},
  'market/list': { search: '试听', trade: 'education', sort: 'rating' },
  'market/detail': { id },
  'market/hear': { id, line: '0' },
  'market/talk': { id, moves: JSON.stringify([{ does: 'say', text: '方便' }]) },
  'market/take': { id, price: '0', requestId: 'sample-0003' },
  'market/giveBack': { planId: plan },
  'market/mine': { page: '1', limit: '20' },
  'market/changes': { planId: plan },
  'market/upgrade': { planId: plan, to: '2', choices: JSON.stringify({ 'node opening': 'mine' }) },
  'market/opinions': { id },
  'market/saveOpinion': { id, text: '客户愿意听' },
  'balance/transfer': { cid: '200001', amount: '1', requestId: 'sample-0002' },
  'planProduct/mine': { page: '1', limit: '20' },
  'planProduct/save': { id, planId: sparePlan, access: 'open', ...about },
  'planProduct/lint': { id },
  'planProduct/submit': { id, note: '第一版' },
  'planProduct/withdraw': { id },
  'planProduct/reviews': { state: 'waiting' },
  'planProduct/review': { id, version: '1', verdict: 'sendBack', reason: '请写清适用的客户' },
  'planProduct/takeDown': { id, reason: '有客户投诉' },
  'planProduct/share': { percent: '20' },
});

export const marketAssetOf = (path: string, field: string): keyof MarketAssets | null =>
  field === 'id' && (path.startsWith('market/') || path.startsWith('planProduct/')) ? 'product' : null;

export const provisionMarket = async (
  insert: (sql: string, ...values: unknown[]) => Promise<string>,
  { sparePlan, graph }: { readonly sparePlan: string; readonly graph: Plan },
): Promise<MarketAssets> => {
  const product = await insert(
    `insert into product (merchant_id, plan_id, title, trade, description, price_kind, price, access, state)
     values ($1, $2, '课程试听', 'education', '约家长来试听', 'free', 0, 'open', 'takenDown') returning id`,
    sparePlan,
  );
  const shown = { kinds: [], picture: { nodes: [], edges: [] }, collects: [], fills: [], sample: [] };
  await insert(
    `insert into product_version (merchant_id, product_id, version, title, trade, description, price_kind, price, access, note, state,
       submitted_at, package, signed_by, graph, nodes, passed, opening, said, shown)
     select merchant_id, id, 1, title, trade, description, price_kind, price, access, '', 'shelved', now(), '', 'key', $4, 1, 1,
       '您好', '[]', $3 from product where merchant_id = $1 and id = $2 returning product_id as id`,
    product,
    JSON.stringify(shown),
    JSON.stringify(graph),
  );
  await insert(
    `insert into product_shelf (merchant_id, product_id, version, title, trade, description, price_kind, price, access, nodes,
       published_at, down_at)
     select merchant_id, id, 1, title, trade, description, price_kind, price, access, 1, now(), now() from product
     where merchant_id = $1 and id = $2 returning product_id as id`,
    product,
  );
  return { product };
};
