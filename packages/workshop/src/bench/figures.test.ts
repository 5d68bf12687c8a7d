import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMeasured } from '../intents/table.ts';
import {
  cloneDir,
  type Figure,
  figuresFile,
  figuresPage,
  headlineTable,
  readFigures,
  readmes,
  saveFigure,
  withTable,
} from './figures.ts';
import { MOST_ROWS } from './headline.ts';
import { subjects } from './subjects.ts';

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

test('the page of figures shows the median with least and most, and what was measured', () => {
  const page = figuresPage([figure], readMeasured());
  expect(page).toContain('| one | 2.0 (1.0–3.0) s |');
  expect(page).toContain('| two | 7 |');
  expect(page).toContain('`npm run bench`, at abc123; 2 × Abacus, 2026-11-21; measures `packages/telephony/src`');
});

test('a time of less than nothing is no figure', () => {
  expect(() => saveFigure('calls', 'npm run bench', [{ ...figure.samples[0]!, values: [5, -1] }], null)).toThrow('one');
});

test('only what lies between the markers is replaced', () => {
  expect(withTable('a\n<!-- figures -->\nold\n<!-- /figures -->\nb', 'new')).toBe(
    'a\n<!-- figures -->\nnew\n<!-- /figures -->\nb',
  );
  expect(() => withTable('no markers', 'new')).toThrow();
});

test.each(['zh', 'en'] as const)('the README (%s) shows the figures that were measured, on one screen', language => {
  const text = readFileSync(readmes[language], 'utf8');
  const table = headlineTable(readFigures(), readMeasured(), language);
  expect(text).toBe(withTable(text, table));
  expect(table.split('\n').filter(line => line.startsWith('| ')).length - 2).toBeLessThanOrEqual(MOST_ROWS);
});

test('docs/figures.md has all of them, and each says what it measures', () => {
  expect(readFileSync(figuresFile, 'utf8')).toBe(figuresPage(readFigures(), readMeasured()));
  for (const { name } of readFigures())
    expect(
      subjects[name]?.every(path => existsSync(join(cloneDir, path))),
      name,
    ).toBe(true);
});

test.each(readFigures())('$name has no time of less than nothing', ({ samples }) => {
  for (const { unit, values } of samples)
    if (/^(?:s|ms|µs)$/.test(unit)) expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
});
