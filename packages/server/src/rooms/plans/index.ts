export { bindPlans } from './bind.ts';
export {
  changeDraft,
  type DraftBy,
  draftOf,
  type PlanDraft,
  type SavedDraft,
  saveDraft,
} from './drafts.store.ts';
export { checkGraph, packGraph, unpackGraph } from './packed.ts';
export { tellDraftSaved, tellPlansChanged } from './plans.push.ts';
export { insertPlan, type PublishedPlan, planVersion, publishedPlan } from './plans.store.ts';
