import { expect, test } from 'vitest';
import { extensionOf } from './extension.ts';

test.each([
  ['1002', 1_002],
  [' 99999 ', 99_999],
  ['８００２', 8_002],
])('%s is a colleague’s short number', (typed, extension) => expect(extensionOf(typed)).toBe(extension));

test.each(['', '110', '0800', '100000', '13800138000', '8002a', '8-002'])('%s is none', typed =>
  expect(extensionOf(typed)).toBeNull(),
);
