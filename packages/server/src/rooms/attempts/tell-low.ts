import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import { ringBell } from '../bell/index.ts';
import { takeLowBalances } from '../billing/index.ts';

const AT_ONCE = 50;

/** The bell rings for a balance that fell below what its owner said: taken and rung in one transaction, so once. */
export const tellLow = (db: UnscopedDb): Promise<void> =>
  inTransaction(db, async tx => {
    for (const { merchantId, ...facts } of await takeLowBalances(tx, AT_ONCE))
      await ringBell(tx, { merchantId, kind: 'moneyLow', about: '', facts });
  });
