export const steps = ['base', 'numbers', 'pacing', 'confirm'] as const;
export type Step = (typeof steps)[number];
/** A task that was started is not confirmed again. */
export const stepsOf = (begun: boolean): readonly Step[] => (begun ? steps.slice(0, 3) : steps);
