import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloneDir } from './copy.ts';
import { faults } from './list.ts';

const read = (file: string): string => readFileSync(join(cloneDir, file), 'utf8');

test('there are at least twelve faults, each said in its own words', () => {
  expect(faults.length).toBeGreaterThanOrEqual(12);
  expect(new Set(faults.map(fault => fault.says)).size).toBe(faults.length);
});

test.each(faults)('the fault still fits the code: $says', ({ file, find, replace, test: named }) => {
  expect(read(file).split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
  expect(existsSync(join(cloneDir, named.file))).toBe(true);
});
