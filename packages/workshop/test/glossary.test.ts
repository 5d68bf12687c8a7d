import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources, repository } from '../src/architecture/sources.ts';

/**
 * docs/glossary.md is held by itself: its tables are read here. What a row says is never said stands in no identifier of
 * ours (a Latin word) and in no text that somebody reads (a Chinese one); what it says the code calls a thing exists.
 */
interface Row {
  /** What stands before the explanation: the words that the row gives a meaning. */
  readonly names: readonly string[];
  readonly code: readonly string[];
  readonly never: readonly string[];
}

const ticked = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
const page = readFileSync(join(repository, 'docs/glossary.md'), 'utf8');
const rows: readonly Row[] = page
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| ---') && !line.endsWith('| never |'))
  .map(line => line.slice(2, -2).split(' | '))
  .map(cells => ({
    names: cells[0]!.split(/ · |, /),
    code: cells.length > 3 ? ticked(cells[1]) : [],
    never: ticked(cells.at(-1)),
  }));

const isHan = (word: string): boolean => /\p{Script=Han}/u.test(word);
const bare = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').replaceAll(/(?<![:\w'"`\\])\/\/.*/g, ' ');
/** `MOST_TaskCalls2` as ` most task calls `: whole words of an identifier can be looked for in it. */
const spelled = (identifier: string): string =>
  ` ${[...identifier.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase()).join(' ')} `;

/** What was learnt is written in all characters, those of comments among them. */
const sources = readSources().filter(
  ({ path }) => !path.includes('/voice/') && !path.endsWith('glossary.test.ts') && !path.endsWith('/weights.ts'),
);

test('no word has two rows', () => {
  const names = rows.flatMap(({ names: all, code }) => [...all, ...code]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
});

test('what the glossary says the code calls a thing is in the code', () => {
  const all = sources.map(({ text }) => text).join('\n');
  expect(rows.flatMap(({ code }) => code).filter(word => !all.includes(word))).toEqual([]);
});

/** Said by browsers, not by us, where one asks them for it. */
const ofBrowsers: Readonly<Record<string, string>> = { Notification: 'packages/web/src/live/good-calls.ts' };

test('no identifier says a word that stands for nothing any more', () => {
  const never = rows.flatMap(row => row.never.filter(word => !isHan(word)));
  const used = new Map<string, string>();
  for (const { path, text } of sources) {
    const withoutTexts = bare(text).replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ');
    for (const [identifier] of withoutTexts.matchAll(/[A-Za-z_]\w*/g))
      if (!used.has(identifier) && ofBrowsers[identifier] !== path) used.set(identifier, path);
  }
  const found = [...used].flatMap(([identifier, path]) =>
    never.filter(word => spelled(identifier).includes(spelled(word))).map(word => `${path}: ${identifier} (${word})`),
  );
  expect(found).toEqual([]);
});

test('no text that somebody reads says a Chinese word that stands for nothing any more', () => {
  const never = rows.flatMap(row => row.never.filter(isHan));
  const said = sources
    // A migration finds what earlier releases wrote.
    .filter(({ path }) => /^packages\/(?:web|contract|server)\/(?!migrations\/)/.test(path))
    .map(({ path, text }) => ({ path, text: bare(text) }));
  const articles = globSync('packages/server/seed/help/**/*.md', { cwd: repository }).map(path => ({
    path,
    text: readFileSync(join(repository, path), 'utf8'),
  }));
  const found = [...said, ...articles].flatMap(({ path, text }) =>
    never.filter(word => text.includes(word)).map(word => `${path}: ${word}`),
  );
  expect(found).toEqual([]);
});
