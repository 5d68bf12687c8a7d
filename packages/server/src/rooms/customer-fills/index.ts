export { bindCustomerFills } from './fills.routes.ts';
export { copyFills } from './fills.store.ts';
export { fillFromCall } from './from-call.ts';
