import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * A comment cites what is in the repository, a page of docs with its heading, a decision, a choice, a row of the original,
 * or a published standard; nothing else. What cites is every text of ours: sources, styles, tests, pages.
 */
const clone = resolve(import.meta.dirname, '../../..');
const pages = ['*.md', 'docs/**/*.md', 'packages/*/*.md'];
const sources = ['packages/*/{src,test,seed,migrations,interop,journeys}/**/*.{ts,tsx,css}', 'packages/*/*.ts', '*.ts'];
const read = (file: string): string => readFileSync(join(clone, file), 'utf8');
const texts = globSync([...pages, ...sources], { cwd: clone })
  .filter(file => !file.includes('node_modules') && !file.endsWith('citations.test.ts'))
  .map(file => ({ file, text: read(file) }));

/** Every match of `pattern`, with the file in which it stands. */
const found = (pattern: RegExp, of: RegExp = /./) =>
  texts
    .filter(({ file }) => of.test(file))
    .flatMap(({ file, text }) => [...text.matchAll(pattern)].map(match => ({ file, match })));

/** What a heading is called in an address. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const headings = (page: string): ReadonlySet<string> =>
  new Set([...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading!)));

const leadsNowhere = (page: string, heading: string | undefined): boolean =>
  !existsSync(join(clone, page)) || (heading !== undefined && !headings(page).has(heading));

test('every page of docs that is cited exists, with the heading that is named', () => {
  const cited = found(/(?<![\w./-])(docs\/[\w./-]+\.md|ARCHITECTURE\.md)(?:#([\p{L}\p{N}_-]+))?/gu);
  const linked = found(/\]\((?!\w+:)([\w./-]+\.md)(?:#([\p{L}\p{N}_-]+))?\)/gu, /\.md$/).map(({ file, match }) => ({
    file,
    match: [match[0], normalize(join(dirname(file), match[1]!)), match[2]] as const,
  }));
  const broken = [...cited, ...linked].filter(({ match: [, page, heading] }) => leadsNowhere(page!, heading));
  expect(broken.map(({ file, match }) => `${file}: ${match[0]}`)).toEqual([]);
  expect(cited.length).toBeGreaterThan(100);
});

test('no document outside of the repository is cited', () => {
  const outside = [
    /(?<![\w/([-])(?:product|house|original|stack|look|tokens|anchors|acceptance|peers|decisions)\.md\b/g,
    /\b(?:product|house|original|stack|look|design|tokens)(?:'s|’s)?(?: \()?,? §/gi,
    /\bissue \d/gi,
    /\(design[,:]|\bdesign (?:language|notes)\b/gi,
  ];
  const told = outside.flatMap(pattern => found(pattern, /^(?!docs\/(?:choices|original|rules)\.md|docs\/figures)/));
  expect(told.map(({ file, match }) => `${file}: ${match[0]}`)).toEqual([]);
});

test('a section sign stands where a published standard is named', () => {
  const standards = /\bRFC ?\d|ECMA-\d|ITU-T|\bCSP 3|\bG\.\d{3}|\b[ET]\.\d{3}/;
  const bare = texts.filter(({ text }) => text.includes('§') && !standards.test(text));
  expect(bare.map(({ file }) => file)).toEqual([]);
});

test('every choice that is cited is in docs/choices.md, and every row there is cited', () => {
  const rows = [...read('docs/choices.md').matchAll(/^\| (A-\d\d) \|/gm)].map(([, id]) => id);
  const cited = found(/\bA-\d\d\b/g, /^(?!docs\/(?:choices|api)\.md)/).map(({ match }) => match[0]);
  expect(rows).toEqual([...new Set(cited)].toSorted());
});

test('every decision that is cited is recorded', () => {
  const records = new Set(globSync('docs/decisions/*.md', { cwd: clone }).map(file => Number(/\d{4}/.exec(file)?.[0])));
  const unknown = found(/\bdecisions? (?:record )?(\d+)/gi).filter(({ match }) => !records.has(Number(match[1])));
  expect(unknown.map(({ file, match }) => `${file}: ${match[0]}`)).toEqual([]);
});

test('every row of the original that is named is in docs/original.md', () => {
  const rows = new Set([...read('docs/original.md').matchAll(/^\| (O-\d{3}) \|/gm)].map(([, id]) => id));
  const unknown = found(/\bO-\d{3}\b/g).filter(({ match }) => !rows.has(match[0]));
  expect(unknown.map(({ file, match }) => `${file}: ${match[0]}`)).toEqual([]);
});
