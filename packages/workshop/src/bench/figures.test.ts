import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { intentTable, readMeasured } from '../intents/table.ts';
import { type Figure, figureTable, readFigures, readmes, withTable } from './figures.ts';

const figure: Figure = {
  name: 'calls',
  commit: 'abc123',
  command: 'npm run bench',
  seed: null,
  machine: '2 × Abacus',
  measuredOn: '2026-11-21',
  samples: [
    { zh: '一', en: 'one', unit: 's', digits: 1, values: [3, 1, 2] },
    { zh: '二', en: 'two', unit: '', digits: 0, values: [7] },
  ],
  raw: null,
};

test('a table shows the median with least and most, and where it comes from', () => {
  expect(figureTable([figure], 'en').split('\n').slice(2, 4)).toEqual([
    '| one | 2.0 (1.0–3.0) s | [calls](docs/figures/calls.json) abc123 |',
    '| two | 7 | [calls](docs/figures/calls.json) abc123 |',
  ]);
});

test('only what lies between the markers is replaced', () => {
  expect(withTable('a\n<!-- figures -->\nold\n<!-- /figures -->\nb', 'new')).toBe(
    'a\n<!-- figures -->\nnew\n<!-- /figures -->\nb',
  );
  expect(() => withTable('no markers', 'new')).toThrow();
});

test.each(['zh', 'en'] as const)('the README (%s) shows the figures that were measured', language => {
  const text = readFileSync(readmes[language], 'utf8');
  expect(text).toBe(withTable(text, figureTable(readFigures(), language)));
  expect(text).toBe(withTable(text, intentTable(readMeasured(), language), 'intents'));
});
