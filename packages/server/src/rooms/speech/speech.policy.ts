import { purposeOfKind, type SpeechKind, type SpeechPurpose, type SpeechSettings } from '@lianxian/contract';

/** What a kind of service needs, and what of the settings is its own. */
interface KindRule {
  readonly schemes: readonly string[];
  readonly needs: readonly ('model' | 'speaker')[];
  readonly keeps: readonly (keyof SpeechSettings)[];
}

const rules: Readonly<Record<SpeechKind, KindRule>> = {
  funasr: { schemes: ['ws:', 'wss:'], needs: [], keeps: ['url', 'hotwords'] },
  vosk: { schemes: ['ws:', 'wss:'], needs: [], keeps: ['url'] },
  sherpa: { schemes: [], needs: [], keeps: [] },
  openaiSpeech: {
    schemes: ['http:', 'https:'],
    needs: ['model', 'speaker'],
    keeps: ['url', 'model', 'speaker', 'speed'],
  },
  cosyvoice: { schemes: ['http:', 'https:'], needs: ['speaker'], keeps: ['url', 'speaker', 'sampleRate'] },
  openaiChat: { schemes: ['http:', 'https:'], needs: ['model'], keeps: ['url', 'model', 'temperature'] },
};

const blank: SpeechSettings = {
  url: '',
  model: '',
  speaker: '',
  speed: 1,
  sampleRate: 24_000,
  temperature: 0.3,
  hotwords: [],
};

export type SettingsFault =
  | { readonly is: 'address'; readonly allowed: string }
  | { readonly is: 'needs'; readonly field: 'model' | 'speaker' };

export const isOfPurpose = (kind: SpeechKind, purpose: SpeechPurpose): boolean => purposeOfKind[kind] === purpose;

/** The kind's own settings, or what is wrong with them. */
export const settingsOf = (kind: SpeechKind, given: SpeechSettings): SpeechSettings | SettingsFault => {
  const { schemes, needs, keeps } = rules[kind];
  if (schemes.length > 0) {
    const url = URL.parse(given.url);
    const fits = url !== null && schemes.includes(url.protocol) && url.username === '' && url.password === '';
    if (!fits) return { is: 'address', allowed: schemes.map(scheme => `${scheme}//`).join(' / ') };
  }
  const missing = needs.find(field => given[field] === '');
  if (missing !== undefined) return { is: 'needs', field: missing };
  return { ...blank, ...Object.fromEntries(keeps.map(name => [name, given[name]])) };
};

/** A key was given to one address: it does not go along to another. */
export const keepsKey = (before: SpeechSettings, after: SpeechSettings): boolean =>
  URL.parse(before.url)?.origin === URL.parse(after.url)?.origin;
