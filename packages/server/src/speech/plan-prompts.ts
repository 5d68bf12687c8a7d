import {
  apologyOf,
  firstSentences,
  fixedPartsOf,
  isSilent,
  openQuestionsOf,
  type Plan,
  planSentences,
  renderSentence,
  type SentenceSegment,
  soundKey,
} from '@lianxian/core';

/** The part of a plan's sentences that every callee hears: all its recordings, else what a voice makes of its text. */
export const fixedPromptsOf = (plan: Plan): readonly SentenceSegment[] => {
  const parts = [...planSentences(plan), apologyOf(plan), ...openQuestionsOf(plan)].flatMap(text => fixedPartsOf(text));
  // A comma that goes with an empty variable makes another text for the voice.
  const texts = new Set(parts.flatMap(part => [part, part.replace(/^[，、,]\s*/, '')]));
  return [...texts].flatMap(text => {
    const segment = { text, fixed: true, spoken: 'asWritten' } as const;
    const takes = plan.recorded?.[soundKey(text)];
    return takes === undefined || takes.length === 0 ? [segment] : takes.map(prompt => ({ ...segment, prompt }));
  });
};

/**
 * Everything a call of a plan may have to say, as far as it is known before dialling: the fixed parts, and the variable
 * parts for this callee. What the callee itself will answer is voiced during the call.
 */
export const promptsOfPlan = (plan: Plan, values: Readonly<Record<string, string>>): readonly SentenceSegment[] => [
  ...fixedPromptsOf(plan),
  ...rendered(plan, planSentences(plan), values).filter(segment => !segment.fixed),
];

/** What a call says first: all that must be there when it is answered. */
export const firstPromptsOf = (plan: Plan, values: Readonly<Record<string, string>>): readonly SentenceSegment[] =>
  rendered(plan, firstSentences(plan), values);

const rendered = (
  plan: Plan,
  sentences: readonly string[],
  values: Readonly<Record<string, string>>,
): readonly SentenceSegment[] => {
  const variables = new Map(plan.variables.map(variable => [variable.name, variable]));
  return sentences
    .flatMap(text => renderSentence(text, variables, values, { recorded: plan.recorded, turn: 0 }).segments)
    .filter(segment => !isSilent(segment.text));
};
