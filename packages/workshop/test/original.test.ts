import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { LAST_ROW, waits } from './waits.ts';

const clone = resolve(import.meta.dirname, '../../..');
const testFiles = ['packages/*/{src,test,seed}/**/*.test.{ts,tsx}', 'packages/workshop/{journeys,interop}/**/*.ts'];

const from = (first: string, last = first): readonly number[] =>
  Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => Number(first) + n);

/** Rows that tests name, `O-202 … O-208` as well. */
const shown = new Set(
  globSync(testFiles, { cwd: clone })
    .map(file => readFileSync(join(clone, file), 'utf8'))
    .flatMap(text => [...text.matchAll(/\bO-(\d{3})\b(?: … O-(\d{3})\b)?/g)])
    .flatMap(([, first, last]) => from(first!, last)),
);
const waiting = new Map(
  Object.entries(waits).map(([what, rows]) => [
    what,
    rows.split(/\s+/).flatMap(part => from(...(part.split('–') as [string, string?]))),
  ]),
);

test('every row of the original is shown by a test or waits for what is still to be built, and no row is both', () => {
  const told = [...shown, ...[...waiting.values()].flat()].toSorted((one, other) => one - other);
  const lines = [...waiting].map(([what, rows]) => `${rows.length} wait for ${what}`);
  process.stdout.write(`of ${LAST_ROW} rows of the original ${shown.size} are shown; ${lines.join(', ')}\n`);
  expect(told).toEqual(from('1', String(LAST_ROW)));
});
