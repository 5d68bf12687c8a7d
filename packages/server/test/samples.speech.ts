/** Samples of services that hear, speak and think. The address is of nobody (RFC 5737): the egress guard refuses it at once. */
const settings = JSON.stringify({ url: 'ws://192.0.2.9:10095' });

export interface SpeechAssets {
  readonly service: string;
  /** One to remove. */
  readonly spareService: string;
}

export const speechSamples = ({ service, spareService }: SpeechAssets, line: string) => ({
  'speech/list': {},
  'speech/hearing': {},
  'speech/save': { id: service, kind: 'funasr', name: '识别', settings },
  'speech/test': { id: service },
  'speech/choose': { purpose: 'recogniser', id: service },
  'speech/line': { lineId: line, recogniser: service },
  'speech/remove': { id: spareService },
  'speech/webhookSecret': { on: '1' },
});

export const speechAssetOf = (path: string, field: string): keyof SpeechAssets | null => {
  if (path === 'speech/remove') return 'spareService';
  return path.startsWith('speech/') && (field === 'id' || field === 'recogniser') ? 'service' : null;
};

export const provisionSpeech = async (
  insert: (sql: string, ...values: unknown[]) => Promise<string>,
): Promise<SpeechAssets> => {
  const add = (name: string) =>
    insert(
      `insert into speech_service (merchant_id, purpose, kind, name, settings)
       values ($1, 'recogniser', 'funasr', $2, $3) returning id`,
      name,
      settings,
    );
  return { service: await add('识别'), spareService: await add('备用') };
};
