import { expect, test } from 'vitest';
import { choosePages, keyGroups, offeredPages, pagesOf } from './role-keys.ts';

const mayGive = ['market', 'robot', 'myTask', 'callLog'] as const;

test('a group is a choice of those of its pages that may be given', () => {
  expect(choosePages([], { pages: ['myTask', 'callLog'], isChosen: true, mayGive })).toEqual(['myTask', 'callLog']);
  expect(choosePages([], { pages: ['plan', 'callLog'], isChosen: true, mayGive })).toEqual(['callLog']);
  expect(choosePages(['callLog', 'plan'], { pages: ['plan', 'callLog'], isChosen: false, mayGive })).toEqual(['plan']);
});

test('the key of a group alone, as old roles have it, is no page', () => {
  expect(pagesOf(['market', 'statist'])).toBe(0);
});

test('what is not offered stays as it is', () => {
  expect(choosePages(['messageTem'], { pages: ['callLog'], isChosen: true, mayGive })).toEqual([
    'messageTem',
    'callLog',
  ]);
});

test('groups without a page that exists are not offered', () => {
  expect(keyGroups.map(({ group }) => group)).toEqual(['market', 'statist', 'robot', 'CRM']);
  expect(offeredPages).toEqual([
    'myTask',
    'callLog',
    'messageTem',
    'planQuality',
    'levelStatistics',
    'collection',
    'portStat',
    'plan',
    'library',
    'myKeyword',
    'port',
    'monitor',
    'number',
    'myStaff',
    'seat',
  ]);
});
