import { isTest, type Source } from './sources.ts';

/** Values that a file exports by their declaration; what it only passes on is its door's matter. */
const exported = /^export (?:async )?(?:const|function\*?|class) ([A-Za-z_$][\w$]*)/gm;
/** What somebody else loads by a name of his own: migrations, settings of tools. */
const isLoadedByName = ({ path }: Source): boolean => /\/migrations\/|\.config\.ts$/.test(path);
const withoutTemplates = (text: string): string => text.replace(/`(?:[^`\\]|\\[\s\S])*`/g, '``');

/** Values that are exported though no other file names them. */
export const exportedForNobody = (sources: readonly Source[]): readonly string[] => {
  const files = new Map<string, number>();
  for (const { text } of sources)
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) files.set(word, (files.get(word) ?? 0) + 1);
  return sources
    .filter(source => !isLoadedByName(source) && !isTest(source))
    .flatMap(({ path, text }) => [...withoutTemplates(text).matchAll(exported)].map(([, name]) => ({ path, name })))
    .filter(({ name }) => files.get(name!) === 1)
    .map(({ path, name }) => `${path}: ${name}`);
};
