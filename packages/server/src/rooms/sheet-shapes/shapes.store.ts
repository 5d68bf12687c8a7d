import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { ColumnUse } from './shape.ts';

/** So many shapes are remembered of a merchant, those used last. */
const MOST_SHAPES = 500;

export const findShape = (db: MerchantDb, shape: string) =>
  db
    .selectFrom('sheetShape')
    .leftJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'sheetShape.merchantId')
        .onRef('employee.id', '=', 'sheetShape.byEmployee'),
    )
    .select(['sheetShape.columns', 'sheetShape.usedAt', 'employee.name as by'])
    .where('sheetShape.shape', '=', shape)
    .executeTakeFirst();

/** What its columns are for from now on. */
export const keepShape = async (
  tx: MerchantDb,
  shape: string,
  columns: readonly ColumnUse[],
  by: string,
): Promise<void> => {
  const row = { columns: JSON.stringify(columns), usedAt: sql<Date>`now()`, byEmployee: by };
  await tx
    .insertInto('sheetShape', { shape, ...row })
    .onConflict(conflict => conflict.columns(['merchantId', 'shape']).doUpdateSet(row))
    .execute();
  await tx
    .deleteFrom('sheetShape')
    .where(
      sql<boolean>`sheet_shape.used_at < (select s.used_at from sheet_shape s where s.merchant_id = ${tx.merchantId}
        order by s.used_at desc offset ${MOST_SHAPES - 1} limit 1)`,
    )
    .execute();
};
