export const steps = ['base', 'numbers', 'pacing', 'confirm'] as const;
export type Step = (typeof steps)[number];
/** A task that was started is not confirmed again, nor is a template, which has no numbers unless it is the list of a series. */
export const stepsOf = (begun: boolean, template = false): readonly Step[] =>
  begun || template ? steps.slice(0, 3) : steps;
