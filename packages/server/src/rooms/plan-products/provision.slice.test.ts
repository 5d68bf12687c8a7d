import { marketEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketPlans } from '../../../seed/market/index.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';
import { openBench } from '../../platform/bench.ts';
import { benchFor } from '../../platform/http/index.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { type PlatformPlan, provisionMarket } from './index.ts';

let house: TestHouse;
let token = '';
const bench = openBench({ threads: 1, limits: { minuteMs: 600_000 } });
const failures: unknown[] = [];

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
});
afterAll(async () => {
  await bench.close();
  await house.close();
});

const provision = (plans: readonly PlatformPlan[]) =>
  provisionMarket(
    {
      db: house.database.db,
      secrets: openSecrets(Buffer.alloc(32, 7).toString('base64')),
      benchOf: id => benchFor(bench, id),
    },
    plans,
    { failed: (slug, error) => failures.push([slug, error]) },
  );
const shelf = async () => (await house.ask(marketEndpoints.list, { limit: 100 }, token)).list;

test('the platform’s own plans stand on the shelf, free and open, once however often a release starts; a better one is a newer version', async () => {
  const all = marketPlans();
  await provision(all);
  expect(await shelf()).toEqual([]);
  await openLevel(house, '100000', 'platform');
  await Promise.all([provision(all), provision(all)]);
  await provision(all);
  expect(failures).toEqual([]);
  const list = await shelf();
  expect(list.map(({ title }) => title).toSorted()).toEqual(all.map(({ title }) => title).toSorted());
  expect(
    list.every(
      ({ seller, priceKind, access, version }) =>
        seller.cid === '' && priceKind === 'free' && access === 'open' && version === 1,
    ),
  ).toBe(true);
  const first = await house.ask(marketEndpoints.detail, { id: list[0]!.id }, token);
  expect([first.tests.passed > 0, first.sample.length > 0, /^[^$]+$/.test(first.opening), first.licence]).toEqual([
    true,
    true,
    true,
    'share',
  ]);
  const { id, title } = list[0]!;
  await provision(all.map(plan => (plan.title === title ? { ...plan, note: '说得更清楚' } : plan)));
  expect((await shelf()).filter(({ version }) => version === 2).map(({ title: one }) => one)).toEqual([title]);
  const newer = await house.ask(marketEndpoints.detail, { id }, token);
  expect(newer.versions[0]?.note).toBe('说得更清楚');
});
