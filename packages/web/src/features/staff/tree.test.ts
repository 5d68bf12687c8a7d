import { expect, test } from 'vitest';
import { flat, idsOf, treeOf } from './tree.ts';

const department = (id: string, parentId: string | null, people: number) => ({
  id,
  parentId,
  name: `d${id}`,
  people,
  mayEdit: true,
});

test('departments stand below their parents and count the people below them', () => {
  const tree = treeOf([
    department('1', null, 2),
    department('2', '1', 3),
    department('3', '2', 4),
    department('4', null, 0),
  ]);
  expect(flat(tree).map(({ branch, depth }) => [branch.id, depth, branch.peopleBelow])).toEqual([
    ['1', 0, 9],
    ['2', 1, 7],
    ['3', 2, 4],
    ['4', 0, 0],
  ]);
  expect(idsOf(tree[0]!)).toEqual(['1', '2', '3']);
});

test('a department whose parent is out of one’s scope is on top', () => {
  expect(treeOf([department('7', '6', 1)]).map(({ id }) => id)).toEqual(['7']);
});
