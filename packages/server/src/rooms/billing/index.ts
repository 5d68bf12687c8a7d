export { bindBilling, ledgerPage } from './billing.routes.ts';
export { availableQuery, release, reopenCharge, reserve, reserving, settleCharge, topUp } from './billing.store.ts';
export { charge, chargeMessage, chargeUses } from './charge.store.ts';
export { balanceOf } from './ledger.store.ts';
export { setLowBelow, takeLowBalances } from './low.store.ts';
export { type SettledMessage, settleMessages } from './messages.store.ts';
export { ringLowBalances } from './ring-low.ts';
export { type BudgetLeft, budgetQuery, moneyOfTask } from './spending.store.ts';
export { messagePrice, type RatesSeen, ratesFrom, useRatesOf, useRatesQuery } from './use-price.store.ts';
