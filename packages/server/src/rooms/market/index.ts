export { bindMarket } from './market.routes.ts';
export { rateJob } from './rating.store.ts';
