import { expect, test } from 'vitest';
import { exportedForNobody } from '../src/architecture/exports.ts';
import { orders } from '../src/architecture/folders.ts';
import { functionsOf, outgrown } from '../src/architecture/functions.ts';
import type { Exception } from '../src/architecture/rule.ts';
import { rules, sizeLimits } from '../src/architecture/rules.ts';
import { readSources } from '../src/architecture/sources.ts';
import { tolerated } from '../src/architecture/tolerated.ts';

/** The one list of exceptions; each says why it must be so. */
const exceptions: readonly Exception[] = [];

const sources = readSources();
const excused = (rule: string, file: string) =>
  exceptions.some(exception => exception.rule === rule && exception.file === file);

test('the walls of the house stand', () => {
  const large = sources.filter(({ lines }) => lines > sizeLimits.talk).map(({ lines, path }) => `${lines} ${path}`);
  console.info(`to talk about (over ${sizeLimits.talk} lines):\n${large.join('\n')}`);
  const complaints = rules.flatMap(rule => rule(sources)).filter(complaint => !excused(complaint.rule, complaint.file));
  expect(complaints.map(({ rule, file, says }) => `${rule}: ${file}: ${says}`)).toEqual([]);
});

test('every exception still excuses something', () => {
  const raised = rules.flatMap(rule => rule(sources));
  expect(
    exceptions.filter(
      exception => !raised.some(complaint => complaint.rule === exception.rule && complaint.file === exception.file),
    ),
  ).toEqual([]);
});

test('every function that is tolerated is still larger than its limit', () => {
  const large = new Set(outgrown(sources).map(({ what }) => what));
  expect([...tolerated.keys()].filter(what => !large.has(what))).toEqual([]);
});

const file = (path: string, ...lines: string[]) => ({ ...source(path), text: `${lines.join('\n')}\n` });

test('nothing is exported that no other file takes', () => {
  expect(exportedForNobody(sources)).toEqual([]);
  const a = file(
    'packages/core/src/call/a.ts',
    'export const told = 1;',
    'export const asked = 2;',
    'export type Told = 1;',
  );
  const b = file(
    'packages/core/src/call/b.ts',
    "import { asked } from './a.ts';",
    'interface Told {}',
    '`',
    'export const made = 1;',
    '`;',
  );
  expect(exportedForNobody([a, b])).toEqual(['packages/core/src/call/a.ts: told', 'packages/core/src/call/a.ts: Told']);
});

test('what a door passes on is taken by who takes it from the door', () => {
  const own = file(
    'packages/core/src/call/a.ts',
    'export const told = 1;',
    'export interface Asked {}',
    'export type Kept = 1;',
  );
  const door = file(
    'packages/core/src/call/index.ts',
    "export { type Asked as Wished, type Kept, told } from './a.ts';",
  );
  const face = file('packages/core/src/index.ts', "export * from './call/index.ts';");
  const user = file('packages/web/src/api/b.ts', "import { type Wished, told as said } from '@lianxian/core';");
  expect(exportedForNobody([own, door, face, user])).toEqual([
    'packages/core/src/call/a.ts: Kept',
    'packages/core/src/call/index.ts: Kept',
  ]);
});

