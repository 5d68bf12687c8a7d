import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { firstWords, followLanguageWith } from './first-words.ts';

const files = import.meta.glob<Record<string, object>>([
  './*/shell.ts',
  './*/frame.ts',
  './*/home.ts',
  './*/tasks.ts',
  './*/call-log.ts',
  './*/follow-up.ts',
  './*/todos.ts',
  './*/after-call.ts',
  './*/ahead.ts',
  './*/webhooks.ts',
  './*/week.ts',
  './*/lines.ts',
  './*/lists.ts',
  './*/live.ts',
  './*/monitor.ts',
  './*/messages.ts',
  './*/reminders.ts',
  './*/security.ts',
  './*/security-page.ts',
  './*/audit.ts',
  './*/decisions.ts',
  './*/configured.ts',
  './*/console.ts',
  './*/customer.ts',
  './*/number.ts',
  './*/configured-page.ts',
  './*/rules.ts',
  './*/seats.ts',
  './*/sms.ts',
  './*/sms-providers.ts',
  './*/send-sms.ts',
  './*/speech.ts',
  './*/stats.ts',
  './*/softphone.ts',
  './*/help.ts',
  './*/branding.ts',
  './*/editorial.ts',
  './*/merchants.ts',
  './*/money.ts',
  './*/staff.ts',
  './*/voices.ts',
  './*/audio.ts',
  './*/keywords.ts',
  './*/guide.ts',
  './*/learning.ts',
  './*/mend.ts',
  './*/palette.ts',
  './*/parts.ts',
  './*/plans.ts',
  './*/market.ts',
  './*/versions.ts',
  './*/talk.ts',
  './*/studio.ts',
  './*/faults.ts',
  './*/inspector.ts',
]);
/** Namespaces whose file is named otherwise. */
const fileNames: Readonly<Record<string, string>> = {
  callLog: 'call-log',
  afterCall: 'after-call',
  configuredPage: 'configured-page',
  securityPage: 'security-page',
  followUp: 'follow-up',
  smsProviders: 'sms-providers',
  sendSms: 'send-sms',
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

const begin = async (): Promise<void> => {
  await i18next
    .use(chunks)
    .use(initReactI18next)
    .init({
      lng: firstWords().language,
      fallbackLng: 'zh-CN',
      ns: [],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
};
let begun: Promise<void> | null = null;
/** The library begins with the first page that needs more than the first words. */
const begunOnce = (): Promise<void> => {
  if (begun === null) {
    begun = begin();
    const isThere = begun;
    followLanguageWith(async language => {
      await isThere;
      await i18next.changeLanguage(language);
    });
  }
  return begun;
};

export type PageWords =
  | 'merchants'
  | 'money'
  | 'shell'
  | 'frame'
  | 'home'
  | 'tasks'
  | 'callLog'
  | 'followUp'
  | 'todos'
  | 'afterCall'
  | 'ahead'
  | 'webhooks'
  | 'week'
  | 'lines'
  | 'lists'
  | 'live'
  | 'monitor'
  | 'messages'
  | 'reminders'
  | 'audio'
  | 'audit'
  | 'decisions'
  | 'configured'
  | 'console'
  | 'customer'
  | 'number'
  | 'configuredPage'
  | 'rules'
  | 'sms'
  | 'smsProviders'
  | 'sendSms'
  | 'speech'
  | 'stats'
  | 'softphone'
  | 'security'
  | 'securityPage'
  | 'help'
  | 'branding'
  | 'editorial'
  | 'palette'
  | 'parts'
  | 'plans'
  | 'market'
  | 'versions'
  | 'talk'
  | 'studio'
  | 'faults'
  | 'guide'
  | 'inspector'
  | 'keywords'
  | 'seats'
  | 'staff'
  | 'voices'
  | 'learning'
  | 'mend';
/** Makes sure a page has its words before it renders. */
export const wordsOf = async (...namespaces: PageWords[]): Promise<void> => {
  await begunOnce();
  await i18next.loadNamespaces(namespaces);
};
