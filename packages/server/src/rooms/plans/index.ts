export { bindPlans } from './bind.ts';
export { planRestored, refuseClosed, roomForPlan, tellSaved } from './drafts.routes.ts';
export {
  changeDraft,
  type DraftBy,
  draftHead,
  draftJson,
  draftOf,
  keepDraft,
  lockAt,
  lockPlan,
  refuseStrangeVoice,
  restoreDraft,
  saveDraft,
} from './drafts.store.ts';
export { hasUnstorable, type KeptGraph, keptOf } from './graph-check.ts';
export { usersOf } from './mine.store.ts';
export { checkJson, keptGraph, keptJson, packGraph } from './packed.ts';
export { tellPlansChanged, tellPublished } from './plans.push.ts';
export {
  copyDraft,
  countNamed,
  holdPlan,
  insertDraft,
  insertPlan,
  licenceOf,
  markRemoved,
  type PublishedPlan,
  planVersion,
  publishedPlan,
  toFill,
  variablesOfVersion,
  versionColumns,
  versionExists,
  versionJson,
} from './plans.store.ts';
