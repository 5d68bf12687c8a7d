import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { words as login } from './zh-CN/login.ts';

/** zh-CN is the source: the others have its shape, a wrong or missing key does not compile. */
export type Shape<T> = {
  [K in keyof T]: T[K] extends string ? string : T[K] extends string[] ? string[] : Shape<T[K]>;
};

export const languages = [
  { code: 'zh-CN', name: '简体中文' },
  { code: 'zh-TW', name: '繁體中文' },
  { code: 'en', name: 'English' },
] as const;
export type Language = (typeof languages)[number]['code'];

const files = import.meta.glob<Record<string, object>>([
  './*/login.ts',
  './*/console.ts',
  './*/frame.ts',
  './*/home.ts',
  './*/tasks.ts',
  './*/call-log.ts',
  './*/week.ts',
  './*/lines.ts',
  './*/monitor.ts',
  './*/messages.ts',
  './*/security.ts',
  './*/audit.ts',
  './*/configured.ts',
  './*/speech.ts',
  './*/help.ts',
  './*/branding.ts',
  './*/editorial.ts',
  './*/merchants.ts',
  './*/money.ts',
  './*/staff.ts',
  './*/voices.ts',
  './*/keywords.ts',
  './*/guide.ts',
  './*/learning.ts',
  './*/parts.ts',
  './*/plans.ts',
  './*/versions.ts',
  './*/talk.ts',
  './*/studio.ts',
  './*/inspector.ts',
  '!./zh-CN/login.ts',
]);
/** Namespaces whose file is named otherwise. */
const fileNames: Readonly<Record<string, string>> = { callLog: 'call-log' };
const storageKey = 'lx.language';

const keptLanguage = (): Language => {
  const kept = localStorage.getItem(storageKey);
  return languages.find(each => each.code === kept)?.code ?? 'zh-CN';
};

/** Words come per language and namespace, as their own chunks. */
const chunks = {
  type: 'backend' as const,
  init: () => undefined,
  read: (language: string, namespace: string, done: (error: unknown, words: object | null) => void) => {
    const load = files[`./${language}/${fileNames[namespace] ?? namespace}.ts`];
    if (!load) return done(new Error(`no words ${language}/${namespace}`), null);
    load().then(
      file => done(null, file.words ?? null),
      error => done(error, null),
    );
  },
};

/** `switchable`: may one choose the language here? */
export const startWords = async (switchable = true): Promise<void> => {
  i18next.on('languageChanged', language => {
    document.documentElement.lang = language;
  });
  await i18next
    .use(chunks)
    .use(initReactI18next)
    .init({
      lng: switchable ? keptLanguage() : 'zh-CN',
      fallbackLng: 'zh-CN',
      ns: ['login'],
      defaultNS: 'login',
      resources: { 'zh-CN': { login } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
};

/** Simplified Chinese for as long as nobody may choose; what was chosen elsewhere is kept. */
export const holdLanguage = async (): Promise<void> => {
  if (i18next.language !== 'zh-CN') await i18next.changeLanguage('zh-CN');
};

export const chooseLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(storageKey, language);
  await i18next.changeLanguage(language);
};

export type PageWords =
  | 'merchants'
  | 'money'
  | 'console'
  | 'frame'
  | 'home'
  | 'tasks'
  | 'callLog'
  | 'week'
  | 'lines'
  | 'monitor'
  | 'messages'
  | 'audit'
  | 'configured'
  | 'speech'
  | 'security'
  | 'help'
  | 'branding'
  | 'editorial'
  | 'parts'
  | 'plans'
  | 'versions'
  | 'talk'
  | 'studio'
  | 'guide'
  | 'inspector'
  | 'keywords'
  | 'staff'
  | 'voices'
  | 'learning';
/** Makes sure a page has its words before it renders. */
export const wordsOf = (...namespaces: PageWords[]): Promise<void> => i18next.loadNamespaces(namespaces);
