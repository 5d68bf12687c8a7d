/**
 * What who has a plan may do with it (decision 132). One's own plan is `open`; one that was taken keeps what it was given
 * with. Each later one allows less.
 */
export const planLicences = ['open', 'share', 'own', 'closed'] as const;
export type PlanLicence = (typeof planLicences)[number];

/** What a file may be given with: a closed plan is in none. */
export const fileLicences = ['open', 'share', 'own'] as const satisfies readonly PlanLicence[];
export type FileLicence = (typeof fileLicences)[number];

/** May a plan that is held by `held` leave the house as a file that is given with `given`? Nobody gives more than he has. */
export const mayPassOn = (held: PlanLicence, given: PlanLicence): boolean =>
  (held === 'open' || held === 'share') && planLicences.indexOf(given) >= planLicences.indexOf(held);

export const maySell = (held: PlanLicence): boolean => held === 'open';
