import { aloudWays, houseVoice, type PieceUse, recordablePieces } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, oneLine, removed } from '../fields.ts';
import { planLimits, planRanges, voiceService } from '../plan-graph.parts.ts';
import type { Fault } from '../words/allowed.ts';
import { speechFaults, speechKinds } from './speech.ts';

const library = { needs: 'page', page: 'library' } as const;
const plan = { needs: 'page', page: 'plan' } as const;
const edit = { needs: 'button', button: 'plan:edit' } as const;

export const voiceLimits = {
  textChars: 500,
  speakerChars: 30,
  uploadBytes: 20 * 1024 * 1024,
  soundMinutes: 5,
  /** Of a merchant. */
  voices: 20_000,
  /** Columns of a waveform. */
  peaks: 120,
} as const;

/** How long a recording is whose voice may be copied: CosyVoice takes no more, and from less nobody is known. */
export const voiceCopyMs = { least: 3_000, most: 30_000 } as const;

/** Sentences of plans, sounds that any plan may need (嗯, 您好, 喂), and the pieces values are told with. */
export const voiceKinds = ['sentence', 'base', 'piece'] as const;
export type VoiceKind = (typeof voiceKinds)[number];
export const baseUses = [
  'greeting',
  'filler',
  'noInput',
  'repeat',
  'notHeard',
  'transfer',
  'farewell',
  'other',
] as const;
export const pieceUses = Object.keys(recordablePieces) as [PieceUse, ...PieceUse[]];
export const voiceSources = ['upload', 'microphone', 'file'] as const;
export type VoiceSource = (typeof voiceSources)[number];

const text = oneLine.trim().min(1).max(voiceLimits.textChars);
const speaker = oneLine.trim().max(voiceLimits.speakerChars).default('');
/** Names an uploaded sound: the hash of what it became. */
const sound = z.string().regex(/^[\da-f]{40}$/, 'file' satisfies Fault);
const shown = { durationMs: z.number().int(), peaks: z.array(z.number().int()) };

const voiceRow = z.object({
  id,
  text: z.string(),
  kind: z.enum(voiceKinds),
  /** Of base voices and pieces: what for. */
  use: z.string(),
  speaker: z.string(),
  source: z.enum(voiceSources),
  /** Takes that are not chosen are kept and not used. */
  chosen: z.boolean(),
  by: z.string(),
  changedAt: z.string(),
  ...shown,
});
const plansUsing = z.array(z.object({ id, name: z.string(), published: z.boolean() }));
const heard = z.object({
  /** Good for a minute. */
  url: z.string(),
  /** Who made its sound: a person, a machine, or both in turn. */
  made: z.enum(['recorded', 'synthesised', 'mixed']),
  ...shown,
});

