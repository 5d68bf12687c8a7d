import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, oneLine } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';

/** What a service of speech does for the merchant's robots: hears, speaks, or thinks. */
export const speechPurposes = ['recogniser', 'synthesiser', 'model'] as const;
export type SpeechPurpose = (typeof speechPurposes)[number];

export const speechKinds = [
  'funasr',
  'vosk',
  'sherpa',
  'aliyunAsr',
  'tencentAsr',
  'xunfeiAsr',
  'volcengineAsr',
  'openaiSpeech',
  'cosyvoice',
  'sherpaTts',
  'aliyunTts',
  'tencentTts',
  'xunfeiTts',
  'volcengineTts',
  'openaiChat',
] as const;
export type SpeechKind = (typeof speechKinds)[number];

/** Kinds that compute in this house, by the folder of its operator. */
export const isFolderKind = (kind: SpeechKind): boolean => kind === 'sherpa' || kind === 'sherpaTts';

export const purposeOfKind: Readonly<Record<SpeechKind, SpeechPurpose>> = {
  funasr: 'recogniser',
  vosk: 'recogniser',
  sherpa: 'recogniser',
  aliyunAsr: 'recogniser',
  tencentAsr: 'recogniser',
  xunfeiAsr: 'recogniser',
  volcengineAsr: 'recogniser',
  openaiSpeech: 'synthesiser',
  cosyvoice: 'synthesiser',
  sherpaTts: 'synthesiser',
  aliyunTts: 'synthesiser',
  tencentTts: 'synthesiser',
  xunfeiTts: 'synthesiser',
  volcengineTts: 'synthesiser',
  openaiChat: 'model',
};

/** Why a service did not do what it was asked; its sentence is `speechFaultWords`. */
export const speechFaults = [
  'unreachable',
  'notAllowed',
  'notAnAddress',
  'keyRefused',
  'refused',
  'tooMany',
  'broken',
  'tooLong',
  'timeout',
  'nonsense',
  'forbidden',
  'resting',
  'closed',
  'slow',
  'folder',
  'library',
  'heardNothing',
  'noRecording',
  'unknown',
] as const;
export type SpeechFault = (typeof speechFaults)[number];

/** What listens on a line: what the merchant chose, nothing, or a service by its id. */
const recogniserOfLine = z
  .string()
  .refine(text => text === 'chosen' || text === 'none' || id.safeParse(text).success, 'recogniser' satisfies Fault);
/** `0`: none. */
const idOrNone = z.string().refine(text => text === '0' || id.safeParse(text).success, 'idOrNone' satisfies Fault);

/** Of the words a recogniser should expect. */
export const hotWordLimits = { words: 100, chars: 20 } as const;
/** One shape for all kinds; each reads what is its own, the rest is dropped. */
const speechSettings = z.object({
  /**
   * ws(s) of a recogniser, http(s) of the others; OpenAI-compatible ones up to and with `/v1`. Empty for sherpa-onnx. Values
   * of its query are told as `***`; handed in like that they stay as they are.
   */
  url: oneLine.trim().max(500).default(''),
  /** Of a vendor: its engine, resource or cluster. */
  model: oneLine.trim().max(100).default(''),
  /** A vendor's name of the merchant's application, and of the key that is kept. */
  appId: oneLine.trim().max(100).default(''),
  keyId: oneLine.trim().max(100).default(''),
  /** A vendor's id of a table of hot words made in its console; '' : none. */
  vocabulary: oneLine.trim().max(100).default(''),
  speaker: oneLine.trim().max(100).default(''),
  /** A recording of the library whose voice is copied instead of a speaker's; '' : none. */
  copies: z.union([z.literal(''), id]).default(''),
  speed: z.coerce.number().min(0.5).max(2).default(1),
  /** Hz of bare sound. */
  sampleRate: z.coerce.number().int().min(8_000).max(48_000).default(24_000),
  temperature: z.coerce.number().min(0).max(1).default(0.3),
  /** Words a recogniser should expect. */
  hotwords: z.array(oneLine.trim().min(1).max(hotWordLimits.chars)).max(hotWordLimits.words).default([]),
});
export type SpeechSettings = z.infer<typeof speechSettings>;

/** Where a vendor's service is, and what most ask of it: what a form begins with. */
export const vendorSettings = {
  aliyunAsr: { url: 'wss://nls-gateway-cn-shanghai.aliyuncs.com/ws/v1' },
  aliyunTts: { url: 'https://nls-gateway-cn-shanghai.aliyuncs.com/stream/v1/tts' },
  tencentAsr: { url: 'wss://asr.cloud.tencent.com/asr/v2', model: '8k_zh' },
  tencentTts: { url: 'https://tts.tencentcloudapi.com' },
  xunfeiAsr: { url: 'wss://rtasr.xfyun.cn/v1/ws' },
  xunfeiTts: { url: 'wss://tts-api.xfyun.cn/v2/tts' },
  volcengineAsr: {
    url: 'wss://openspeech.bytedance.com/api/v3/sauc/bigmodel_async',
    model: 'volc.bigasr.sauc.duration',
  },
  volcengineTts: { url: 'https://openspeech.bytedance.com/api/v1/tts', model: 'volcano_tts' },
} as const satisfies Partial<Readonly<Record<SpeechKind, Partial<SpeechSettings>>>>;
export type VendorKind = keyof typeof vendorSettings;

