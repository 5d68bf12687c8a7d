import { expect, test } from 'vitest';
import { endpointDocs } from './docs.ts';
import { type Endpoint, endpoints } from './index.ts';

const all: readonly Endpoint[] = Object.values(endpoints).flatMap(group => Object.values(group));

test('docs/api.md says what the contract says (vitest -u writes it anew)', async () => {
  await expect(endpointDocs(all)).toMatchFileSnapshot('../../../docs/api.md');
});

test('no two endpoints share a path', () => {
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
});
