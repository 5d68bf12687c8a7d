import { type Plan, planSentences, renderSentence, type SentenceSegment } from '@lianxian/core';

/** The part of a plan's sentences that every callee hears; a filled variable keeps the comma behind it. */
export const fixedPromptsOf = (plan: Plan): readonly SentenceSegment[] => {
  const filled = Object.fromEntries(plan.variables.map(({ name }) => [name, name]));
  return [filled, {}].flatMap(values => rendered(plan, values)).filter(segment => segment.fixed);
};

/**
 * Everything a call of a plan may have to say, as far as it is known before dialling: the fixed parts, and the variable
 * parts for this callee. What the callee itself will answer is voiced during the call.
 */
export const promptsOfPlan = (plan: Plan, values: Readonly<Record<string, string>>): readonly SentenceSegment[] => [
  ...fixedPromptsOf(plan),
  ...rendered(plan, values),
];

const rendered = (plan: Plan, values: Readonly<Record<string, string>>): readonly SentenceSegment[] => {
  const variables = new Map(plan.variables.map(variable => [variable.name, variable]));
  return planSentences(plan).flatMap(text => renderSentence(text, variables, values).segments);
};