/** A service of a public cloud, which the merchant has an account with. */
export const isVendorKind = (kind: SpeechKind): kind is VendorKind => kind in vendorSettings;

const lately = z.object({
  /** In the last 24 hours. */
  answered: z.number().int(),
  failed: z.number().int(),
  /** Mean and longest wait for an answer, null where nothing was answered. */
  meanMs: z.number().int().nullable(),
  longestMs: z.number().int().nullable(),
  lastFault: z.enum(speechFaults).nullable(),
  lastFaultAt: z.string().nullable(),
});

const speechRow = z.object({
  id,
  purpose: z.enum(speechPurposes),
  kind: z.enum(speechKinds),
  name: z.string(),
  settings: speechSettings,
  /** A key is stored; it is never shown again. */
  hasKey: z.boolean(),
  chosen: z.boolean(),
  tested: z
    .object({ at: z.string(), ok: z.boolean(), ms: z.number().int(), fault: z.enum(speechFaults).nullable() })
    .nullable(),
  lately,
});

const roles = ['company', 'agent'] as const;

export const speechEndpoints = {
  list: endpoint({
    path: 'speech/list',
    right: { needs: 'role', roles },
    input: z.object({}),
    output: z.object({
      list: z.array(speechRow),
      /** Lines and what listens on them. */
      lines: z.array(
        z.object({
          id,
          name: z.string(),
          /** `chosen`: whatever the merchant has chosen; `none`: only keys; else a service. */
          recogniser: recogniserOfLine,
        }),
      ),
      /** The operator gave a folder with a model for sherpa-onnx. */
      hasSherpa: z.boolean(),
      signsWebhooks: z.boolean(),
    }),
    idempotent: true,
    inPreview: true,
    summary:
      'Services that hear, speak and think for the merchant, how they did lately, and which line listens with what.',
  }),
  hearing: endpoint({
    path: 'speech/hearing',
    right: { needs: 'page', page: 'myTask' },
    input: z.object({}),
    output: z.object({ lines: z.array(z.object({ id, hears: z.boolean() })) }),
    idempotent: true,
    inPreview: true,
    summary:
      'On which lines somebody listens to what is said; on the others only keys and real-time text are understood.',
  }),
  save: endpoint({
    path: 'speech/save',
    right: { needs: 'role', roles },
    input: z.object({
      id: id.optional(),
      kind: z.enum(speechKinds),
      name: oneLine.trim().min(1).max(50),
      settings: speechSettings,
      /** Empty keeps the stored one when editing the same address; it is dropped with another. */
      key: z
        .string()
        .trim()
        .max(500)
        .regex(/^[\x21-\x7e]*$/, 'secretKey' satisfies Fault)
        .default(''),
    }),
    output: z.object({ id }),
    idempotent: false,
    // A query of the address may be a key as well, and whoever has another address hears what callees say.
    proof: 'always',
    summary: 'Adds or edits a service; its key is kept encrypted and never shown again.',
  }),
  remove: endpoint({
    path: 'speech/remove',
    right: { needs: 'role', roles },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary:
      'Removes a service; lines that listened with it listen with the chosen one, plans that spoke by it speak by the built-in voice.',
  }),
  choose: endpoint({
    path: 'speech/choose',
    right: { needs: 'role', roles },
    input: z.object({ purpose: z.enum(speechPurposes), id: idOrNone }),
    output: z.object({}),
    idempotent: true,
    summary: 'Chooses the service for a purpose; 0 chooses none (the built-in voice speaks).',
  }),
  test: endpoint({
    path: 'speech/test',
    right: { needs: 'role', roles },
    input: z.object({ id }),
    output: z.object({
      ok: z.boolean(),
      /** Until the first sound or word came. */
      ms: z.number().int(),
      fault: z.enum(speechFaults).nullable(),
      /** What was understood or answered, shortened. */
      said: z.string(),
      /** What a synthesiser spoke: a WAV with its label, base64. */
      sound: z.string().nullable(),
    }),
    idempotent: true,
    rateCost: 3,
    summary:
      'Asks a service really: speaks a sentence to a recogniser, has one spoken, or asks a model; says how long it took.',
  }),
  line: endpoint({
    path: 'speech/line',
    right: { needs: 'role', roles },
    input: z.object({ lineId: id, recogniser: recogniserOfLine }),
    output: z.object({}),
    idempotent: true,
    summary: 'Says what listens on a line.',
  }),
  webhookSecret: endpoint({
    path: 'speech/webhookSecret',
    right: { needs: 'role', roles },
    input: z.object({ on: z.enum(['0', '1']) }),
    output: z.object({ secret: z.string() }),
    idempotent: false,
    proof: 'always',
    summary: 'Makes the secret that webhooks are signed with, shown this once; or ends the signing.',
  }),
};
