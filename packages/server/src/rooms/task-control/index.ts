export { type Halted, haltMerchant } from './control.ts';
export { bindTaskControl } from './task-control.routes.ts';
