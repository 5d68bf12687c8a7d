import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

export const findFactor = (db: MerchantDb, employeeId: string) =>
  db
    .selectFrom('second_factor')
    .select(['second_factor.secret_sealed', 'second_factor.confirmed_at'])
    .where('second_factor.employee_id', '=', employeeId)
    .executeTakeFirst();

/** Begins, or begins anew what was not confirmed; answers false when one is in force. */
export const beginFactor = async (
  db: MerchantDb,
  employeeId: string,
  { secretSealed, at }: { secretSealed: string; at: Date },
): Promise<boolean> => {
  const fresh = { secret_sealed: secretSealed, created_at: at };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factor', { employee_id: employeeId, confirmed_at: null, ...fresh })
    .onConflict(conflict =>
      conflict
        .columns(['merchant_id', 'employee_id'])
        .doUpdateSet({ ...fresh, last_step: '0' })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Takes the step of a code: false when that or a later one was taken before. */
export const takeStep = async (db: MerchantDb, employeeId: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ last_step: String(step) })
    .where('second_factor.employee_id', '=', employeeId)
    .where('second_factor.last_step', '<', String(step))
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
    .updateTable('second_factor')
    .set({ confirmed_at: at })
    .where('second_factor.employee_id', '=', employeeId)
    .where('second_factor.confirmed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  const rows = codeHashes.map(code_hash => ({ employee_id: employeeId, code_hash, used_at: null }));
  await db.insertInto('recovery_code', rows).execute();
  return true;
};

/** A recovery code counts once: false when it is unknown or used. */
export const useRecoveryCode = async (
  db: MerchantDb,
  employeeId: string,
  { codeHash, at }: { codeHash: string; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('recovery_code.employee_id', '=', employeeId)
    .where('recovery_code.code_hash', '=', codeHash)
    .where('recovery_code.used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

export const countRecoveryCodes = async (db: MerchantDb, employeeId: string): Promise<number> => {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(eb => eb.fn.countAll<string>().as('left'))
    .where('recovery_code.employee_id', '=', employeeId)
    .where('recovery_code.used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
};

/** Its recovery codes go with it. */
export const removeFactor = async (db: MerchantDb, employeeId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('second_factor')
    .where('second_factor.employee_id', '=', employeeId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
};

/** By the merchant, or as one of the platform's people; never of the demo's. */
export const isFactorDemanded = async (db: MerchantDb, employeeId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('employee')
    .leftJoin('merchant_settings', 'merchant_settings.merchant_id', 'employee.merchant_id')
    .select(['employee.role_code', 'merchant_settings.demands_factor'])
    .where('employee.id', '=', employeeId)
    .where('employee.demo', '=', false)
    .executeTakeFirst();
  return row !== undefined && (row.role_code === 'admin' || row.demands_factor === true);
};

/** False: there is none in force. Asked for again it stays when it was. */
export const askRemoval = async (db: MerchantDb, employeeId: string, dueAt: Date): Promise<Date | null> => {
  if ((await findFactor(db, employeeId))?.confirmed_at == null) return null;
  const [kept] = await db
    .insertInto('factor_removal', { employee_id: employeeId, due_at: dueAt })
    .onConflict(conflict =>
      conflict.columns(['merchant_id', 'employee_id']).doUpdateSet(eb => ({ due_at: eb.ref('factor_removal.due_at') })),
    )
    .returning('factor_removal.due_at')
    .execute();
  return kept?.due_at ?? null;
};

/** True: one was on its way. */
export const stopRemoval = async (db: MerchantDb, employeeId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('factor_removal')
    .where('factor_removal.employee_id', '=', employeeId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
};

/** One run takes so many off; the next hour the others. */
const MOST_AT_ONCE = 100;
export const dueRemovals = (db: HouseDb, at: Date) =>
  db
    .selectFrom('factor_removal')
    .select(['merchant_id', 'employee_id'])
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(MOST_AT_ONCE)
    .execute();
