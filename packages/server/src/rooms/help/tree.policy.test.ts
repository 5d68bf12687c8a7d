import { expect, test } from 'vitest';
import { onlineOf, type Placed, placedBefore, placeFault } from './tree.policy.ts';

const at = (id: string, parentId: string | null, isOnline = true): Placed => ({ id, parentId, isOnline });
const tree = [at('1', null), at('2', null), at('11', '1'), at('12', '1', false), at('121', '12'), at('111', '11')];

test('parents come before their children; what lies below something offline is offline too', () => {
  expect(onlineOf(tree).map(article => article.id)).toEqual(['1', '11', '111', '2']);
});

test.each([
  ['a new one below the third level', null, '111', 'deep'],
  ['a new one on the third level', null, '11', null],
  ['one with two levels below, on the second level', '1', '2', 'deep'],
  ['one without children, on the third level', '2', '11', null],
  ['below itself', '11', '11', 'loop'],
  ['below its own grandchild', '1', '111', 'loop'],
  ['to the top', '111', null, null],
])('%s', (_what, id, parentId, fault) => {
  expect(placeFault(tree, id, parentId)).toBe(fault);
});

test('it stands before the one that was named, or at the end', () => {
  expect(placedBefore(['1', '2', '3'], '3', '1')).toEqual(['3', '1', '2']);
  expect(placedBefore(['1', '2', '3'], '1', null)).toEqual(['2', '3', '1']);
  expect(placedBefore(['1', '2'], '9', '2')).toEqual(['1', '9', '2']);
});
