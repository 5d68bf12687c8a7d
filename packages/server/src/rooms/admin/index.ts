export { bindAdmin } from './admin.routes.ts';
export { merchantNames } from './merchants.store.ts';
export { accountOfAny } from './merchants.ts';
export { merchantsOf, resellers, worldsOf } from './world.policy.ts';
