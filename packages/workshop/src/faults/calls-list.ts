import type { Fault, NamedTest } from './types.ts';

const test = (project: NamedTest['project'], file: string, name: string): NamedTest => ({
  project,
  file: `packages/${file}`,
  name,
});

/** Calls when something of ours, or the database, does not do what it should. */
export const withCalls: readonly Fault[] = [
  {
    says: 'what throws for one call is swallowed: it goes on, mute, and nobody is told',
    name: 'createGuard',
    within: 'packages/core',
    find: '      onDefect(error);\n',
    replace: '      void error;\n',
    test: test(
      'fast',
      'telephony/src/exchange/defects.test.ts',
      'a handler that throws ends its own leg, which says BYE, and no other',
    ),
  },
  {
    says: 'a conversation that threw once leaves its robot mute',
    name: 'openWorkerLeg',
    within: 'packages/server/src/media-worker',
    find: 'createGuard(fail)',
    replace: 'createGuard(() => undefined)',
    test: test(
      'fast',
      'server/src/media-worker/worker-leg.test.ts',
      'a conversation that throws is told as failed, once and with what came before; the other call goes on',
    ),
  },
  {
    says: 'an ending waits for a database that says nothing',
    name: 'createFiling',
    within: 'packages/server',
    find: 'await inTime(toDatabase(ending), databaseLimitMs);',
    replace: 'await toDatabase(ending);',
    test: test(
      'slice',
      'server/src/rooms/dialler/filing.slice.test.ts',
      'a database that says nothing: the ending is on the disk in time, and filed when it speaks again',
    ),
  },
  {
    says: 'half a character that a callee typed keeps his call from being filed with its words',
    name: 'createFiling',
    within: 'packages/server',
    find: 'const ending = readable(told);',
    replace: 'const ending = told;',
    test: test('slice', 'server/src/rooms/dialler/filing.slice.test.ts', 'an ending with'),
  },
  {
    says: 'a dead LISTEN is believed for ever',
    name: 'connect',
    within: 'packages/server',
    find: '  breakWhenSilent(client, pingEveryMs + silenceMs);\n',
    replace: '',
    test: test('slice', 'server/src/platform/silence.slice.test.ts', 'a dead LISTEN is noticed'),
  },
  {
    says: 'the true ending of a call replaces itself, and is charged again',
    name: 'lockInterrupted',
    within: 'packages/server',
    find: "    .where('because', 'in', UNTOLD)\n",
    replace: '',
    test: test(
      'slice',
      'server/src/rooms/attempts/replaced.slice.test.ts',
      'the true ending replaces “interrupted” once',
    ),
  },
  {
    says: 'the calls of a living node are settled by another one',
    name: 'NODE_LOST',
    within: 'packages/server',
    find: 'const NODE_LOST = sql`not exists',
    replace: 'const NODE_LOST = sql`exists',
    test: test(
      'slice',
      'server/src/rooms/dialler/dialler.store.slice.test.ts',
      'calls of a living node are nobody’s orphans',
    ),
  },
];
