export { type Halted, haltMerchant, startWithin } from './control.ts';
export { bindTaskControl } from './task-control.routes.ts';
