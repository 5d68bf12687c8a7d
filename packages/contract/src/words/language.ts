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

/** What stands in a sentence; of several things each by itself, for what stands between them is the reader's. */
export type Values = Readonly<Record<string, string | number | readonly string[]>>;

/** What each language writes between things, between clauses, and after what something is called. */
const marks = {
  listed: { 'zh-CN': '、', 'zh-TW': '、', en: ', ' },
  inOneBreath: { 'zh-CN': '，', 'zh-TW': '，', en: ', ' },
  clauses: { 'zh-CN': '；', 'zh-TW': '；', en: '; ' },
  labelled: { 'zh-CN': '：', 'zh-TW': '：', en: ': ' },
} as const satisfies Readonly<Record<string, Said>>;

/** Several texts as one, as the reader's language writes it. */
export const joined = (texts: readonly string[], how: keyof typeof marks, language: Language): string =>
  texts.join(marks[how][language]);

/** Fills `{name}` in a sentence; a name without a value stays visible, so that a test sees it. */
export const fill = (sentence: Said, language: Language, values: Values): string =>
  sentence[language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]! : whole;
    return typeof value === 'object' ? joined(value, 'listed', language) : String(value);
  });
