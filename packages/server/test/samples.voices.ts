/** Recordings; the spares are there to be removed. */
export interface VoiceAssets {
  readonly voice: string;
  readonly spareVoice: string;
  readonly spareTake: string;
}

type Insert = (sql: string, ...values: unknown[]) => Promise<string>;

const sound = '0a'.repeat(20);

export const provisionVoices = async (insert: Insert): Promise<VoiceAssets> => {
  const audio = Buffer.alloc(800, 0x55);
  await insert(
    `insert into voice_sound (merchant_id, hash, audio, peaks) values ($1, $2, $3, $4) on conflict do nothing returning hash as id`,
    sound,
    audio,
    Buffer.alloc(120),
  );
  const add = (text: string) =>
    insert(
      `insert into voice (merchant_id, text, key, kind, source, sound) values ($1, $2, $2, 'sentence', 'upload', $3) returning id`,
      text,
      sound,
    );
  return { voice: await add('您好'), spareVoice: await add('再见'), spareTake: await add('打扰了') };
};

export const voiceSamples = (own: VoiceAssets, plan: string): Readonly<Record<string, Record<string, string>>> => ({
  'audio/upload': {},
  'audio/list': { q: '您', kind: 'sentence', planId: plan, minMs: '10', maxMs: '5000', limit: '20' },
  'audio/save': { id: own.voice, text: '您好', speaker: '李敏', sound },
  'audio/remove': { id: own.spareVoice },
  'audio/ticket': { id: own.voice },
  'nodeVoice/list': { planId: plan },
  'nodeVoice/of': { planId: plan, text: ['您好，$', '{name}。'].join('') },
  'nodeVoice/upload': { planId: plan, place: 'opening/says/0.0', text: '您好', sound, speaker: '李敏' },
  'nodeVoice/choose': { id: own.voice, chosen: '1' },
  'nodeVoice/keep': { id: own.voice, text: '您好呀' },
  'nodeVoice/remove': { id: own.spareTake },
  'nodeVoice/listen': { planId: plan, text: '您好', voice: own.voice },
  'planVoice/list': { planId: plan },
  'planVoice/listen': { planId: plan, text: '您好', service: 'builtIn', speed: '0.9' },
  'dynamicVoice/list': { speaker: '李敏' },
  'dynamicVoice/listen': { spoken: 'amount', value: '350' },
  'baseVoice/list': {},
});

/** Which recording a field names. */
export const voiceAssetOf = (path: string, field: string): keyof VoiceAssets | null => {
  if (field === 'voice') return 'voice';
  return /^(audio|nodeVoice)\//.test(path) && field === 'id' ? 'voice' : null;
};
