import type { Plan, PlanVoice, VoiceChoice } from '@lianxian/core';

const usual: PlanVoice = { source: 'synthesised' };

export const voiceOf = (plan: Plan): PlanVoice => plan.defaults.voice ?? usual;

export const withVoice = (plan: Plan, part: Partial<PlanVoice>): Plan => ({
  ...plan,
  defaults: { ...plan.defaults, voice: { ...voiceOf(plan), ...part } },
});

/** What is not recorded is spoken like this; what is left out is as the merchant has it. */
export const withChoice = (plan: Plan, choice: VoiceChoice): Plan => {
  const { by: _, speed: __, ...voice } = voiceOf(plan);
  return { ...plan, defaults: { ...plan.defaults, voice: { ...voice, ...choice } } };
};

/** Recordings of this person alone; empty: of anybody. */
export const withSpeaker = (plan: Plan, speaker: string): Plan => {
  const { speaker: _, ...voice } = voiceOf(plan);
  return { ...plan, defaults: { ...plan.defaults, voice: speaker === '' ? voice : { ...voice, speaker } } };
};

export const isSynthesised = (plan: Plan, text: string): boolean => voiceOf(plan).synthesised?.includes(text) ?? false;

/** A sentence is spoken by the machine whatever is recorded of it, or by recordings again. */
export const withSynthesis = (plan: Plan, text: string, on: boolean): Plan => {
  const others = (voiceOf(plan).synthesised ?? []).filter(each => each !== text);
  return withVoice(plan, { synthesised: on ? [...others, text] : others });
};
