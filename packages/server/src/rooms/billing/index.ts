export { bindBilling, ledgerPage } from './billing.routes.ts';
export { availableFor, reserve, settleCharge, topUp } from './billing.store.ts';
export { balanceOf } from './ledger.store.ts';
