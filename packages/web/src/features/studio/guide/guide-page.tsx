/** Its part of the plan is not here yet: it shows nothing. */
export const GuidePage = (_: { planId: string }) => null;
