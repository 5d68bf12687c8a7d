import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from './house.ts';
import { type Written, writeMarkup } from './markup.ts';
import { openLevel } from './people.ts';
import { provisionMerchant } from './samples.ts';

/**
 * Markup in every text that the product takes, written by each level of people. What a page makes of such texts is seen in
 * Chromium (`packages/web/src/app/markup.page.test.tsx`).
 */
let house: TestHouse;
const written = new Map<'merchant' | 'reseller' | 'platform', readonly Written[]>();

beforeAll(async () => {
  house = await startTestHouse();
  const [merchant] = house.merchants;
  const assets = await provisionMerchant(house, merchant.id);
  written.set('merchant', await writeMarkup(house, await house.signIn(merchant), assets));
  for (const level of ['reseller', 'platform'] as const) {
    const { token } = await openLevel(house, level === 'reseller' ? '200100' : '200101', level);
    written.set(level, await writeMarkup(house, token, assets));
  }
});
afterAll(() => house?.close());

const taken = (level: 'merchant' | 'reseller' | 'platform') =>
  (written.get(level) ?? []).filter(({ code }) => code === 0).map(({ path }) => path);

test('texts with markup are taken as texts', () => {
  expect(taken('merchant')).toEqual(
    expect.arrayContaining(
      'line/save port/save task/save blacklist/add config/save role/save oa/saveEmployee merchant/saveContact'.split(
        ' ',
      ),
    ),
  );
  expect(taken('reseller')).toEqual(expect.arrayContaining('merchant/save branding/save'.split(' ')));
  expect(taken('platform')).toEqual(
    expect.arrayContaining('reseller/save notice/save help/save updateLog/save text/save'.split(' ')),
  );
});

test('an address that is a script is taken nowhere, and no text, whatever it is, is a fault of ours', () => {
  const all = [...written.values()].flat();
  expect(all.filter(({ field, code }) => /url|host|icon|img|logo/i.test(field) && code === 0)).toEqual([]);
  expect(all.filter(({ code }) => code === 109)).toEqual([]);
});
