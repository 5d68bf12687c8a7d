export { bindCustomerFills } from './fills.routes.ts';
export { copyFills, type Fill, readFills, writeFills } from './fills.store.ts';
export { fillFromCall } from './from-call.ts';
export { readFillsOf } from './portable.ts';
