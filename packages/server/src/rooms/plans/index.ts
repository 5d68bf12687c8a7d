export { bindPlans } from './bind.ts';
export { roomForPlan, tellSaved } from './drafts.routes.ts';
export {
  changeDraft,
  countNodes,
  type DraftBy,
  draftOf,
  keepDraft,
  lockAt,
  lockPlan,
  type PlanDraft,
  type SavedDraft,
  saveDraft,
} from './drafts.store.ts';
export { hasUnstorable } from './graph-check.ts';
export { checkText, packGraph, unpackGraph } from './packed.ts';
export { tellDraftSaved, tellPlansChanged, tellPublished } from './plans.push.ts';
export {
  insertDraft,
  insertPlan,
  type PublishedPlan,
  planExists,
  planVersion,
  publishedPlan,
} from './plans.store.ts';
