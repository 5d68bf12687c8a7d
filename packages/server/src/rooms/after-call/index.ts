export { bindAfterCall } from './after-call.routes.ts';
export { doneAfter } from './after-call.view.ts';
export { carryOut } from './carry-out.ts';
export { copyRules } from './rules.store.ts';
