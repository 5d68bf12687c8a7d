import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';
import { namesOf } from './names.ts';
import { toRegister } from './register.ts';
import { roomFiles } from './room-files.ts';

test.each([
  ['notes', { room: 'notes', key: 'notes', type: 'Notes', table: 'notes' }],
  ['call-notes', { room: 'call-notes', key: 'callNotes', type: 'CallNotes', table: 'call_notes' }],
  ['CallNotes', null],
  ['../notes', null],
  ['notes-', null],
  ['a', null],
  ['', null],
])('a room may be called so or not: %j', (name, names) => {
  expect(namesOf(name)).toEqual(names);
});

test('a new room has all that the others have, and each file is a program', () => {
  const names = namesOf('call-notes')!;
  const files = roomFiles(names, '0031');
  expect(files.map(({ path }) => path)).toEqual([
    'packages/contract/src/endpoints/call-notes.ts',
    'packages/server/migrations/0031_call_notes.ts',
    'packages/server/src/platform/db/schema.call-notes.ts',
    'packages/server/src/rooms/call-notes/index.ts',
    'packages/server/src/rooms/call-notes/call-notes.routes.ts',
    'packages/server/src/rooms/call-notes/call-notes.store.ts',
    'packages/server/src/rooms/call-notes/call-notes.slice.test.ts',
  ]);
  for (const { text } of files) expect(() => stripTypeScriptTypes(text)).not.toThrow();
  expect(toRegister(names).join('\n')).toContain('bindCallNotes among the rooms');
});
