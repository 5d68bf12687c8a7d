import { limits } from '@lianxian/contract';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { later } from '../../platform/time.ts';
import { auditByHouse, recordAudit } from '../audit/index.ts';
import { askRemoval, dueRemovals, removeFactor, stopRemoval } from './second-factor.store.ts';

/**
 * An owner who lost telephone and recovery codes: the platform takes the factor off, a day after it was asked for. Whoever
 * still has the factor sees the notice, signs in with it, and it stays: a reset by a stranger's word is stopped by that.
 */
export const dropFactorLater = async (tx: MerchantDb, employeeId: string, at: Date): Promise<Date | null> => {
  const dueAt = await askRemoval(tx, employeeId, later(at, limits.factorRemovalMs));
  if (dueAt !== null) await recordAudit(tx, { action: 'secondFactor.dropAsked', target: employeeId }, auditByHouse(at));
  return dueAt;
};

/** A code was right: nobody lost anything. */
export const keepFactor = async (db: MerchantDb, employeeId: string, at: Date): Promise<void> => {
  if (!(await stopRemoval(db, employeeId))) return;
  await recordAudit(db, { action: 'secondFactor.dropStopped', target: employeeId }, auditByHouse(at));
};

/** The hourly look. @returns whose people are to be told. */
export const dropDueFactors = async (db: UnscopedDb, at: Date): Promise<readonly string[]> => {
  const due = await dueRemovals(db, at);
  const told: string[] = [];
  for (const { merchantId, employeeId } of due) {
    await inTransaction(db, async tx => {
      const own = merchantDb(tx, merchantId);
      // Somebody signed in with it meanwhile: it stays.
      if (!(await stopRemoval(own, employeeId)) || !(await removeFactor(own, employeeId))) return;
      await recordAudit(own, { action: 'secondFactor.dropped', target: employeeId }, auditByHouse(at));
      told.push(merchantId);
    });
  }
  return told;
};
