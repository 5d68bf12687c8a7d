import { regions } from '@lianxian/core/regions';
import { expect, test } from 'vitest';
import { everyRegion, regionsOf } from './regions.ts';

const shown = (code: string) => regionsOf(regions, code).map(({ chosen }) => chosen && `${chosen.code} ${chosen.name}`);

test('O-233 O-235: 11 leads to 1101 and that to 110101', () => {
  expect(shown('')).toEqual([null]);
  expect(shown('11')).toEqual(['11 北京市', null]);
  expect(shown('110101')).toEqual(['11 北京市', '1101 市辖区', '110101 东城区']);
});

test('O-236: 海外 stands among the provinces and has nothing below it', () => {
  expect(shown('900000')).toEqual(['900000 海外']);
  expect(regions.at(-1)).toMatchObject({ code: '900000', within: [] });
});

test('a region is called by all it lies in', () => {
  expect(everyRegion(regions).find(({ code }) => code === '440106')?.name).toBe('广东省/广州市/天河区');
});
