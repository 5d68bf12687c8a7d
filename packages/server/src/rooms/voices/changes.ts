import { voiceLimits } from '@lianxian/contract';
import { soundKey } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { keepRemoved, type Restored } from '../removals/index.ts';
import { serviceCopying } from '../speech/index.ts';
import {
  countVoices,
  dropSound,
  findSound,
  findVoice,
  insertVoice,
  insertVoices,
  keepSoundOn,
  type NewVoice,
  publishedPlanUsing,
  removeVoice,
  updateVoice,
  voiceGoes,
} from './voices.store.ts';
import { durationOf } from './voices.view.ts';

const noRecording = () => refuse('notFound', { what: 'recording' });

/** A recording of this merchant. @throws notFound */
export const voiceOrRefuse = async (db: MerchantDb, id: string) => {
  const voice = await findVoice(db, id);
  if (voice === undefined) throw noRecording();
  return voice;
};

/** How long a recording is, in ms; null: there is none. */
export const recordingMs = async (db: MerchantDb, id: string): Promise<number | null> => {
  const voice = await findVoice(db, id);
  return voice === undefined ? null : durationOf(voice.bytes);
};

type AddedVoice = Pick<NewVoice, 'text' | 'kind' | 'use' | 'speaker' | 'source' | 'sound'> &
  Partial<Pick<NewVoice, 'planId' | 'place'>>;

/** Takes an uploaded sound into the library. */
export const addVoice = async ({ db, session, at }: SignedInContext, voice: AddedVoice): Promise<string> => {
  if ((await findSound(db, voice.sound)) === undefined) throw refuse('soundGone');
  if ((await countVoices(db)) >= voiceLimits.voices) throw refuse('voicesFull', { limit: voiceLimits.voices });
  return insertVoice(db, {
    chosen: true,
    planId: null,
    place: '',
    ...voice,
    key: soundKey(voice.text),
    changedBy: session.employeeId,
    changedAt: at,
  });
};

type DoneVoice = Pick<NewVoice, 'text' | 'speaker' | 'sound' | 'planId' | 'place' | 'changedAt'>;

/** Takes recordings that somebody made to order into the library, where plans find them by their texts. @throws voicesFull */
export const takeRecordings = async (db: MerchantDb, recordings: readonly DoneVoice[]): Promise<void> => {
  const { voices: limit } = voiceLimits;
  if ((await countVoices(db)) + recordings.length > limit) throw refuse('voicesFull', { limit });
  const alike = { kind: 'sentence', use: '', source: 'microphone', chosen: true, changedBy: null } as const;
  await insertVoices(
    db,
    recordings.map(each => ({ ...alike, ...each, key: soundKey(each.text) })),
  );
};

/** Renames a recording, or gives it another sound; what was published keeps the old one. */
export const changeVoice = async (
  { db, session, at }: SignedInContext,
  id: string,
  change: Partial<Omit<NewVoice, 'key'>>,
): Promise<void> => {
  const before = await voiceOrRefuse(db, id);
  if (change.sound !== undefined && (await findSound(db, change.sound)) === undefined) throw refuse('soundGone');
  const key = change.text === undefined ? {} : { key: soundKey(change.text) };
  await updateVoice(db, id, { ...change, ...key, changedBy: session.employeeId, changedAt: at });
  if (change.sound !== undefined && change.sound !== before.sound) await dropSound(db, before.sound);
};

/**
 * Refused while a published version speaks it or a service copies it; the row of the audit names its text. What takes it
 * back: its sound stays for as long.
 */
export const takeVoiceOut = async (context: SignedInContext, id: string): Promise<{ readonly undo: string }> => {
  const { db, at } = context;
  const voice = await voiceOrRefuse(db, id);
  const plan = await publishedPlanUsing(db, voice.sound);
  if (plan !== null) throw refuse('voiceInUse', { plan });
  const service = await serviceCopying(db, id);
  if (service !== null) throw refuse('voiceCopied', { service });
  return await db.transaction(async tx => {
    const removed = { kind: 'voice', target: id, name: voice.text } as const;
    const undo = await keepRemoved(tx, removed, { goes: [voiceGoes(tx, id)], at });
    if (!(await removeVoice(tx, id))) throw noRecording();
    await keepSoundOn(tx, voice.sound, at);
    await recordAudit(tx, { action: 'voice.remove', target: id, name: voice.text }, auditBy(context));
    return { undo };
  });
};

/** A recording that is back counts as one. */
export const voiceRestored: Restored = {
  after: async ({ own }) => {
    const { voices } = voiceLimits;
    if ((await countVoices(own)) > voices) throw refuse('voicesFull', { limit: voices });
    return undefined;
  },
};
