import { nodeVoiceEndpoints } from '@lianxian/contract';
import { fixedPartsOf, type Plan, placedSentences, renderSentence, soundKey, voiceChoiceOf } from '@lianxian/core';
import { type MerchantDb, planExists } from '../../platform/db/index.ts';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import { addVoice, changeVoice, takeVoiceOut, voiceOrRefuse } from './changes.ts';
import type { Listening } from './listen.ts';
import { recordedFor, withBaseWords } from './of-plan.ts';
import { isSynthesised, partsOf, recordedSentences, recordingsOf, sampleValues, stateOf } from './sentences.policy.ts';
import { draftGraph, speakersOf, updateVoice, voicesFor } from './voices.store.ts';
import { shownPart, shownSentence } from './voices.view.ts';

/** The plan as it is being edited. @throws notFound */
const draftOf = async (db: MerchantDb, id: string): Promise<Plan> => {
  const graph = await draftGraph(db, id);
  if (graph === undefined) throw refuse('notFound', { what: 'plan' });
  return await withBaseWords(db, graph);
};

const keysOfTexts = (texts: readonly string[]): readonly string[] => texts.flatMap(fixedPartsOf).map(soundKey);

const bindReading = (front: Front): void => {
  bind(front, nodeVoiceEndpoints.list, async ({ planId }, { db }) => {
    const plan = await draftOf(db, planId);
    const keys = keysOfTexts(placedSentences(plan).map(({ text }) => text));
    const sentences = recordedSentences(plan, await voicesFor(db, keys, planId));
    const count = (state: string) => sentences.filter(each => each.state === state).length;
    return {
      list: sentences.map(shownSentence),
      missing: count('missing'),
      changed: count('changed'),
      speakers: await speakersOf(db),
    };
  });
  bind(front, nodeVoiceEndpoints.of, async ({ planId, text }, { db }) => {
    const plan = await draftOf(db, planId);
    const recordings = recordingsOf(plan, await voicesFor(db, keysOfTexts([text]), null));
    const parts = partsOf(text, '', recordings);
    const state = isSynthesised(plan, text) ? ('synthesised' as const) : stateOf(parts);
    return { state, parts: parts.map(shownPart) };
  });
};

const bindWriting = (front: Front): void => {
  bind(front, nodeVoiceEndpoints.upload, async ({ planId, place, ...voice }, context) => {
    if (!(await planExists(context.db, planId))) throw refuse('notFound', { what: 'plan' });
    return { id: await addVoice(context, { ...voice, kind: 'sentence', use: '', planId, place }) };
  });
  bind(front, nodeVoiceEndpoints.choose, async ({ id, chosen }, { db }) => {
    await voiceOrRefuse(db, id);
    await updateVoice(db, id, { chosen });
    return {};
  });
  bind(front, nodeVoiceEndpoints.keep, async ({ id, text }, context) => {
    await changeVoice(context, id, { text, chosen: true });
    return {};
  });
  bind(front, nodeVoiceEndpoints.remove, ({ id }, context) => takeVoiceOut(context, id));
};

/** Sentences of a plan and their recordings, for the editor. */
export const bindSentences = (front: Front, listening: Listening): void => {
  bindReading(front);
  bindWriting(front);
  bind(front, nodeVoiceEndpoints.listen, async ({ planId, text, values, voice: id }, { db, session, at }) => {
    const plan = await draftOf(db, planId);
    if (id !== undefined) {
      const { text: said, sound } = await voiceOrRefuse(db, id);
      const alone = [{ text: said, fixed: true, spoken: 'asWritten', prompt: sound }] as const;
      return listening.sentence(session, { segments: alone, voice: {} }, at);
    }
    const variables = new Map(plan.variables.map(variable => [variable.name, variable]));
    const recorded = isSynthesised(plan, text) ? {} : await recordedFor(db, planId, plan, [text]);
    const { segments } = renderSentence(text, variables, values ?? sampleValues(plan), { recorded, turn: 0 });
    return listening.sentence(session, { segments, voice: voiceChoiceOf(plan) }, at);
  });
};
