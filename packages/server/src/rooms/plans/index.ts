export { bindPlans } from './bind.ts';
export { roomForPlan, tellSaved } from './drafts.routes.ts';
export {
  changeDraft,
  type DraftBy,
  draftHead,
  draftOf,
  draftText,
  keepDraft,
  lockAt,
  lockPlan,
  type PlanDraft,
  restoreDraft,
  saveDraft,
} from './drafts.store.ts';
export { hasUnstorable, type KeptGraph, keptOf } from './graph-check.ts';
export { checkText, keptGraph, packGraph, unpackGraph } from './packed.ts';
export { tellDraftSaved, tellPlansChanged, tellPublished } from './plans.push.ts';
export {
  copyDraft,
  insertDraft,
  insertPlan,
  nameOfPlan,
  type PublishedPlan,
  planExists,
  planVersion,
  publishedPlan,
  toFill,
  variablesOfVersion,
  versionColumns,
  versionExists,
  versionText,
} from './plans.store.ts';
