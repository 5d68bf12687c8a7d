import { dirname, join } from 'node:path/posix';
import type { Source } from './sources.ts';

/**
 * What is exported though nobody takes it: values and types alike, by what imports say, so that two things of one name in two
 * files are two. What a door only passes on is taken when somebody takes it from the door.
 */

/** What other packages may come in by (`exports` of their package.json). */
const doors: Readonly<Record<string, string>> = {
  '@lianxian/core': 'packages/core/src/index.ts',
  '@lianxian/core/kit': 'packages/core/src/kit/index.ts',
  '@lianxian/core/simulation': 'packages/core/src/simulation/index.ts',
  '@lianxian/contract': 'packages/contract/src/index.ts',
  '@lianxian/contract/branding': 'packages/contract/src/branding.ts',
  '@lianxian/contract/wire': 'packages/contract/src/wire.ts',
  '@lianxian/telephony': 'packages/telephony/src/index.ts',
  '@lianxian/telephony/webrtc': 'packages/telephony/src/webrtc/index.ts',
  '@lianxian/telephony/testing': 'packages/telephony/test/testing.ts',
};
/** What somebody else loads by a name of his own: migrations, words of a language, settings and setups of tools. */
const isLoadedByName = ({ path }: Source): boolean =>
  /\/migrations\/|\.config\.ts$|\.setup\.ts$|\/web\/[^/]+\.ts$|\/web\/src\/text\/(?:en|zh-TW)\//.test(path);

const declared = /^export (?:declare )?(?:async )?(?:const|function\*?|class|interface|type) ([A-Za-z_$][\w$]*)/gm;
const passedOn = /^export (?:type )?(\{[^}]*\}) from ['"][^'"]+['"]/gm;
const imported =
  /(?:^|\n)\s*(import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?(\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s*from\s*['"]([^'"]+)['"]/g;
const importedWhole = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

const withoutTemplates = (text: string): string => text.replace(/`(?:[^`\\]|\\[\s\S])*`/g, '``');
/** `{ a, type b as c }` as names there and here. */
const namesIn = (list: string): readonly { readonly there: string; readonly here: string }[] =>
  list
    .slice(1, -1)
    .split(',')
    .map(part => part.trim().replace(/^type\s+/, ''))
    .filter(part => part !== '')
    .map(part => {
      const [there = '', here = there] = part.split(/\s+as\s+/);
      return { there, here };
    });

const keyOf = (path: string, name: string): string => `${path}: ${name}`;

/** Who takes what: of each export those who take it as a door (by the key it has there), or null for whoever uses it. */
const takersIn = (sources: readonly Source[]) => {
  const takers = new Map<string, (string | null)[]>();
  /** Doors that pass on all of a file. */
  const doorsOf = new Map<string, string[]>();
  const add = <T>(map: Map<string, T[]>, key: string, one: T) => map.set(key, [...(map.get(key) ?? []), one]);
  for (const { path, text } of sources) {
    const resolved = (specifier: string) =>
      specifier.startsWith('.') ? join(dirname(path), specifier) : (doors[specifier] ?? specifier);
    for (const [, kind, names, specifier] of text.matchAll(imported)) {
      const from = resolved(specifier!);
      if (names === '*' && kind === 'export') add(doorsOf, from, path);
      else if (names!.startsWith('*')) add(takers, from, null);
      else
        for (const { there, here } of namesIn(names!))
          add(takers, keyOf(from, there), kind === 'export' ? keyOf(path, here) : null);
    }
    for (const [, specifier] of text.matchAll(importedWhole)) add(takers, resolved(specifier!), null);
  }
  return { takers, doorsOf };
};

/** What is exported though no other file takes it. */
export const exportedForNobody = (sources: readonly Source[]): readonly string[] => {
  const { takers, doorsOf } = takersIn(sources);
  const isTaken = (path: string, name: string): boolean =>
    takers.has(path) ||
    (takers.get(keyOf(path, name)) ?? []).some(door => {
      const [at = '', as = ''] = door?.split(': ') ?? [];
      return door === null || isTaken(at, as);
    }) ||
    (doorsOf.get(path) ?? []).some(door => isTaken(door, name));
  return sources
    .filter(source => !isLoadedByName(source))
    .flatMap(({ path, text }) => {
      const own = withoutTemplates(text);
      const names = [
        ...[...own.matchAll(declared)].map(([, name]) => name!),
        ...[...own.matchAll(passedOn)].flatMap(([, list]) => namesIn(list!).map(({ here }) => here)),
      ];
      return names.filter(name => !isTaken(path, name)).map(name => keyOf(path, name));
    });
};
