import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import { ringBell } from '../bell/index.ts';
import { takeLowBalances } from './low.store.ts';

const AT_ONCE = 100;

/** The bell tells once of each balance that has fallen below what its merchant set. */
export const ringLowBalances = (db: UnscopedDb): Promise<void> =>
  inTransaction(db, async tx => {
    for (const { merchantId, amount } of await takeLowBalances(tx, AT_ONCE))
      await ringBell(tx, { merchantId, kind: 'moneyLow', about: '', facts: { amount } });
  });
