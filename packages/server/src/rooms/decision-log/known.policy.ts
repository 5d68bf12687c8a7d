import type { DecisionBecause } from '@lianxian/core';

/** Why a row of a sheet was not taken whose number the house knows: who sees numbers masked is not told of which (docs/tasks.md#the-ledger-of-decisions). */
export const knownBecauses: readonly DecisionBecause[] = [
  'duplicate',
  'blacklisted',
  'taskListed',
  'sharedListed',
  'noConsent',
  'recent',
  'otherTask',
  'dead',
  'reachedSince',
  'inVain',
];
