export { bindPlans } from './bind.ts';
export { planRestored, roomForPlan, tellSaved } from './drafts.routes.ts';
export {
  changeDraft,
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
export { keptGraph, packGraph } from './packed.ts';
export { tellPlansChanged, tellPublished } from './plans.push.ts';
export {
  copyDraft,
  countNamed,
  insertDraft,
  insertPlan,
  type PublishedPlan,
  planVersion,
  publishedPlan,
  toFill,
  variablesOfVersion,
  versionColumns,
  versionExists,
  versionJson,
} from './plans.store.ts';
