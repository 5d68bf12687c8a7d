import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

export const findFactor = (db: MerchantDb, employeeId: string) =>
  db
    .selectFrom('secondFactor')
    .select(['secondFactor.secretSealed', 'secondFactor.confirmedAt'])
    .where('secondFactor.employeeId', '=', employeeId)
    .executeTakeFirst();

/** Begins, or begins anew what was not confirmed; answers false when one is in force. */
export const beginFactor = async (
  db: MerchantDb,
  employeeId: string,
  { secretSealed, at }: { secretSealed: string; at: Date },
): Promise<boolean> => {
  const fresh = { secretSealed, createdAt: at };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('secondFactor', { employeeId, confirmedAt: null, ...fresh })
    .onConflict(conflict =>
      conflict
        .columns(['merchantId', 'employeeId'])
        .doUpdateSet({ ...fresh, lastStep: '0' })
        .where('secondFactor.confirmedAt', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Takes the step of a code: false when that or a later one was taken before. */
export const takeStep = async (db: MerchantDb, employeeId: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ lastStep: String(step) })
    .where('secondFactor.employeeId', '=', employeeId)
    .where('secondFactor.lastStep', '<', String(step))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** In force from now, with these recovery codes; false when another request confirmed it. */
export const confirmFactor = async (
  db: MerchantDb,
  employeeId: string,
  { codeHashes, at }: { codeHashes: readonly string[]; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ confirmedAt: at })
    .where('secondFactor.employeeId', '=', employeeId)
    .where('secondFactor.confirmedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  const rows = codeHashes.map(codeHash => ({ employeeId, codeHash, usedAt: null }));
  await db.insertInto('recoveryCode', rows).execute();
  return true;
};

/** A recovery code counts once: false when it is unknown or used. */
export const useRecoveryCode = async (
  db: MerchantDb,
  employeeId: string,
  { codeHash, at }: { codeHash: string; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCode')
    .set({ usedAt: at })
    .where('recoveryCode.employeeId', '=', employeeId)
    .where('recoveryCode.codeHash', '=', codeHash)
    .where('recoveryCode.usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

export const countRecoveryCodes = async (db: MerchantDb, employeeId: string): Promise<number> => {
  const { left } = await db
    .selectFrom('recoveryCode')
    .select(eb => eb.fn.countAll<string>().as('left'))
    .where('recoveryCode.employeeId', '=', employeeId)
    .where('recoveryCode.usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
};

/** Its recovery codes go with it. */
export const removeFactor = async (db: MerchantDb, employeeId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('secondFactor')
    .where('secondFactor.employeeId', '=', employeeId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
};

/** By the merchant, or as one of the platform's people; never of the demo's. */
export const isFactorDemanded = async (db: MerchantDb, employeeId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('employee')
    .leftJoin('merchantSettings', 'merchantSettings.merchantId', 'employee.merchantId')
    .select(['employee.roleCode', 'merchantSettings.demandsFactor'])
    .where('employee.id', '=', employeeId)
    .where('employee.demo', '=', false)
    .executeTakeFirst();
  return row !== undefined && (row.roleCode === 'admin' || row.demandsFactor === true);
};

/** False: there is none in force. Asked for again it stays when it was. */
export const askRemoval = async (db: MerchantDb, employeeId: string, dueAt: Date): Promise<Date | null> => {
  if ((await findFactor(db, employeeId))?.confirmedAt == null) return null;
  const [kept] = await db
    .insertInto('factorRemoval', { employeeId, dueAt })
    .onConflict(conflict =>
      conflict.columns(['merchantId', 'employeeId']).doUpdateSet(eb => ({ dueAt: eb.ref('factorRemoval.dueAt') })),
    )
    .returning('factorRemoval.dueAt')
    .execute();
  return kept?.dueAt ?? null;
};

/** True: one was on its way. */
export const stopRemoval = async (db: MerchantDb, employeeId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('factorRemoval')
    .where('factorRemoval.employeeId', '=', employeeId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
};

/** One run takes so many off; the next hour the others. */
const MOST_AT_ONCE = 100;
export const dueRemovals = (db: UnscopedDb, at: Date) =>
  db
    .selectFrom('factorRemoval')
    .select(['merchantId', 'employeeId'])
    .where('dueAt', '<=', at)
    .orderBy('dueAt')
    .limit(MOST_AT_ONCE)
    .execute();
