import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { audioEndpoints, baseUses, baseVoiceEndpoints } from '@lianxian/contract';
import { planExists } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, bindUpload, type Front, refuse } from '../../platform/http/index.ts';
import { addVoice, changeVoice, takeVoiceOut, voiceOrRefuse } from './changes.ts';
import type { Listening } from './listen.ts';
import type { Sounds } from './sounds.ts';
import { keepSounds, listVoices, plansSaying, speakersOf, sweepSounds, voicesOfKind } from './voices.store.ts';
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
  bind(front, audioEndpoints.list, async ({ planId, after, limit, ...filter }, { db }) => {
    if (planId !== undefined && !(await planExists(db, planId))) throw refuse('notFound', { what: 'plan' });
    const { rows, total } = await listVoices(db, { ...filter, planId }, { after, limit });
    const saying = await plansSaying(db, [...new Set(rows.map(({ hash }) => hash))]);
    const plans = saying.map(plan => ({ ...plan, draft: new Set(plan.draft), published: new Set(plan.published) }));
    const using = (hash: string) =>
      plans
        .filter(({ draft, published }) => draft.has(hash) || published.has(hash))
        .map(({ id, name, published }) => ({ id, name, published: published.has(hash) }));
    return {
      list: rows.map(row => ({ ...shownVoice(row), plans: using(row.hash) })),
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
  bind(front, audioEndpoints.remove, ({ id }, context) => takeVoiceOut(context, id));
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