test('functions are measured by what they are, their lines and their parameters', () => {
  const lines = (count: number) => 'work();\n'.repeat(count);
  const text = [
    `export const plain = (a: string, b: string) => {\n${lines(2)}};`,
    `function declared({ a, b }: Both) {\n${lines(1)}}`,
    `export const createDoor = (open: () => void) => {\nconst shut = () => {\n${lines(3)}};\nreturn { open, shut };\n};`,
    `class Call { hangUp(a: 1, b: 2, c: 3, d: 4, e: 5) {\n${lines(1)}} }`,
    `export const Card = ({ title }: Props) => {\n${lines(1)}return <b>{title}</b>;\n};`,
    'export const columns = () => useMemo(() => [{ title: "a", cell: (row: Row) => row.a }], []);',
    'export const told = () => useMemo(() => [column("a", { cell: (row: Row) => row.a })], []);',
    'export const useActs = () => { const act = useCallback(() => work(), []); return { act }; };',
    'export const openStore = () => createStore<State>((set, get) => { return { put: () => set(get()) }; });',
    'export const names = (rows: Row[]) => rows.map(row => row.name);',
    'export const saved = () => useMutation({ mutationFn: () => work() });',
  ].join('\n');
  const found = functionsOf({ path: 'packages/web/src/app/x.tsx', text });
  const of = (wanted: string) => {
    const [outermost] = found.filter(({ name }) => name === wanted);
    return outermost && [outermost.kind, outermost.lines, outermost.parameters];
  };
  expect(of('plain')).toEqual(['function', 4, 2]);
  expect(of('declared')).toEqual(['function', 3, 1]);
  expect(of('createDoor')).toEqual(['factory', 8, 1]);
  expect(of('shut')).toEqual(['function', 5, 0]);
  expect(of('hangUp')).toEqual(['function', 3, 5]);
  expect(of('Card')).toEqual(['component', 4, 1]);
  expect(of('columns')).toEqual(['factory', 1, 0]);
  expect(of('told')).toEqual(['factory', 1, 0]);
  expect(of('useActs')).toEqual(['factory', 1, 0]);
  expect(of('openStore')).toEqual(['factory', 1, 0]);
  expect(of('names')).toEqual(['function', 1, 1]);
  expect(of('saved')).toEqual(['function', 1, 0]);
});

test('the reader of sources sees imports at all', () => {
  expect(sources.filter(source => source.imports.length > 0).length).toBeGreaterThan(50);
});

const source = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map(target => `import '${target}';`).join('\n'),
  lines: imports.length,
  imports,
});

