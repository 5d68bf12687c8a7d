/** Somebody who takes part in a call beside its callee: one of our seats, by its employee's id, or somebody outside. */
export type PartyWho =
  | { readonly type: 'seat'; readonly seat: string }
  | { readonly type: 'outside'; readonly phone: string };

export const partyTypes = ['seat', 'outside'] as const satisfies readonly PartyWho['type'][];

/**
 * Where who takes part stands: `talking` hears and is heard by all who talk; `held` hears music; `aside` talks with the
 * others aside; the leg of who is `away` is gone for a while.
 */
export type PartyPlace = 'talking' | 'held' | 'aside' | 'away';
