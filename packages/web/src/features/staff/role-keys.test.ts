import { expect, test } from 'vitest';
import { choosePages, pagesOf } from './role-keys.ts';

const mayGive = ['market', 'robot', 'CRM', 'myTask', 'callLog'] as const;

test('a group is all its pages, and its own key follows them', () => {
  const chosen = choosePages([], { pages: ['myTask', 'callLog'], isChosen: true, mayGive });
  expect(chosen).toEqual(['myTask', 'callLog', 'market']);
  const fewer = choosePages(chosen, { pages: ['myTask'], isChosen: false, mayGive });
  expect(fewer).toEqual(['callLog', 'market']);
  expect(choosePages(fewer, { pages: ['callLog'], isChosen: false, mayGive })).toEqual([]);
});

test('a group’s key alone, as old roles have it, opens nothing and goes at the next change', () => {
  expect(pagesOf(['market', 'statist'])).toBe(0);
  expect(choosePages(['market', 'CRM'], { pages: ['plan'], isChosen: true, mayGive })).toEqual(['plan', 'robot']);
});

test('what is not offered stays as it is; a group’s key is given by who holds it alone', () => {
  expect(choosePages(['messageTem'], { pages: ['callLog'], isChosen: true, mayGive: ['callLog'] })).toEqual([
    'messageTem',
    'callLog',
  ]);
  const kept = choosePages(['market', 'myTask'], { pages: ['callLog'], isChosen: true, mayGive: ['callLog'] });
  expect(kept).toEqual(['myTask', 'callLog', 'market']);
});
