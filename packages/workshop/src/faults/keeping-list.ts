import type { Fault, NamedTest } from './types.ts';

const slice = (file: string, name: string): NamedTest => ({
  project: 'slice',
  file: `packages/server/src/${file}`,
  name,
});

/** What keeps an installation: its backup, its key, whom its processes are to the database. */
export const inKeeping: readonly Fault[] = [
  {
    says: 'a backup mixes instants',
    file: 'packages/server/src/backup/dump.store.ts',
    find: 'begin isolation level repeatable read, read only',
    replace: 'begin read only',
    test: slice('backup/backup.slice.test.ts', 'a backup is of one instant, whatever is written meanwhile'),
  },
  {
    says: 'a restored copy calls whom the lost hours called',
    file: 'packages/server/src/backup/load.store.ts',
    find: "where state in ('running', 'waiting', 'paused') and removed_at is null",
    replace: "where state in ('waiting', 'paused') and removed_at is null",
    test: slice('backup/backup.slice.test.ts', 'what is restored is what was there, row by row and file by file'),
  },
  {
    says: 'a node with another key seals what nobody opens',
    file: 'packages/server/src/platform/keys/house-key.ts',
    find: 'if (row?.mark !== bare.mark) throw',
    replace: 'if (row === undefined) throw',
    test: slice('platform/keys/keys.slice.test.ts', 'a database learns its key once; a node with another is refused'),
  },
  {
    says: 'the application can change the audit',
    file: 'packages/server/src/platform/db/app-role.ts',
    find: '`revoke update, delete on audit from ${role}`,',
    replace: '',
    test: slice('platform/db/app-role.slice.test.ts', 'the application adds to the audit and reads it'),
  },
];
