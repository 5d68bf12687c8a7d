import { expect, test } from 'vitest';
import { handWrittenLimits } from '../src/architecture/limits.ts';
import { readSources, type Source } from '../src/architecture/sources.ts';

/** What bounds no field of the contract: how much a page keeps, shows or waits. The list may only shrink. */
const own: readonly string[] = [
  // What is kept of tabs, in the browser.
  'app/panes/tabs-kept.ts: longestHref = 2_000',
  'app/panes/tabs-kept.ts: longestTitle = 200',
  // A talk of no seconds narrows nothing.
  'features/call-log/editors.tsx: min={1',
  // Of a sentence in a list.
  'features/speech/copy-field.tsx: mostChars = 24',
  // How far the graph is zoomed.
  'features/studio/frame/studio-context.ts: least: 0.02',
  // What a new node begins with.
  'features/studio/inspector/collect-form.tsx: min: 1',
  // Until the socket is tried again.
  'live/socket.ts: longestWaitMs = 60_000',
];

test('what may be typed into a field stands in the contract alone', () => {
  expect(handWrittenLimits(readSources())).toEqual(own);
});

const source = (text: string, path = 'packages/web/src/features/a/a.tsx'): Source => ({
  path,
  text,
  lines: 1,
  imports: [],
});

test.each([
  ['<input maxLength={20} />', ['features/a/a.tsx: maxLength={20']],
  ['<Input\n  min={0}\n  max="99"\n/>', ['features/a/a.tsx: min={0', 'features/a/a.tsx: max="99']],
  ['const limits = { least: 1, most: 9_000 };', ['features/a/a.tsx: least: 1']],
  ['const nameChars = 100;', ['features/a/a.tsx: nameChars = 100']],
  ['<input maxLength={fieldChars(schema, "name")} max={days.to} />', []],
  ['<progress max={1} value={part} />', []],
  ['const mostShown = 100;', []],
])('%s', (text, found) => {
  expect(handWrittenLimits([source(text)])).toEqual(found);
  expect(handWrittenLimits([source(text, 'packages/web/src/features/a/a.page.test.tsx')])).toEqual([]);
  expect(handWrittenLimits([source(text, 'packages/server/src/a.ts')])).toEqual([]);
});
