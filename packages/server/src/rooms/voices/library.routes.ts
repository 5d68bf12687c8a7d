import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { audioEndpoints, baseUses, baseVoiceEndpoints } from '@lianxian/contract';
import type { FileStore } from '../../platform/files.ts';
import { bind, bindUpload, type Front, refuse } from '../../platform/http/index.ts';
import { addVoice, changeVoice, takeVoiceOut, voiceOrRefuse } from './changes.ts';
import type { Listening } from './listen.ts';
import { openPlanTexts } from './plan-texts.ts';
import type { Sounds } from './sounds.ts';
import { keepSounds, listVoices, speakersOf, sweepSounds, voicesOfKind } from './voices.store.ts';
import { durationOf, shownVoice } from './voices.view.ts';

const bindSoundUpload = (front: Front, files: FileStore, sounds: Sounds): void =>
  bindUpload(
    front,
    audioEndpoints.upload,
    { files, pathFor: ({ session }, extension) => join('uploads', session.merchantId, `${randomUUID()}.${extension}`) },
    async ({ path, name }, { db, at }) => {
      const made = await sounds.make(files.pathOf(path));
      await files.remove(path);
      await keepSounds(db, [made], at);
      await sweepSounds(db, at);
      const { sound, audio, peaks } = made;
      return { sound, name, durationMs: durationOf(audio.length), peaks: [...peaks] };
    },
  );

const bindList = (front: Front): void => {
  const planTexts = openPlanTexts();
  bind(front, audioEndpoints.list, async ({ planId, after, limit, ...filter }, { db }) => {
    const plans = await planTexts(db);
    const plan = plans.find(({ id }) => id === planId);
    if (planId !== undefined && plan === undefined) throw refuse('notFound', { what: '话术' });
    const keys = plan === undefined ? null : [...plan.draft, ...plan.published];
    const { rows, total } = await listVoices(db, { ...filter, keys }, { after, limit });
    const using = (key: string) =>
      plans
        .filter(({ draft, published }) => draft.has(key) || published.has(key))
        .map(({ id, name, published }) => ({ id, name, published: published.has(key) }));
    return {
      list: rows.map(row => ({ ...shownVoice(row), plans: using(row.key) })),
      total,
      after: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
      speakers: await speakersOf(db),
    };
  });
};

/** 录音库: everything recorded, whoever uses it. */
export const bindLibrary = (front: Front, files: FileStore, sounds: Sounds, listening: Listening): void => {
  bindSoundUpload(front, files, sounds);
  bindList(front);
  bind(front, audioEndpoints.save, async ({ id, sound, ...voice }, context) => {
    if (id === undefined) {
      if (sound === undefined) throw refuse('soundGone');
      return { id: await addVoice(context, { ...voice, sound }) };
    }
    const { source, ...named } = voice;
    await changeVoice(context, id, sound === undefined ? named : { ...named, sound, source });
    return { id };
  });
  bind(front, audioEndpoints.remove, async ({ id }, context) => {
    await takeVoiceOut(context, id);
    return {};
  });
  bind(front, audioEndpoints.ticket, async ({ id }, { db, session, at }) => {
    const { sound } = await voiceOrRefuse(db, id);
    return { url: listening.recording(session, sound, at) };
  });
  bind(front, baseVoiceEndpoints.list, async (_, { db }) => {
    const voices = await voicesOfKind(db, 'base', undefined);
    const of = (use: string) =>
      voices.filter(voice => voice.use === use || (use === 'other' && voice.use === '')).map(shownVoice);
    return { uses: baseUses.map(use => ({ use, voices: of(use) })) };
  });
};
