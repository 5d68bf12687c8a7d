import { expect, test } from 'vitest';
import {
  OVERSEAS,
  regionAsWritten,
  regionCode,
  regionGiven,
  regionName,
  regionOfPlace,
  regions,
  suggestRegions,
} from './regions.ts';

test('O-233: provinces, cities and counties with codes: 11 → 1101 → 110101, and 900000 for everywhere else', () => {
  const [beijing] = regions;
  expect(beijing).toMatchObject({ code: '11', name: '北京市' });
  expect(beijing!.within[0]).toMatchObject({ code: '1101', name: '市辖区' });
  expect(beijing!.within[0]!.within[0]).toMatchObject({ code: '110101', name: '东城区' });
  expect(regions.at(-1)).toEqual({ code: OVERSEAS, name: '海外', within: [] });
  expect(regions.length).toBe(35);
});

test('O-234: the first figures of a code are those of the region it lies in: two, four, six', () => {
  const seen = new Set<string>();
  for (const province of regions) {
    expect(province.code).toMatch(/^(\d{2}|900000)$/);
    for (const city of province.within) {
      expect(city.code).toMatch(new RegExp(`^${province.code}\\d{2}$`));
      for (const county of city.within) expect(county.code).toMatch(new RegExp(`^${city.code}\\d{2}$`));
      for (const { code } of [city, ...city.within]) {
        expect(seen).not.toContain(code);
        seen.add(code);
      }
    }
  }
  expect(seen.size).toBeGreaterThan(3_000);
});

/** By hand. */
test.each([
  ['110101', '北京市/市辖区/东城区'],
  ['440305', '广东省/深圳市/南山区'],
  ['4419', '广东省/东莞市'],
  ['65', '新疆维吾尔自治区'],
  ['900000', '海外'],
])('%s is %s', (code, name) => {
  expect([regionName(code), regionCode(name)]).toEqual([name, code]);
});
test('what is no region has no name', () => {
  expect([regionName('99'), regionName('441900'), regionCode('广东省/北京市')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

/** Places as number segments write them. */
test.each([
  ['广东', '深圳', '4403'],
  ['北京', '', '11'],
  ['北京', '北京', '11'],
  ['新疆', '乌鲁木齐', '6501'],
  ['吉林', '延边', '2224'],
  ['内蒙古', '锡林郭勒', '1525'],
  ['湖北', '仙桃', '429004'],
  ['四川', '成都/资阳/眉山', '51'],
  ['', '', ''],
])('a number of %s %s lives in %s', (province, city, code) => {
  expect(regionOfPlace({ province, city })).toBe(code);
});

test('regions are suggested from two characters on, those that begin so first', () => {
  expect(suggestRegions('深')).toEqual([]);
  expect(suggestRegions('深圳')[0]).toEqual({ code: '4403', name: '广东省/深圳市' });
  expect(suggestRegions('南山').map(({ name }) => name)).toContain('广东省/深圳市/南山区');
  expect(suggestRegions('没有这里')).toEqual([]);
});

test.each([
  [{}, {}],
  [{ city: '4403' }, { city: '4403' }],
  [{ province: '广东省 / 深圳市' }, { city: '4403' }],
  [{ city: '4403', province: '广东省/深圳市' }, { city: '4403' }],
  [{ city: '', province: '' }, { city: '' }],
  [{ city: '4403', province: '广东省/广州市' }, 'unlike'],
  [{ city: '9999' }, 'unknown'],
  [{ province: '没有这里' }, 'unknown'],
])('A-45: %j is the region %j', (given, region) => {
  expect(regionGiven(given)).toEqual(region);
});

test.each([
  ['上海', '31'],
  ['北京市', '11'],
  ['内蒙古', '15'],
  ['广东省深圳市', '4403'],
  ['广东 深圳', '4403'],
  ['浙江杭州', '3301'],
  ['深圳', '4403'],
  ['吉林', '22'],
  ['吉林市', '2202'],
  ['广东省深圳市南山区', '440305'],
  ['上海市浦东新区', '310115'],
  ['北京路小学', undefined],
  ['火星', undefined],
  ['', undefined],
])('as people write a region: %s', (text, code) => {
  expect(regionAsWritten(text)).toBe(code);
});
