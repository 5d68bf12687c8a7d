export { bindBilling } from './billing.routes.ts';
export { availableFor, type Charge, reserve, settleCharge, type TopUp, topUp } from './billing.store.ts';
