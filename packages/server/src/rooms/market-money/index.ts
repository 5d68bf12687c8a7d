export { payOutJob } from './payout.store.ts';
export {
  availableYuan,
  chargePlan,
  giveBackPrice,
  pay,
  setSharePercent,
  sharePercent,
} from './sales.store.ts';
