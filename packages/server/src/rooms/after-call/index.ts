export { bindAfterCall } from './after-call.routes.ts';
export { carryOut } from './carry-out.ts';
export { doneAfter } from './done.ts';
export { copyRules } from './rules.store.ts';
