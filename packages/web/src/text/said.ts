import { type Language, languageOf } from '@lianxian/contract';
import i18next from 'i18next';

/** The language of the page, for sentences of the contract. */
export const saidLanguage = (): Language => languageOf(i18next.language);
