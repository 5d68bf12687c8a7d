import { dirname, posix } from 'node:path';
import type { Source } from './sources.ts';

/** What runs when the file does: neither types alone nor what is fetched later. */
const staticImport = /(?:^|\n)(?:import|export)(?! type)(?:\s[^'"`;]*?from)?\s*['"]([^'"]+)['"]/g;

/** Files of the repository and names of libraries that a browser has once `entry` runs. */
export const loadedWith = (sources: readonly Source[], entry: string): ReadonlySet<string> => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const loaded = new Set<string>();
  const visit = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const [, specifier] of (texts.get(name) ?? '').matchAll(staticImport))
      visit(specifier!.startsWith('.') ? posix.join(dirname(name), specifier!) : specifier!);
  };
  visit(entry);
  return loaded;
};
