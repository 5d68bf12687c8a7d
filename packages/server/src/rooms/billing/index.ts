export { bindBilling, ledgerPage } from './billing.routes.ts';
export { availableQuery, reopenCharge, reserve, reserving, settleCharge, topUp } from './billing.store.ts';
export { balanceOf } from './ledger.store.ts';
