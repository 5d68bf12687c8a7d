export { bindPlanProducts } from './products.routes.ts';
export type { AboutProduct } from './products.store.ts';
export { checkAfter } from './products.ts';
export { type PlatformPlan, provisionMarket } from './provision.ts';
export { saidLines } from './shown.policy.ts';
export { licenceFor } from './submit.ts';
