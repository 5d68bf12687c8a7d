import { type InputOf, planVoiceEndpoints } from '@lianxian/contract';
import { houseVoice, renderSentence, type VoiceChoice } from '@lianxian/core';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { hasVoice, voicesToChoose } from '../speech/index.ts';
import type { Listening } from './listen.ts';
import { sampleValues } from './sentences.policy.ts';
import { draftGraph, publishedVoice } from './voices.store.ts';

const noPlan = () => refuse('notFound', { what: 'plan' });

type Wish = Pick<InputOf<typeof planVoiceEndpoints.listen>, 'service' | 'speaker' | 'speed'>;

/** What is tried as a plan would keep it. @throws notFound for a service that is not the merchant's own. */
const choiceOf = async ({ service, speaker, speed }: Wish, { db }: SignedInContext): Promise<VoiceChoice> => {
  const pace = speed === undefined ? {} : { speed };
  if (service === 'chosen') return pace;
  if (service !== houseVoice && !(await hasVoice(db, service))) throw refuse('notFound', { what: 'service' });
  return { by: { service, speaker }, ...pace };
};

/** Who speaks what is not recorded of a plan: the voices there are, and how each sounds. */
export const bindPlanVoices = (front: Front, listening: Listening): void => {
  bind(front, planVoiceEndpoints.list, async ({ planId }, { db, at }) => {
    const [list, newest] = await Promise.all([voicesToChoose(db, at), publishedVoice(db, planId)]);
    if (newest === undefined) throw noPlan();
    const { version, service } = newest;
    const isGone = service !== null && service !== houseVoice && !list.some(({ id }) => id === service);
    return { list, published: version === null ? null : { version, isGone } };
  });
  bind(front, planVoiceEndpoints.listen, async ({ planId, text, ...wish }, context) => {
    const { db, session, at } = context;
    const plan = await draftGraph(db, planId);
    if (plan === undefined) throw noPlan();
    const voice = await choiceOf(wish, context);
    const variables = new Map(plan.variables.map(variable => [variable.name, variable]));
    const { segments } = renderSentence(text, variables, sampleValues(plan), { recorded: {}, turn: 0 });
    return await listening.tried(session, { segments, voice }, at);
  });
};
