import { purposeOfKind, type SpeechKind, type SpeechPurpose, type SpeechSettings } from '@lianxian/contract';

/** What a kind of service needs, and what of the settings is its own. */
interface KindRule {
  readonly schemes: readonly string[];
  /** One of each group is wanted; the first is asked for. */
  readonly needs: readonly (readonly [Needed, ...(keyof SpeechSettings)[]])[];
  readonly keeps: readonly (keyof SpeechSettings)[];
}
type Needed = 'model' | 'speaker' | 'appId' | 'keyId';

const web = ['http:', 'https:'] as const;
const sockets = ['ws:', 'wss:'] as const;

const rules: Readonly<Record<SpeechKind, KindRule>> = {
  funasr: { schemes: sockets, needs: [], keeps: ['url', 'hotwords'] },
  vosk: { schemes: sockets, needs: [], keeps: ['url'] },
  sherpa: { schemes: [], needs: [], keeps: [] },
  aliyunAsr: { schemes: sockets, needs: [['appId'], ['keyId']], keeps: ['url', 'appId', 'keyId', 'vocabulary'] },
  tencentAsr: {
    schemes: sockets,
    needs: [['appId'], ['keyId'], ['model']],
    keeps: ['url', 'appId', 'keyId', 'model', 'hotwords'],
  },
  xunfeiAsr: { schemes: sockets, needs: [['appId']], keeps: ['url', 'appId'] },
  volcengineAsr: { schemes: sockets, needs: [['appId'], ['model']], keeps: ['url', 'appId', 'model', 'hotwords'] },
  openaiSpeech: {
    schemes: web,
    needs: [['model'], ['speaker']],
    keeps: ['url', 'model', 'speaker', 'speed'],
  },
  cosyvoice: {
    schemes: web,
    needs: [['speaker', 'copies']],
    keeps: ['url', 'speaker', 'copies', 'sampleRate'],
  },
  sherpaTts: { schemes: [], needs: [], keeps: ['speaker', 'speed'] },
  aliyunTts: {
    schemes: web,
    needs: [['appId'], ['keyId'], ['speaker']],
    keeps: ['url', 'appId', 'keyId', 'speaker', 'speed'],
  },
  tencentTts: { schemes: web, needs: [['keyId'], ['speaker']], keeps: ['url', 'keyId', 'speaker', 'speed'] },
  xunfeiTts: {
    schemes: sockets,
    needs: [['appId'], ['keyId'], ['speaker']],
    keeps: ['url', 'appId', 'keyId', 'speaker', 'speed'],
  },
  volcengineTts: {
    schemes: web,
    needs: [['appId'], ['model'], ['speaker']],
    keeps: ['url', 'appId', 'model', 'speaker', 'speed'],
  },
  openaiChat: { schemes: web, needs: [['model']], keeps: ['url', 'model', 'temperature'] },
};

const blank: SpeechSettings = {
  url: '',
  model: '',
  appId: '',
  keyId: '',
  vocabulary: '',
  speaker: '',
  copies: '',
  speed: 1,
  sampleRate: 24_000,
  temperature: 0.3,
  hotwords: [],
};

type SettingsFault =
  | { readonly is: 'address'; readonly allowed: string }
  | { readonly is: 'needs'; readonly field: Needed };

/** What a row holds, with what its release did not know yet. */
export const wholeSettings = (stored: Partial<SpeechSettings>): SpeechSettings => ({ ...blank, ...stored });

/** Whether a kind can be told this; what it cannot its protocol does not know. */
export const takes = (kind: SpeechKind, setting: keyof SpeechSettings): boolean => rules[kind].keeps.includes(setting);

export const isOfPurpose = (kind: SpeechKind, purpose: SpeechPurpose): boolean => purposeOfKind[kind] === purpose;

/** Its protocol takes words to expect. */
export const keepsHotWords = (kind: SpeechKind): boolean => rules[kind].keeps.includes('hotwords');

/** The kind's own settings, or what is wrong with them. */
export const settingsOf = (kind: SpeechKind, given: SpeechSettings): SpeechSettings | SettingsFault => {
  const { schemes, needs, keeps } = rules[kind];
  if (schemes.length > 0) {
    const url = URL.parse(given.url);
    const fits = url !== null && schemes.includes(url.protocol) && url.username === '' && url.password === '';
    if (!fits) return { is: 'address', allowed: schemes.map(scheme => `${scheme}//`).join(' / ') };
  }
  const missing = needs.find(group => group.every(field => given[field] === ''));
  if (missing !== undefined) return { is: 'needs', field: missing[0] };
  return { ...blank, ...Object.fromEntries(keeps.map(name => [name, given[name]])) };
};

/** A key was given to one address: it does not go along to another. */
export const keepsKey = (before: SpeechSettings, after: SpeechSettings): boolean =>
  URL.parse(before.url)?.origin === URL.parse(after.url)?.origin;

/** What stands for a value of an address's query where it is kept in the clear, shown or noted: it may be a key. */
const MASK = '***';

const masked = (part: string): string => {
  const at = part.indexOf('=');
  if (at < 0) return part === '' ? part : MASK;
  return at === part.length - 1 ? part : `${part.slice(0, at + 1)}${MASK}`;
};
const partsOf = (query: string): readonly string[] => (query === '' ? [] : query.split('&'));

/** `wss://host/asr?model=8k&key=abc` → what may be seen of it, and its query. */
export const splitAddress = (url: string): { readonly shown: string; readonly query: string } => {
  const [address = ''] = url.split('#');
  const at = address.indexOf('?');
  if (at < 0) return { shown: address, query: '' };
  const query = address.slice(at + 1);
  return { shown: `${address.slice(0, at)}?${partsOf(query).map(masked).join('&')}`, query };
};

/** The address with its own query again. */
export const withQuery = (shown: string, query: string): string =>
  query === '' ? shown : `${shown.split('?')[0]}?${query}`;

/**
 * The query somebody gave: what they left masked stays as it was before, part by part by its name, those of one name in
 * turn. Null: it was masked and is not known for this address.
 */
export const unmaskedQuery = (given: string, before: string): string | null => {
  const known = Map.groupBy(partsOf(before), masked);
  const parts = partsOf(given).map(part => (part.endsWith(MASK) ? known.get(part)?.shift() : part));
  return parts.every(part => part !== undefined) ? parts.join('&') : null;
};