test.each([
  ['telephony that knows the plan', source('packages/telephony/src/sip/dialog.ts', '@lianxian/core')],
  ['a server that imports the practice carrier', source('packages/server/src/house.ts', '@lianxian/practice')],
  ['a core that imports node', source('packages/core/src/task/task.ts', 'node:fs')],
  [
    'a core that reads the clock',
    { ...source('packages/core/src/task/task.ts'), text: 'export const now = () => Date.now();' },
  ],
  [
    'a low room that enters a high one',
    source('packages/server/src/rooms/lines/lines.routes.ts', 'packages/server/src/rooms/calls/index.ts'),
  ],
  [
    'a room that climbs in by the window',
    source('packages/server/src/rooms/desk/desk.routes.ts', 'packages/server/src/rooms/accounts/accounts.store.ts'),
  ],
  [
    'a platform that knows a room',
    source('packages/server/src/platform/http/http.ts', 'packages/server/src/rooms/plans/index.ts'),
  ],
  [
    'a room that picks its own adapter',
    source('packages/server/src/rooms/calls/calls.mailbox.ts', 'packages/server/src/switchboard/sip/index.ts'),
  ],
  [
    'a policy that reads the database',
    source('packages/server/src/rooms/calls/calls.policy.ts', 'packages/server/src/platform/db/index.ts'),
  ],
  [
    'a view that asks the store itself',
    {
      ...source('packages/server/src/rooms/calls/calls.view.ts', 'packages/server/src/rooms/calls/calls.store.ts'),
      text: "import { type ListedCall, listCalls } from './calls.store.ts';",
    },
  ],
  ['SQL in a route', { ...source('packages/server/src/rooms/calls/calls.routes.ts'), text: "db.selectFrom('call')" }],
  [
    'a feature that imports a feature',
    source('packages/web/src/features/home/home.tsx', 'packages/web/src/features/call/call.tsx'),
  ],
  [
    'a net that knows the exchange',
    source('packages/telephony/src/net/streams.ts', 'packages/telephony/src/exchange/options.ts'),
  ],
  [
    'media that knows a call',
    source('packages/telephony/src/media/leg.ts', 'packages/telephony/src/sip/user-agent/ending.ts'),
  ],
  ['a folder without a place in the order', source('packages/telephony/src/turn/relay.ts')],
  ['a client of the wire that knows a toast', source('packages/web/src/api/wire.ts', 'packages/web/src/ui/toast.ts')],
  ['a widget that knows the pushes', source('packages/web/src/ui/toasts.tsx', 'packages/web/src/live/socket.ts')],
  [
    'a worker that knows a recogniser by name',
    source('packages/server/src/media-worker/talk.ts', 'packages/server/src/speech/funasr.ts'),
  ],
  [
    'a port of speech that knows an adapter',
    source('packages/server/src/speech/ports/recogniser.ts', 'packages/server/src/speech/funasr.ts'),
  ],
  [
    'a recogniser that was told what practice callees say',
    source(
      'packages/core/src/conversation/recognition/built-in/willing.ts',
      'packages/core/src/simulation/wordings/assent.ts',
    ),
  ],
  [
    'words of practice callees that were looked up in the library',
    source(
      'packages/core/src/simulation/wordings/assent.ts',
      'packages/core/src/conversation/recognition/built-in/willing.ts',
    ),
  ],
  [
    'a teacher of the recogniser that listens to the town',
    source('packages/workshop/src/call-wish/teach.ts', '@lianxian/core/simulation'),
  ],
  ['a folder called utils', source('packages/server/src/utils/text.ts')],
  ['a default export', { ...source('packages/web/src/app/app.tsx'), text: 'export default 1' }],
  [
    'a barrel in the middle',
    { ...source('packages/server/src/rooms/calls/all.ts'), text: "export * from './calls.store.ts'" },
  ],
  [
    'a function of 61 lines',
    {
      ...source('packages/core/src/call/machine.ts'),
      text: `export const long = () => {\n${'work();\n'.repeat(59)}};`,
    },
  ],
  [
    'a function of five parameters',
    {
      ...source('packages/core/src/call/machine.ts'),
      text: 'export const wide = (a: 1, b: 2, c: 3, d: 4, e: 5) => a;',
    },
  ],
  [
    'a ground that opens when it is loaded',
    {
      ...source('packages/server/test/claims.ts', 'vitest'),
      text: "import { beforeAll } from 'vitest';\nbeforeAll(async () => {});",
    },
  ],
  [
    'a list that is Chinese for everybody',
    {
      ...source('packages/server/src/platform/http/upload.ts'),
      text: "refuse('uploadType', { types: types.join('、') })",
    },
  ],
  ['a number in camel case', { ...source('packages/core/src/call/machine.ts'), text: 'export const mostHops = 40;\n' }],
  ['a number of the browser in capitals', { ...source('packages/web/src/ui/tips.ts'), text: 'const STEPS = 4;\n' }],
  ['a file of 451 lines', { ...source('packages/core/src/call/machine.ts'), lines: 451 }],
])('the walls do not let pass: %s', (_, bad) => {
  expect(rules.flatMap(rule => rule([bad]))).not.toEqual([]);
});

test('the order of the folders goes from the ground up: none may import what stands above it', () => {
  const upward = orders.flatMap(({ root, folders }) =>
    folders.flatMap(([folder, mayImport], i) =>
      mayImport
        .filter(other => !folders.slice(0, i).some(([below]) => below === other))
        .map(other => `${root}${folder} → ${other}`),
    ),
  );
  expect(upward).toEqual([]);
});

test('a view knows the rows of its room by their types', () => {
  const [view, store] = [
    'packages/server/src/rooms/calls/calls.view.ts',
    'packages/server/src/rooms/calls/calls.store.ts',
  ];
  const text = "import type {\n  FoundCall,\n  ListedCall,\n} from './calls.store.ts';";
  expect(rules.flatMap(rule => rule([{ ...source(view, store), text }]))).toEqual([]);
});

test('the walls do not let pass: two files that import each other', () => {
  const [a, b] = ['packages/core/src/call/a.ts', 'packages/core/src/call/b.ts'] as const;
  expect(rules.flatMap(rule => rule([source(a, b), source(b, a)]))).not.toEqual([]);
});
