import { rewritingExamples } from '@lianxian/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { areasOf, areaText, isWest, provinceOf, westPrefixes } from './index.ts';

let house: TestDatabase;
beforeAll(async () => {
  house = await startTestDatabase();
});
afterAll(() => house.close());

/** By hand: area codes as on every letterhead, public numbers, and mobile ranges as the operators gave them out. */
const known = [
  ['01065295935', '北京'],
  ['02162883000', '上海'],
  ['02223908888', '天津'],
  ['02363868888', '重庆'],
  ['02083391888', '广东 广州'],
  ['075588886666', '广东 深圳'],
  ['057185022088', '浙江 杭州'],
  ['051265223333', '江苏 苏州'],
  ['02586636666', '江苏 南京'],
  ['02787811111', '湖北 武汉'],
  ['02886666666', '四川 成都/资阳/眉山'],
  ['02988888888', '陕西 西安/咸阳'],
  ['089868666666', '海南 海口'],
  ['09912812345', '新疆 乌鲁木齐'],
  ['08916812345', '西藏 拉萨'],
  ['04717812345', '内蒙古 呼和浩特'],
  ['033533812345', '河北 秦皇岛'],
  ['13800138000', '北京 · 移动'],
  ['13901012345', '北京 · 移动'],
  ['13501012345', '北京 · 移动'],
  ['18611112222', '北京 · 联通'],
  ['13301012345', '北京 · 电信'],
  ['13901712345', '上海 · 移动'],
  ['13902212345', '广东 广州 · 移动'],
  ['13823212345', '广东 深圳 · 移动'],
  ['13605712345', '浙江 杭州 · 移动'],
  ['13909912345', '新疆 乌鲁木齐 · 移动'],
  ['013909912345', '新疆 乌鲁木齐 · 移动'],
  ['19900000000', '电信'],
  ['19212345678', '广电'],
  ['16212345678', '电信虚拟'],
] as const;

test('numbers know their place: province, city, operator', async () => {
  const areas = await areasOf(
    house.database.db,
    known.map(([phone]) => phone),
  );
  expect(known.map(([phone]) => [phone, areaText(areas.get(phone), true)])).toEqual(known);
});

test('the numbers that a line’s writing is shown by are of the provinces beside them', async () => {
  const areas = await areasOf(
    house.database.db,
    rewritingExamples.map(({ number }) => number),
  );
  for (const { number, province } of rewritingExamples)
    expect([number, areas.get(number)?.province]).toEqual([number, province]);
});

test('a number that nobody can place has no area: a practice number, one without its area code, a service number', async () => {
  const areas = await areasOf(house.database.db, ['15400000001', '86123456', '4008123456', '95588', '', '1380013800']);
  expect([...areas]).toEqual([]);
  expect(areaText(undefined, true)).toBe('');
});

test('a statement finds the same province as the areas', async () => {
  const { rows } = await sql<{ phone: string; province: string | null }>`
    select phone, ${provinceOf(sql`phone`)} as province from unnest(${known.map(([phone]) => phone)}::text[]) phone`.execute(
    house.database.db,
  );
  const areas = await areasOf(
    house.database.db,
    known.map(([phone]) => phone),
  );
  expect(rows.map(({ phone, province }) => [phone, province])).toEqual(
    known.map(([phone]) => [phone, areas.get(phone)?.province ?? null]),
  );
});

test('the far west is 新疆 and 西藏', async () => {
  const west = await westPrefixes(house.database.db);
  const here = ['13909912345', '09912812345', '09031234567', '013909912345', '08916812345'].map(phone =>
    isWest(west, phone),
  );
  const elsewhere = ['13800138000', '01065295935', '09311234567', '15400000001', ''];
  expect(here).toEqual([true, true, true, true, true]);
  expect(elsewhere.filter(phone => isWest(west, phone))).toEqual([]);
});

test('every province is there, and a chunk of a thousand numbers is placed in one query', async () => {
  const { rows } = await house.database.pool.query<{ provinces: string; longest: number }>(
    "select count(distinct province) provinces, max(length(prefix)) longest from phone_segment where province <> ''",
  );
  expect(rows).toEqual([{ provinces: '31', longest: 7 }]);
  const phones = Array.from({ length: 1_000 }, (_, n) => `138${String(n).padStart(4, '0')}1234`);
  const areas = await areasOf(house.database.db, phones);
  expect(areas.size).toBe(1_000);
});
