import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** How seats of a merchant work, until somebody says otherwise. */
export interface SeatSettings {
  readonly autoAnswer: boolean;
  readonly wrapUpS: number;
  readonly awayLimitS: number;
  readonly ringS: number;
  readonly breakReasons: readonly string[];
}

const usual: SeatSettings = {
  autoAnswer: true,
  wrapUpS: 30,
  awayLimitS: 60,
  ringS: 8,
  breakReasons: ['小休', '就餐', '培训', '会议'],
};

export const seatSettingsOf = async (db: MerchantDb): Promise<SeatSettings> => {
  const row = await db
    .selectFrom('merchantSettings')
    .select([
      'merchantSettings.seatAutoAnswer as autoAnswer',
      'merchantSettings.seatWrapUpS as wrapUpS',
      'merchantSettings.seatAwayLimitS as awayLimitS',
      'merchantSettings.seatRingS as ringS',
      'merchantSettings.seatBreakReasons as breakReasons',
    ])
    .executeTakeFirst();
  return row ?? usual;
};

export const writeSeatSettings = async (tx: MerchantDb, settings: SeatSettings): Promise<void> => {
  await tx
    .updateTable('merchantSettings')
    .set({
      seatAutoAnswer: settings.autoAnswer,
      seatWrapUpS: settings.wrapUpS,
      seatAwayLimitS: settings.awayLimitS,
      seatRingS: settings.ringS,
      seatBreakReasons: [...settings.breakReasons],
    })
    .execute();
};

/** Whose a seat is, and how long its wrap-up; undefined: it is none, or may not connect. */
export const seatOf = async (
  db: UnscopedDb,
  employeeId: string,
): Promise<{ readonly merchantId: string; readonly wrapUpMs: number; readonly awayLimitMs: number } | undefined> => {
  const row = await db
    .selectFrom('seatAccount')
    .leftJoin('merchantSettings', 'merchantSettings.merchantId', 'seatAccount.merchantId')
    .select([
      'seatAccount.merchantId',
      'merchantSettings.seatWrapUpS as wrapUpS',
      'merchantSettings.seatAwayLimitS as awayLimitS',
    ])
    .where('seatAccount.employeeId', '=', employeeId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { merchantId, wrapUpS, awayLimitS } = row;
  return {
    merchantId,
    wrapUpMs: (wrapUpS ?? usual.wrapUpS) * 1_000,
    awayLimitMs: (awayLimitS ?? usual.awayLimitS) * 1_000,
  };
};
