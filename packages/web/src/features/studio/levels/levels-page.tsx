/** Its part of the plan is not here yet: it shows nothing. */
export const LevelsPage = (_: { planId: string }) => null;
