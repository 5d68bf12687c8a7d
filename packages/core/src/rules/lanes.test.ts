import { expect, test } from 'vitest';
import { laneOf, lanes, lanesOfLine, lanesOfLines } from './index.ts';

test.each([
  ['13812345678', '北京', lanes.ordinary],
  ['13812345678', null, lanes.ordinary],
  ['13899100001', '新疆', lanes.west],
  ['13899100001', '新疆维吾尔自治区', lanes.west],
  ['13989000001', '西藏', lanes.west],
  ['13985000001', '贵州', lanes.ordinary],
  ['15400000001', null, lanes.practice],
  ['15400000001', '新疆', lanes.practice],
  ['+14155552671', null, lanes.abroad],
])('%s of %s is of lane %i', (phone, province, lane) => {
  expect(laneOf(phone, province)).toBe(lane);
});

test('the practice line dials practice numbers alone, any other line all but those', () => {
  expect(lanesOfLine({ practice: true, abroad: 'none' })).toEqual([lanes.practice]);
  expect(lanesOfLine({ practice: false, abroad: 'none' })).toEqual([lanes.ordinary, lanes.west]);
});

test('a task calls abroad where all of its ordinary lines do', () => {
  const [practice, home] = [{ practice: true, abroad: 'none' } as const, { practice: false, abroad: 'none' } as const];
  const abroad = { practice: false, abroad: 'plus' } as const;
  expect(lanesOfLines([abroad])).toEqual([lanes.ordinary, lanes.west, lanes.abroad]);
  expect(lanesOfLines([abroad, practice])).toEqual([lanes.ordinary, lanes.west, lanes.abroad, lanes.practice]);
  expect(lanesOfLines([abroad, home])).toEqual([lanes.ordinary, lanes.west]);
});
