import { useSyncExternalStore } from 'react';
import type { Shape } from './shape.ts';
import { words as source } from './zh-CN/login.ts';

/**
 * The language of the page, and the words of what shows before anybody is signed in or when nothing more can be loaded:
 * the login, toasts, the panel of a chunk that did not come. No library is asked, so that the login stays small and these
 * words never come too late; that of all others (`words.ts`) follows the language chosen here.
 */
export const languages = [
  { code: 'zh-CN', name: '简体中文' },
  { code: 'zh-TW', name: '繁體中文' },
  { code: 'en', name: 'English' },
] as const;
export type Language = (typeof languages)[number]['code'];

type Words = Shape<typeof source>;
type Values = Readonly<Record<string, string | number>>;
/** A word, chosen and filled as the library does: `t($ => $.needed, { what })`. */
type Say = <Word>(pick: (words: Words) => Word, values?: Values) => Word;

const others: Readonly<Record<Exclude<Language, 'zh-CN'>, () => Promise<{ readonly words: Words }>>> = {
  'zh-TW': () => import('./zh-TW/login.ts'),
  en: () => import('./en/login.ts'),
};

const filled = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
const sayIn =
  (words: Words): Say =>
  (pick, values = {}) => {
    const word = pick(words);
    return typeof word === 'string' ? (filled(word, values) as typeof word) : word;
  };

interface Spoken {
  readonly language: Language;
  readonly t: Say;
}
let spoken: Spoken = { language: 'zh-CN', t: sayIn(source) };
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const read = () => spoken;

export const useFirstWords = (): Spoken => useSyncExternalStore(subscribe, read);
export const firstWords = read;

let follow = async (_language: Language): Promise<unknown> => undefined;
/** Who has the other words: they change together with these. One follower, the library. */
export const followLanguageWith = (follower: typeof follow): void => {
  follow = follower;
};

const wordsIn = async (language: Language): Promise<Words> => {
  if (language === 'zh-CN') return source;
  // Without them the page still speaks, in the source language.
  return await others[language]().then(
    file => file.words,
    () => source,
  );
};

/** Chosen last; what was chosen before it may still be on its way. */
let wanted: Language = 'zh-CN';
const speak = async (language: Language): Promise<void> => {
  wanted = language;
  const words = await wordsIn(language);
  if (wanted !== language) return;
  // Asked only now: the library may have begun while these words came.
  await follow(language);
  if (wanted !== language) return;
  spoken = { language, t: sayIn(words) };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
};

const storageKey = 'lx.language';
const keptLanguage = (): Language => {
  const kept = localStorage.getItem(storageKey);
  return languages.find(each => each.code === kept)?.code ?? 'zh-CN';
};

/** `switchable`: may one choose the language here? */
export const startWords = (switchable = true): Promise<void> => speak(switchable ? keptLanguage() : 'zh-CN');

/** Simplified Chinese for as long as nobody may choose; what was chosen elsewhere is kept. */
export const holdLanguage = async (): Promise<void> => {
  if (wanted !== 'zh-CN') await speak('zh-CN');
};

export const chooseLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(storageKey, language);
  await speak(language);
};
