export { inTask, numbersOfPeople, waitingElsewhere } from './known.store.ts';
export { type Known, knownOf, type LeavingOut, type LeftOut, whyLeftOut } from './known.ts';
