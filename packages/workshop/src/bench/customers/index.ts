import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import { type Api, signIn } from '../../../journeys/house/api.ts';
import { startHouse } from '../../../journeys/house/house.ts';
import { type DirectDatabase, openDirect } from '../../prove/database.ts';
import type { Sample } from '../figures.ts';
import { bothOf, fillLibrary, filtersOf, type Ground, pairs, type Wanted } from './ground.ts';

/**
 * The page of a million customers beside a second merchant's, through the whole house: every filter, and ten pairs; beside what
 * somebody who writes SQL would ask for the same page and its bounded count.
 */
interface Found {
  /** ms each. */
  readonly page: readonly number[];
  readonly bare: readonly number[];
  readonly total: number;
}
interface CustomersFigure {
  readonly customers: number;
  readonly fillSeconds: number;
  readonly found: Readonly<Record<string, Found>>;
}

const TIMES = 20;
const LIMIT = 20;
const COUNTED = 10_000;
/** What one person may ask of lists a minute, shared out evenly. */
const EACH_MS = 60_000 / 560;

const timed = async (times: number, work: () => Promise<unknown>, eachMs = 0): Promise<readonly number[]> => {
  const all: number[] = [];
  for (let n = 0; n <= times; n += 1) {
    const start = performance.now();
    await work();
    const took = performance.now() - start;
    // The first one warms what is kept.
    if (n > 0) all.push(took);
    await delay(Math.max(0, eachMs - took));
  }
  return all;
};

const bareOf =
  (direct: DirectDatabase, { merchant }: Ground, { where, order = 'listed_at desc, id desc' }: Wanted) =>
  async (): Promise<void> => {
    const from = `from customer where merchant_id = ${merchant} and removed_at is null and ${where}`;
    await direct.rows(`select * ${from} order by ${order} limit ${LIMIT + 1}`);
    await direct.rows(`select count(*) from (select 1 ${from} limit ${COUNTED + 1}) found`);
  };

const measured = async (api: Api, direct: DirectDatabase, ground: Ground, wanted: Wanted): Promise<Found> => {
  const list = () => api.call(endpoints.customer.list, { limit: String(LIMIT), ...wanted.filter });
  const { total } = await list();
  const page = await timed(TIMES, list, EACH_MS);
  return { total, page, bare: await timed(TIMES, bareOf(direct, ground, wanted)) };
};

const inTurn = async (direct: DirectDatabase, api: Api, ground: Ground) => {
  const filters = filtersOf(ground);
  const all: Record<string, Wanted> = { ...filters };
  for (const [one, other] of pairs) all[`${one}+${other}`] = bothOf(filters[one]!, filters[other]!);
  const found: Record<string, Found> = {};
  for (const [name, wanted] of Object.entries(all)) {
    found[name] = await measured(api, direct, ground, wanted);
    const { page, bare, total } = found[name];
    process.stdout.write(
      `${name}: p95 ${p95(page).toFixed(1)} ms, median ${median(page).toFixed(1)}, bare ${median(bare).toFixed(1)}, ${total} found\n`,
    );
  }
  return found;
};

export const measureCustomers = async (customers: number): Promise<CustomersFigure> => {
  const house = await startHouse({ LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  try {
    const start = performance.now();
    const ground = await fillLibrary(direct, customers);
    const fillSeconds = (performance.now() - start) / 1_000;
    return { customers, fillSeconds, found: await inTurn(direct, await signIn(house), ground) };
  } finally {
    await direct.close();
    await house.stop();
  }
};

const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);
const p95 = (values: readonly number[]): number => sorted(values)[Math.ceil(values.length * 0.95) - 1] ?? 0;
const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;

const MOST_MS = 30;
const MOST_TIMES = 3;
const timesOf = ({ page, bare }: Found): number => median(page) / median(bare);
const ofAll = ({ found }: CustomersFigure, value: (one: Found) => number) =>
  Object.entries(found).map(([name, one]) => [name, value(one)] as const);
const worst = (values: readonly (readonly [string, number])[]): readonly [string, number] =>
  values.reduce((one, other) => (other[1] > one[1] ? other : one));
const isPair = ([name]: readonly [string, unknown]): boolean => name.includes('+');

/** A sentence for each page that takes longer than it may. */
export const customersTooSlow = (figure: CustomersFigure): readonly string[] => [
  ...ofAll(figure, ({ page }) => p95(page))
    .filter(([, ms]) => !(ms <= MOST_MS))
    .map(([name, ms]) => `customers by ${name} take ${ms.toFixed(1)} ms, more than ${MOST_MS}`),
  ...ofAll(figure, timesOf)
    .filter(([, times]) => !(times <= MOST_TIMES))
    .map(
      ([name, times]) => `customers by ${name} take ${times.toFixed(1)} times the bare statements, not ${MOST_TIMES}`,
    ),
];

export const customersSamples = (figure: CustomersFigure): readonly Sample[] => {
  const amount = figure.customers.toLocaleString('en');
  const sample = ([zh, en]: readonly [string, string], unit: string, value: number): Sample => ({
    ...{ zh: `号码库 ${amount} 个：${zh}`, en: `number library of ${amount}: ${en}`, unit, digits: 1 },
    values: [value],
  });
  const slowest = ofAll(figure, ({ page }) => p95(page));
  const [filter, ms] = worst(slowest.filter(one => !isPair(one)));
  const [pair, pairMs] = worst(slowest.filter(isPair));
  const [dearest, times] = worst(ofAll(figure, timesOf));
  return [
    sample(['第一页 p95（至多 30）', 'first page, p95 (at most 30)'], 'ms', p95(figure.found.all!.page)),
    sample([`最慢的筛选（${filter}）p95（至多 30）`, `the slowest filter (${filter}), p95 (at most 30)`], 'ms', ms),
    sample(
      [`最慢的一对（${pair}）p95（至多 30）`, `the slowest of ten pairs (${pair}), p95 (at most 30)`],
      'ms',
      pairMs,
    ),
    sample(
      [`裸语句的最多几倍（${dearest}；至多 3）`, `most times the bare statements (${dearest}; at most 3)`],
      '×',
      times,
    ),
  ];
};
