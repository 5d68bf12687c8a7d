export { bindAdmin } from './admin.routes.ts';
export { merchantNames } from './merchants.store.ts';
export { merchantsOf, resellers } from './world.policy.ts';
