/** Its part of the plan is not here yet: it shows nothing. */
export const VersionsPage = (_: { planId: string }) => null;
