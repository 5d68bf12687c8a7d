import { expect, test } from 'vitest';
import {
  type AccessKey,
  accessKeys,
  type Button,
  buttons,
  coversRights,
  type RoleCode,
  rightsOfCode,
  rightsOfNobody,
  roleTemplates,
  withGroups,
} from './index.ts';

/** A-09 by hand: a 1 is held. company and agent (in its own merchant), manager, seat, voice, admin (who has pages of its own). */
const keyTable: Readonly<Record<AccessKey, string>> = {
  market: '1 0 0 0 0',
  myTask: '1 1 0 0 0',
  callLog: '1 1 1 0 0',
  messageTem: '1 1 0 0 0',
  statist: '1 1 0 0 0',
  planQuality: '1 1 0 0 0',
  levelStatistics: '1 1 0 0 0',
  collection: '1 1 0 0 0',
  portStat: '1 1 0 0 0',
  robot: '1 1 0 0 0',
  plan: '1 1 0 0 0',
  library: '1 1 0 0 0',
  myKeyword: '1 1 0 0 0',
  port: '1 0 0 0 0',
  monitor: '1 1 0 0 0',
  CRM: '1 1 1 0 1',
  number: '1 1 1 0 0',
  myStaff: '1 1 0 0 1',
  seat: '1 1 0 0 0',
};
const buttonTable: Readonly<Record<Button, string>> = {
  call_out: '1 1 1 0 0',
  search_more: '1 1 0 0 0',
  'callLog:export': '1 1 0 0 0',
  'callLog:delete': '1 0 0 0 0',
  'export:approve': '1 0 0 0 0',
  'number:import': '1 1 0 0 0',
  'number:export': '1 1 0 0 0',
  'number:assign': '1 1 0 0 0',
  'task:create': '1 1 0 0 0',
  'task:control': '1 1 0 0 0',
  'plan:edit': '1 1 0 0 0',
  'plan:publish': '1 1 0 0 0',
  'seat:monitor': '1 1 0 0 0',
  'phone:unmask': '1 1 0 0 0',
};
const held = <T extends string>(table: Readonly<Record<T, string>>, column: number): T[] =>
  (Object.keys(table) as T[]).filter(word => table[word].split(' ')[column] === '1');

test('O-327: company and agent hold all 19 keys and every button and see everything', () => {
  expect(accessKeys).toHaveLength(19);
  expect(buttons).toHaveLength(14);
  for (const code of ['company', 'agent'] as const)
    expect(rightsOfCode(code)).toEqual({ rights: held(keyTable, 0), buttons: held(buttonTable, 0), scope: 'all' });
});

test.each([
  ['manager', 1, 'department'],
  ['seat', 2, 'own'],
  ['voice', 3, 'own'],
] as const)('O-327: the template %s holds its column of the table', (template, column, scope) => {
  expect(roleTemplates[template]).toEqual({
    rights: held(keyTable, column),
    buttons: held(buttonTable, column),
    scope,
  });
});

test('O-327: people of the platform hold of a merchant’s pages that of their colleagues; everybody else what his role says, nothing without one', () => {
  expect(rightsOfCode('admin')).toEqual({ rights: held(keyTable, 4), buttons: held(buttonTable, 4), scope: 'all' });
  expect(rightsOfCode('employee' satisfies RoleCode)).toBeNull();
  expect(rightsOfNobody).toEqual({ rights: [], buttons: [], scope: 'own' });
});

const some = { rights: ['callLog', 'number'], buttons: ['call_out'], scope: 'department' } as const;

test.each([
  ['the same', some, true],
  ['less', { rights: ['callLog'], buttons: [], scope: 'own' }, true],
  ['one key more', { ...some, rights: ['callLog', 'number', 'port'] }, false],
  ['one button more', { ...some, buttons: ['call_out', 'phone:unmask'] }, false],
  ['a wider scope', { ...some, scope: 'all' }, false],
] as const)('who holds some rights may hand out %s: %o', (_what, given, may) => {
  expect(coversRights(some, given)).toBe(may);
});

test.each([
  ['a page brings the key of its group', ['myTask'], ['market', 'myTask']],
  ['the key of a group alone is none (A-07)', ['market', 'CRM'], []],
  ['a page of a module to come counts as well', ['number'], ['CRM', 'number']],
  [
    'pages of several groups, in the order of the table',
    ['plan', 'callLog', 'robot'],
    ['market', 'callLog', 'robot', 'plan'],
  ],
] as const)('%s: %o', (_what, pages, held) => {
  expect(withGroups(pages)).toEqual(held);
});

test('who holds a page of a group hands its key out with that page', () => {
  const own = { rights: ['myTask'], buttons: [], scope: 'own' } as const;
  expect(coversRights(own, { ...own, rights: ['market', 'myTask'] })).toBe(true);
  expect(coversRights(own, { ...own, rights: ['market', 'callLog'] })).toBe(false);
});
