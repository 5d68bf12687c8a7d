import type { Fault, NamedTest } from './types.ts';

const slice = (file: string, name: string): NamedTest => ({
  project: 'slice',
  file: `packages/server/src/${file}`,
  name,
});

/** What keeps an installation: its backup, its key, whom its processes are to the database, its sums. */
export const inKeeping: readonly Fault[] = [
  {
    says: 'a backup mixes instants',
    name: 'dumpDatabase',
    within: 'packages/server',
    find: 'begin isolation level repeatable read, read only',
    replace: 'begin read only',
    test: slice('backup/backup.slice.test.ts', 'a backup is of one instant, whatever is written meanwhile'),
  },
  {
    says: 'a restored copy calls whom the lost hours called',
    name: 'putToRest',
    within: 'packages/server',
    find: "where state in ('running', 'waiting', 'paused') and removed_at is null",
    replace: "where state in ('waiting', 'paused') and removed_at is null",
    test: slice('backup/backup.slice.test.ts', 'what is restored is what was there, row by row and file by file'),
  },
  {
    says: 'a node with another key seals what nobody opens',
    name: 'openHouseSecrets',
    within: 'packages/server',
    find: 'if (row?.mark !== bare.mark) throw',
    replace: 'if (row === undefined) throw',
    test: slice('platform/keys/keys.slice.test.ts', 'a database learns its key once; a node with another is refused'),
  },
  {
    says: 'the application can change the audit',
    name: 'grants',
    within: 'packages/server',
    find: '`revoke update, delete on audit, ledger, decision from ${role}`,',
    replace: '',
    test: slice('platform/db/app-role.slice.test.ts', 'the application adds to audit and ledger and reads them'),
  },
  {
    says: 'an ending that is replaced after it was counted is counted twice',
    name: 'up',
    within: 'packages/server/migrations/0038_folds.ts',
    find: 'coalesce(old.owner_id, 0), was.node, was.what, was.by, was.next, -was.n',
    replace: 'coalesce(old.owner_id, 0), was.node, was.what, was.by, was.next, 0',
    test: slice('rooms/learning/learning.slice.test.ts', 'late, replaced and erased endings'),
  },
  {
    says: 'a later part of an hour takes the place of an earlier one',
    name: 'foldPortion',
    within: 'packages/server/src/rooms/sums',
    find: "update set ${added('hour', homeFigures)}",
    replace: 'update set calls = excluded.calls',
    test: slice('rooms/desk/home.slice.test.ts', 'what changes of an ended call before and after its fold'),
  },
  {
    says: 'a restore that breaks off leaves its tables in the database',
    name: 'restoreInto',
    within: 'packages/server',
    find: 'await takeAway(database).catch(() => undefined);',
    replace: '',
    test: {
      project: 'slice',
      file: 'packages/server/src/backup/backup.slice.test.ts',
      name: 'what breaks off halfway leaves the database empty: the next try into the same one succeeds',
    },
  },
  {
    says: 'a clearing that hangs is told to nobody, and one that never came to its end neither',
    name: 'ring',
    within: 'packages/server',
    find: 'if (late.length === 0) return;',
    replace: 'if (late.length >= 0) return;',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/settings/merchant.slice.test.ts',
      name: 'a run that hangs keeps nobody from ringing, and every part rings: strays after a day as well, files and prompts too',
    },
  },
  {
    says: 'two follow up the same person',
    name: 'isFree',
    within: 'packages/server/src/rooms/follow-ups',
    find: '(follow_up.taken_by is null or',
    replace: '(true or',
    test: slice(
      'rooms/follow-ups/follow-ups.slice.test.ts',
      'two never get the same person, however many ask at once; who is taken is shown to the others',
    ),
  },
  {
    says: 'who corrects a level last wins over what was never seen',
    name: 'correctLevel',
    within: 'packages/server',
    find: "if (call.level !== level && (call.level ?? 'none') !== was)",
    replace: 'if (false)',
    test: slice(
      'rooms/grading/grading.slice.test.ts',
      'a level needs no reason unless the merchant wants one; of two who correct one call the second is told',
    ),
  },
];
