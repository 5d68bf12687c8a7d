import { joined, type Language, languageOf } from '@lianxian/contract';
import i18next from 'i18next';

/** The language of the page, for sentences of the contract. */
export const saidLanguage = (): Language => languageOf(i18next.language);

/** Names, words, figures as one text, with what the language of the page writes between them; so do clauses. */
export const listed = (texts: readonly string[], how: Parameters<typeof joined>[1] = 'listed'): string =>
  joined(texts, how, saidLanguage());
