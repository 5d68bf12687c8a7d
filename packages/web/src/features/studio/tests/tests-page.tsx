/** Its part of the plan is not here yet: it shows nothing. */
export const TestsPage = (_: { planId: string }) => null;
