import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloneDir } from './copy.ts';
import { faults } from './list.ts';
import { locate } from './locate.ts';

test('there are at least twelve faults, each said in its own words', () => {
  expect(faults.length).toBeGreaterThanOrEqual(12);
  expect(new Set(faults.map(fault => fault.says)).size).toBe(faults.length);
});

test.each(faults)('the fault still fits the code: $says', fault => {
  const { sound, planted } = locate(cloneDir, fault);
  expect(planted).not.toBe(sound);
  expect(existsSync(join(cloneDir, fault.test.file))).toBe(true);
});
