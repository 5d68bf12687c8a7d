export { bindBilling, ledgerPage } from './billing.routes.ts';
export { availableQuery, reopenCharge, reserve, reserving, settleCharge, topUp } from './billing.store.ts';
export { charge, type UseKind } from './charge.store.ts';
export { balanceOf } from './ledger.store.ts';
export { type LowBalance, setLowBelow, takeLowBalances } from './low.store.ts';
export { type BudgetLeft, budgetQuery, moneyOfTask, type TaskMoney } from './spending.store.ts';
