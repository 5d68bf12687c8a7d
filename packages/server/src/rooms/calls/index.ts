export { bindCalls } from './calls.routes.ts';
export { insertCall } from './place.store.ts';
