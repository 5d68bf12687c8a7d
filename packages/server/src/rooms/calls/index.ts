export { admitByHand, checkByHand } from './admit.ts';
export { judgeNumber } from './calls.policy.ts';
export { bindCalls } from './calls.routes.ts';
export { insertCall } from './place.store.ts';
