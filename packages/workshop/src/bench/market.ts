import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { startHouse } from '../../journeys/house/house.ts';
import { type DirectDatabase, openDirect } from '../prove/database.ts';
import type { Sample } from './figures.ts';

/**
 * The market with thousands of products of twenty sellers, through the whole house: its list in every order, found by words, by
 * trade and far down behind a cursor, where it begins, and one product; beside one bare statement that reads a page of the shelf.
 */
interface MarketFigure {
  readonly products: number;
  /** ms each. */
  readonly bare: readonly number[];
  readonly pages: Readonly<Record<string, readonly number[]>>;
}

const PRODUCTS = 5_000;
const SELLERS = 20;
const TIMES = 40;
const DEEP_PAGES = 20;
/** What one person may ask of lists a minute, shared out evenly. */
const EACH_MS = 110;
const MOST_MS = 30;

const trades = `array['education','loans','insurance','cars','homes','beauty','delivery','surveys','events','appointments','hiring',
  'government','afterSales','other']`;
const about = `title, trade, description, price_kind, price, access`;

/** Rows alone: what a page reads of a version is as large as of one of ours, its graph as a plan of some nodes. */
const fill = async (direct: DirectDatabase): Promise<void> => {
  await direct.rows(`
    begin;
    set local session_replication_role = replica;
    insert into merchant (number, name, kind) select (700000 + n)::text, '卖家 ' || n, 'merchant' from generate_series(1, ${SELLERS}) n;
    with seller as (select id, row_number() over (order by id) - 1 as nth from merchant where number like '7000__'),
    made as (
      insert into product (merchant_id, plan_id, ${about}, state)
      select seller.id, n, '外呼话术 ' || n || case when n % 50 = 0 then ' 车险续期' else '' end, (${trades})[n % 14 + 1],
        repeat('适合门店邀约和到期提醒，' || n || '，', 20), case n % 3 when 0 then 'free' when 1 then 'once' else 'minute' end,
        case n % 3 when 0 then 0 else 1 + n % 200 end, case n % 5 when 0 then 'closed' else 'open' end, 'onShelf'
      from generate_series(1, ${PRODUCTS}) n join seller on seller.nth = n % ${SELLERS} returning *),
    version as (
      insert into product_version (merchant_id, product_id, version, ${about}, note, state, submitted_at, reviewed_at, package,
        signed_by, graph, nodes, passed, opening, said, shown)
      select merchant_id, id, 1, ${about}, '第一版', 'shelved', now(), now(), '\\x00', repeat('k', 43),
        jsonb_build_object('pad', repeat('x', 30000)), 12, 8, '您好', '[]', jsonb_build_object('kinds', '[]'::jsonb, 'picture',
        jsonb_build_object('nodes', (select jsonb_agg(jsonb_build_object('kind', 'speak', 'x', k * 200, 'y', 0)) from generate_series(1, 12) k),
          'edges', '[[0, 1]]'::jsonb), 'collects', '["称呼"]'::jsonb, 'fills', '[]'::jsonb, 'sample',
          (select jsonb_agg(jsonb_build_object('by', 'robot', 'text', '您好，方便说两句吗？', 'move', k)) from generate_series(1, 12) k))
      from made returning merchant_id, product_id)
    insert into product_shelf (merchant_id, product_id, version, ${about}, nodes, published_at, taken, rated)
    select merchant_id, id, 1, ${about}, 12, now() - id * interval '1 minute', (id * 7919) % 900, (id * 104729) % 1000 / 1000.0 from made;
    commit`);
  for (const table of ['product', 'product_version', 'product_shelf']) await direct.rows(`vacuum analyze ${table}`);
};

const timed = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
  const all: number[] = [];
  for (let n = 0; n <= TIMES; n += 1) {
    const start = performance.now();
    await work();
    const took = performance.now() - start;
    // The first one warms what is kept.
    if (n > 0) all.push(took);
    await delay(Math.max(0, EACH_MS - took));
  }
  return all;
};

const pagesOf = async (api: Api): Promise<Readonly<Record<string, () => Promise<unknown>>>> => {
  const list = (filter: object) => () => api.call(endpoints.market.list, filter);
  let after: string | null = null;
  let id = '';
  for (let page = 0; page < DEEP_PAGES; page += 1) {
    const found: Awaited<ReturnType<typeof first>> = await first(api, after);
    after = found.after;
    id = found.list[0]?.id ?? id;
    await delay(EACH_MS);
  }
  return {
    newest: list({}),
    rating: list({ sort: 'rating' }),
    taken: list({ sort: 'taken' }),
    price: list({ sort: 'price' }),
    trade: list({ trade: 'insurance', priceKind: 'once' }),
    words: list({ search: '车险续期' }),
    commonWords: list({ search: '门店邀约' }),
    deep: list({ ...(after !== null && { after }) }),
    shelves: () => api.call(endpoints.market.shelves, {}),
    detail: () => api.call(endpoints.market.detail, { id }),
  };
};
const first = (api: Api, after: string | null) => api.call(endpoints.market.list, { ...(after !== null && { after }) });

export const measureMarket = async (): Promise<MarketFigure> => {
  const house = await startHouse({ LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  try {
    await fill(direct);
    const api = await signIn(house);
    const bare = await timed(() =>
      direct.rows(
        'select * from product_shelf where down_at is null order by published_at desc, product_id desc limit 21',
      ),
    );
    const pages: Record<string, readonly number[]> = {};
    for (const [name, page] of Object.entries(await pagesOf(api))) {
      pages[name] = await timed(page);
      process.stdout.write(`${name}: p95 ${p95(pages[name]).toFixed(1)} ms, bare ${p95(bare).toFixed(1)} ms\n`);
    }
    return { products: PRODUCTS, bare, pages };
  } finally {
    await direct.close();
    await house.stop();
  }
};

const p95 = (all: readonly number[]): number =>
  [...all].sort((one, other) => one - other)[Math.ceil(all.length * 0.95) - 1] ?? 0;

const named: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  newest: ['最新', 'the newest'],
  rating: ['按评分', 'by rating'],
  taken: ['按领取', 'by how often taken'],
  price: ['按价格', 'by price'],
  trade: ['按行业和收费方式', 'of a trade and a way to pay'],
  words: ['按词搜索，百分之二有', 'by words that two of a hundred have'],
  commonWords: ['按词搜索，全都有', 'by words that all have'],
  deep: ['第 21 页', 'page 21'],
  shelves: ['首页', 'where it begins'],
  detail: ['详情', 'one product'],
};

export const marketSamples = ({ bare, pages }: MarketFigure): Sample[] => [
  {
    zh: `话术市场，${PRODUCTS.toLocaleString('en')} 个商品：一条只读一页货架的语句，p95`,
    en: `market of ${PRODUCTS.toLocaleString('en')} products: one statement that reads a page of the shelf, p95`,
    unit: 'ms',
    digits: 1,
    values: [p95(bare)],
  },
  ...Object.entries(pages).map(([name, all]) => ({
    zh: `话术市场，${named[name]?.[0] ?? name}，p95（至多 ${MOST_MS}）`,
    en: `market, ${named[name]?.[1] ?? name}, p95 (at most ${MOST_MS})`,
    unit: 'ms',
    digits: 1,
    values: [p95(all)],
  })),
];

export const marketTooSlow = ({ pages }: MarketFigure): readonly string[] =>
  Object.entries(pages).flatMap(([name, all]) =>
    p95(all) > MOST_MS ? [`market, ${name}: p95 ${p95(all).toFixed(1)} ms, at most ${MOST_MS}`] : [],
  );
