export { payOutJob } from './payout.store.ts';
export {
  availableYuan,
  chargePlan,
  giveBackPrice,
  type Purchase,
  pay,
  setSharePercent,
  sharePercent,
} from './sales.store.ts';
