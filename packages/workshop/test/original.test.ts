import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const clone = resolve(import.meta.dirname, '../../..');
const testFiles = ['packages/*/{src,test,seed}/**/*.test.{ts,tsx}', 'packages/workshop/{journeys,interop}/**/*.ts'];
const LAST_ROW = 436;

const from = (first: string, last = first): readonly number[] =>
  Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => Number(first) + n);

/** Rows as the page says them: what each is, and what the rest of it waits for; '' where a test shows the whole of it. */
const rows = [
  ...readFileSync(join(clone, 'docs/original.md'), 'utf8').matchAll(/^\| O-(\d{3}) \| (.*) \| (.*) \|$/gm),
].map(([, id, what, waitsFor]) => ({ id: Number(id), what: what!, waitsFor: waitsFor! }));

/** Rows that tests name, `O-202 … O-208` as well. */
const shown = new Set(
  globSync(testFiles, { cwd: clone })
    .map(file => readFileSync(join(clone, file), 'utf8'))
    .flatMap(text => [...text.matchAll(/\bO-(\d{3})\b(?: … O-(\d{3})\b)?/g)])
    .flatMap(([, first, last]) => from(first!, last)),
);

test('docs/original.md says every row of the original once, in their order', () => {
  expect(rows.map(({ id }) => id)).toEqual(from('1', String(LAST_ROW)));
  expect(rows.filter(({ what }) => what.trim() === '')).toEqual([]);
});

test('every row of the original is shown by a test or waits for what is still to be built, and no row is both', () => {
  const waiting = Map.groupBy(
    rows.filter(({ waitsFor }) => waitsFor !== ''),
    ({ waitsFor }) => waitsFor,
  );
  const lines = [...waiting].map(([what, those]) => `${those.length} wait for ${what}`);
  process.stdout.write(`of ${LAST_ROW} rows of the original ${shown.size} are shown; ${lines.join(', ')}\n`);
  const told = rows.filter(({ waitsFor }) => waitsFor === '').map(({ id }) => id);
  expect([...shown].toSorted((one, other) => one - other)).toEqual(told);
});
