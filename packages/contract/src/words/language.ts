export const languages = ['zh-CN', 'zh-TW', 'en'] as const;
export type Language = (typeof languages)[number];
/** One sentence in the three languages of the shell. */
export type Said = Readonly<Record<Language, string>>;

/** The language of a page, from its header; Simplified Chinese when it does not say. */
export const languageOf = (header: string | undefined): Language => languages.find(one => one === header) ?? 'zh-CN';

/** The words of a list in one language. */
export const wordsIn = <K extends string>(
  words: Readonly<Record<K, Said>>,
  language: Language,
): Readonly<Record<K, string>> =>
  Object.fromEntries(Object.entries<Said>(words).map(([key, said]) => [key, said[language]])) as Record<K, string>;

/** Fills `{name}` in a sentence; a name without a value stays visible, so that a test sees it. */
export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
