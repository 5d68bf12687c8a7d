/** Recordings; the spares are there to be removed. */
export interface VoiceAssets {
  readonly voice: string;
  readonly spareVoice: string;
  readonly spareTake: string;
  /** An order of recordings; one to cancel. */
  readonly recordOrder: string;
  readonly spareRecordOrder: string;
}

type Insert = (sql: string, ...values: unknown[]) => Promise<string>;

const sound = '0a'.repeat(20);

/** Ordered of its own people: one sentence was handed in. */
const orderOf = (insert: Insert, plan: string, state: string) =>
  insert(
    `with ordered as (
       insert into record_order (merchant_id, plan_id, plan_name, price, deadline, due_at, offered_to, offered_as, state, request_id, created_by)
       values ($1, $2, '话术', 0, '2099-01-01', '2099-01-02', $1, 'own', 'recording', $5,
         (select id from employee where merchant_id = $1 limit 1)) returning id
     ), sentence as (
       insert into record_sentence (merchant_id, order_id, number, text, key, place, state, is_handed_in, sound, handed_in_at)
       select $1, id, 1, '您好', '您好', '', $3, $3 = 'handedIn', $4, now() from ordered
     ), offer as (
       insert into record_offer (merchant_id, order_id, buyer_id) select $1, id, $1 from ordered
     )
     select id from ordered`,
    plan,
    state,
    sound,
    // A merchant may be provisioned more than once.
    `${plan} ${state}`,
  );

export const provisionVoices = async (insert: Insert, plan: string): Promise<VoiceAssets> => {
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
  return {
    voice: await add('您好'),
    spareVoice: await add('再见'),
    spareTake: await add('打扰了'),
    recordOrder: await orderOf(insert, plan, 'handedIn'),
    spareRecordOrder: await orderOf(insert, plan, 'toRecord'),
  };
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
  'recordOrder/whom': {},
  'recordOrder/sentences': { planId: plan },
  'recordOrder/order': {
    planId: plan,
    sentences: '[{"text":"您好","note":""}]',
    price: '1.5',
    deadline: '2026-12-31',
    sampleId: own.voice,
    to: 'own',
    requestId: 'sample order',
  },
  'recordOrder/list': { planId: plan, state: 'recording', limit: '20' },
  'recordOrder/info': { id: own.recordOrder },
  'recordOrder/hear': { id: own.recordOrder, number: '1' },
  'recordOrder/sendBack': { id: own.recordOrder, number: '1', fromMs: '10', toMs: '60', note: '太快' },
  'recordOrder/accept': { id: own.recordOrder, numbers: '[1]' },
  'recordOrder/cancel': { id: own.spareRecordOrder },
  'recordOrder/desk': { tab: 'open', limit: '20' },
  'recordOrder/work': { id: own.recordOrder },
  'recordOrder/take': { id: own.recordOrder },
  'recordOrder/handIn': { id: own.recordOrder, number: '1' },
  'recordOrder/listen': { id: own.recordOrder, number: '1' },
});

/** Which recording a field names. */
export const voiceAssetOf = (path: string, field: string): keyof VoiceAssets | null => {
  if (field === 'voice' || field === 'sampleId') return 'voice';
  if (path.startsWith('recordOrder/') && field === 'id') return 'recordOrder';
  return /^(audio|nodeVoice)\//.test(path) && field === 'id' ? 'voice' : null;
};