export const audioEndpoints = {
  upload: endpoint({
    path: 'audio/upload',
    right: edit,
    input: z.object({}),
    output: z.object({ sound, name: z.string(), ...shown }),
    idempotent: true,
    rateCost: 5,
    summary:
      'Takes a recording (WAV of any rate, up to 5 minutes and 20 MB) and makes it telephone sound: 8 kHz, trimmed, of the one loudness. Kept for a day until it is saved.',
    upload: {
      maxBytes: voiceLimits.uploadBytes,
      extensions: ['wav', 'mp3', 'm4a', 'ogg', 'flac', 'webm', 'aac', 'opus'],
    },
  }),
  list: endpoint({
    path: 'audio/list',
    right: library,
    input: z.object({
      q: oneLine.trim().max(100).default(''),
      kind: z.enum(voiceKinds).optional(),
      speaker: oneLine.max(voiceLimits.speakerChars).optional(),
      planId: id.optional(),
      /** Only those so long. */
      minMs: z.coerce.number().int().min(0).optional(),
      maxMs: z.coerce.number().int().min(0).optional(),
      after: id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({
      list: z.array(voiceRow.extend({ plans: plansUsing })),
      total: z.number().int(),
      after: id.nullable(),
      speakers: z.array(z.string()),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    summary: 'The voice library, newest first: `q` in text or speaker; with the plans that say the text.',
  }),
  save: endpoint({
    path: 'audio/save',
    right: edit,
    input: z.object({
      id: id.optional(),
      sound: sound.optional(),
      text,
      kind: z.enum(voiceKinds).default('sentence'),
      use: z.enum(['', ...baseUses, ...pieceUses]).default(''),
      speaker,
      source: z.enum(voiceSources).default('upload'),
    }),
    output: z.object({ id }),
    idempotent: false,
    summary:
      'Adds an uploaded sound to the library; with `id` renames a recording, and replaces its sound where `sound` is given.',
  }),
  remove: endpoint({
    path: 'audio/remove',
    right: edit,
    input: z.object({ id }),
    output: removed,
    idempotent: true,
    summary: 'Removes a recording that no published plan uses.',
  }),
  ticket: endpoint({
    path: 'audio/ticket',
    right: library,
    input: z.object({ id }),
    output: z.object({ url: z.string() }),
    idempotent: true,
    summary: 'An address where a recording is heard or downloaded as WAV, for a minute.',
  }),
} as const;

const partState = z.enum(['recorded', 'missing', 'changed']);
const sentencePart = z.object({
  text: z.string(),
  state: partState,
  voices: z.array(voiceRow),
  /** What was recorded at this place before its text was changed. */
  was: z.object({ id, text: z.string() }).nullable(),
});
const placedSentence = z.object({
  place: z.string(),
  text: z.string(),
  of: z.object({ id: z.string(), name: z.string() }).nullable(),
  role: z.string(),
  /** 已录, 未录, 文字已改, or synthesised by choice. */
  state: z.enum([...partState.options, 'synthesised']),
  parts: z.array(sentencePart),
});

export const nodeVoiceEndpoints = {
  list: endpoint({
    path: 'nodeVoice/list',
    right: plan,
    input: z.object({ planId: id }),
    output: z.object({
      list: z.array(placedSentence),
      missing: z.number().int(),
      changed: z.number().int(),
      speakers: z.array(z.string()),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary:
      'Every sentence of a plan’s draft with its recordings: recorded, missing, or recorded before its text was changed.',
  }),
  of: endpoint({
    path: 'nodeVoice/of',
    right: plan,
    input: z.object({ planId: id, text: z.string().max(2_000) }),
    output: z.object({ state: z.enum([...partState.options, 'synthesised']), parts: z.array(sentencePart) }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'The recordings of one sentence, as it is being written.',
  }),
  upload: endpoint({
    path: 'nodeVoice/upload',
    right: edit,
    input: z.object({
      planId: id,
      place: z.string().max(200).default(''),
      text,
      sound,
      speaker,
      source: z.enum(voiceSources).default('microphone'),
    }),
    output: z.object({ id }),
    idempotent: false,
    summary:
      'Gives a part of a sentence its recording: a sound that was sent to `audio/upload`. `place` finds it again when the text is changed.',
  }),
  choose: endpoint({
    path: 'nodeVoice/choose',
    right: edit,
    input: z.object({ id, chosen: flag }),
    output: z.object({}),
    idempotent: true,
    summary: 'Takes a recording into use or out of it; several in use are heard in turn.',
  }),
  keep: endpoint({
    path: 'nodeVoice/keep',
    right: edit,
    input: z.object({ id, text }),
    output: z.object({}),
    idempotent: true,
    summary: 'The recording still fits: from now on it stands for the changed text.',
  }),
  remove: endpoint({
    path: 'nodeVoice/remove',
    right: edit,
    input: z.object({ id }),
    output: removed,
    idempotent: true,
    summary: 'Removes a recording that no published plan uses.',
  }),
  listen: endpoint({
    path: 'nodeVoice/listen',
    right: plan,
    input: z.object({
      planId: id,
      text: z.string().trim().min(1).max(2_000),
      /** What the variables are; absent: samples. */
      values: z.record(z.string().max(100), z.string().max(500)).optional(),
      voice: id.optional(),
    }),
    output: heard,
    idempotent: true,
    rateCost: 2,
    summary:
      'How a sentence sounds on a call, variables filled with `values` or with samples; `voice`: one recording alone. WAV by ticket, labelled where it is synthesised.',
  }),
} as const;

/** Who speaks what is not recorded, heard before it is chosen. `chosen`: whoever the merchant chose for all plans. */
const tried = z.object({
  planId: id,
  text: z.string().trim().min(1).max(planLimits.sentenceChars),
  service: z.string().refine(text => text === 'chosen' || voiceService.safeParse(text).success, 'key' satisfies Fault),
  /** Empty: the service’s own. */
  speaker: oneLine.trim().max(planLimits.nameChars).default(''),
  /** Absent: as the voice is set up. */
  speed: z.coerce.number().min(planRanges.speed.least).max(planRanges.speed.most).optional(),
});

export const planVoiceEndpoints = {
  list: endpoint({
    path: 'planVoice/list',
    right: plan,
    input: z.object({ planId: id }),
    output: z.object({
      list: z.array(
        z.object({
          id,
          name: z.string(),
          kind: z.enum(speechKinds),
          /** The one it speaks by where a plan names none; null: it has no others to choose of. */
          speaker: z.string().nullable(),
          /** How fast it speaks where a plan says nothing; null: it has one speed. */
          speed: z.number().nullable(),
          /** Of the merchant, for plans that choose none. */
          chosen: z.boolean(),
          /** Sentences of the last 24 hours that it did not speak, so that the built-in voice did, and why at last. */
          failed: z.number().int(),
          lastFault: z.enum(speechFaults).nullable(),
        }),
      ),
      /** The newest version, and whether the service it speaks by is gone; null: none was published. */
      published: z.object({ version: z.number().int(), isGone: z.boolean() }).nullable(),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    summary: 'The voices a plan may choose of for what is not recorded, and how they did lately.',
  }),
  listen: endpoint({
    path: 'planVoice/listen',
    right: edit,
    input: tried,
    output: z.object({
      /** A WAV by ticket, labelled, good for a minute; null: it did not speak. */
      url: z.string().nullable(),
      durationMs: z.number().int(),
      fault: z.enum(speechFaults).nullable(),
    }),
    idempotent: true,
    rateCost: 2,
    // Services that are paid for.
    rateCostMore: ({ service }) => (service === houseVoice ? 0 : 20),
    summary:
      'How a sentence of a plan sounds by a voice and a speed, before they are chosen: nobody stands in for a service that does not speak. Variables are samples.',
  }),
} as const;

export const dynamicVoiceEndpoints = {
  list: endpoint({
    path: 'dynamicVoice/list',
    right: library,
    input: z.object({ speaker: oneLine.max(voiceLimits.speakerChars).optional() }),
    output: z.object({
      sets: z.array(
        z.object({
          use: z.enum(pieceUses),
          pieces: z.array(z.object({ text: z.string(), voice: voiceRow.nullable() })),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'The pieces values are told with (digits, units, dates, surnames), and which of them are recorded.',
  }),
  listen: endpoint({
    path: 'dynamicVoice/listen',
    right: library,
    input: z.object({
      spoken: z.enum(aloudWays),
      value: oneLine.trim().min(1).max(50),
      speaker: oneLine.max(voiceLimits.speakerChars).optional(),
    }),
    output: heard.extend({ said: z.string() }),
    idempotent: true,
    rateCost: 2,
    summary: 'How a value sounds: from recorded pieces where all of them exist, else synthesised.',
  }),
} as const;

export const baseVoiceEndpoints = {
  list: endpoint({
    path: 'baseVoice/list',
    right: library,
    input: z.object({}),
    output: z.object({ uses: z.array(z.object({ use: z.enum(baseUses), voices: z.array(voiceRow) })) }),
    idempotent: true,
    inPreview: true,
    summary: 'Base voices by what they are for: sounds and phrases that belong to no plan alone.',
  }),
} as const;
