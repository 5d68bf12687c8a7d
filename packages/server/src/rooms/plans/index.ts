export { bindPlans } from './plans.routes.ts';
export { insertPlan, type PublishedPlan, planVersion, publishedPlan } from './plans.store.ts';
