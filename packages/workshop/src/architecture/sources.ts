import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One source file with what it imports; paths are relative to the repository, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** Bare specifiers as written, relative ones resolved to repository paths. */
  readonly imports: readonly string[];
}

export const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const skipped = new Set(['node_modules', 'dist', '.git', '.data', 'coverage']);
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

const walk = (folder: string): string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    if (skipped.has(name)) return [];
    return statSync(path).isDirectory() ? walk(path) : [path];
  });

const slashed = (path: string) => path.split(sep).join('/');

/** All TypeScript sources of the packages, tests included. */
export const readSources = (): Source[] =>
  walk(join(repository, 'packages'))
    .filter(path => /\.tsx?$/.test(path))
    .map(path => {
      const text = readFileSync(path, 'utf8');
      const imports = [...text.matchAll(importPattern)].map(match => {
        const specifier = (match[1] ?? match[2] ?? match[3])!;
        return specifier.startsWith('.') ? slashed(relative(repository, resolve(dirname(path), specifier))) : specifier;
      });
      return { path: slashed(relative(repository, path)), text, lines: text.split('\n').length - 1, imports };
    });

/** The stylesheets of web; their paths are those under its `src`. */
export const readSheets = (): { path: string; text: string }[] => {
  const root = join(repository, 'packages/web/src');
  return walk(root)
    .filter(path => path.endsWith('.css'))
    .map(path => ({ path: slashed(relative(root, path)), text: readFileSync(path, 'utf8') }));
};

export const isTest = (source: Source): boolean =>
  /\.test\.tsx?$/.test(source.path) ||
  /^packages\/[^/]+\/(test|testing|bench|journeys|interop)\//.test(source.path) ||
  source.path.includes('/src/testing/');
