import { expect, test } from 'vitest';
import { coloursOf } from '../theme/tokens.ts';
import { optionOf } from './chart-option.ts';
import { type ChartShape, endsOf, tallOf } from './chart-shape.ts';

const shape: ChartShape = {
  marks: ['11-18', '11-19', '11-20'],
  say: String,
  stacked: true,
  series: [
    { key: 'answered', name: '接通', ink: 'lvB', values: [3, 8, 1] },
    { key: 'unanswered', name: '未接通', ink: 'lvD', values: [4, 1, 2] },
    { key: 'before', name: '前 3 天', ink: 'ink3', values: [90, 90, 90], line: true, past: true },
  ],
};

test('the highest and the lowest are of the bars together, not of what they are compared with', () => {
  expect(endsOf(shape)).toEqual({ most: { mark: '11-19', value: '9' }, least: { mark: '11-20', value: '3' } });
  expect(endsOf({ ...shape, stacked: false })).toMatchObject({ most: { mark: '11-19', value: '8' } });
  expect(endsOf({ ...shape, marks: [] })).toBeNull();
});

test('lying bars take a row each, columns always the same height', () => {
  expect(tallOf({ ...shape, lying: true })).toBe(120);
  expect(tallOf(shape)).toBe(tallOf({ ...shape, marks: [] }));
});

test('the same shape is drawn in the colours of the theme, and moves only for who wants it', () => {
  const colours = coloursOf('default', 'dark');
  const look = { colours, font: 'Barlow', size: 13, still: true, picks: false };
  expect(optionOf(shape, look)).toMatchObject({
    animation: false,
    series: [
      { type: 'bar', stack: 'one', itemStyle: { color: colours.lvB } },
      { type: 'bar', stack: 'one', itemStyle: { color: colours.lvD } },
      { type: 'line', lineStyle: { type: 'dashed', color: colours.ink3 } },
    ],
  });
  expect(optionOf(shape, { ...look, still: false })).toMatchObject({ animation: true });
});
