import type { LevelNames } from '@lianxian/contract';
import type { Level } from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** A merchant's settings beside its calling rules; the defaults until somebody changes them. */
export interface MerchantSettings {
  readonly levelNames: LevelNames;
  readonly ownerSeesPhones: boolean;
  readonly demandsFactor: boolean;
  readonly levelNeedsWhy: boolean;
  /** Of a customer of these the bell tells. */
  readonly bellLevels: readonly Level[];
  readonly recordingDays: number;
  /** Exports of more calls wait for a second person; 0: none does. */
  readonly exportRows: number;
}

/** Every letter with its name; without one ''. */
export const namedLevels = (names: Partial<LevelNames> | null | undefined): LevelNames => ({ ...unnamed, ...names });

const unnamed: LevelNames = { A: '', B: '', C: '', D: '', E: '', F: '' };
/** Kept so long unless the merchant says otherwise; never less than the legal 30 (migration 0012). */
export const RECORDING_DAYS = 180;

const BELL_LEVELS: readonly Level[] = ['A'];

export const merchantSettingsOf = async (db: MerchantDb): Promise<MerchantSettings> => {
  const row = await db
    .selectFrom('merchantSettings')
    .select([
      'merchantSettings.levelNames',
      'merchantSettings.ownerSeesPhones',
      'merchantSettings.demandsFactor',
      'merchantSettings.levelNeedsWhy',
      'merchantSettings.bellLevels',
      'merchantSettings.recordingDays',
      'merchantSettings.exportRows',
    ])
    .executeTakeFirst();
  return {
    levelNames: namedLevels(row?.levelNames),
    ownerSeesPhones: row?.ownerSeesPhones ?? true,
    demandsFactor: row?.demandsFactor ?? false,
    levelNeedsWhy: row?.levelNeedsWhy ?? false,
    bellLevels: row?.bellLevels ?? BELL_LEVELS,
    recordingDays: row?.recordingDays ?? RECORDING_DAYS,
    exportRows: row?.exportRows ?? 0,
  };
};

/** Of two people who save at once the second waits, and changes what it means to change alone. */
export const lockSettings = async (tx: MerchantDb): Promise<MerchantSettings> => {
  await tx
    .insertInto('merchantSettings', {})
    .onConflict(conflict => conflict.column('merchantId').doNothing())
    .execute();
  await tx.selectFrom('merchantSettings').select('merchantSettings.merchantId').forUpdate().execute();
  return await merchantSettingsOf(tx);
};

export const saveMerchantSettings = async (tx: MerchantDb, settings: MerchantSettings): Promise<void> => {
  await tx
    .updateTable('merchantSettings')
    .set({
      levelNames: JSON.stringify(settings.levelNames),
      ownerSeesPhones: settings.ownerSeesPhones,
      demandsFactor: settings.demandsFactor,
      levelNeedsWhy: settings.levelNeedsWhy,
      bellLevels: settings.bellLevels,
      recordingDays: settings.recordingDays,
      exportRows: settings.exportRows === 0 ? null : settings.exportRows,
    })
    .execute();
};

/** The zone of its days. */
export const merchantFacts = (db: UnscopedDb, merchantId: string) =>
  db.selectFrom('merchant').select('zone').where('id', '=', merchantId).executeTakeFirstOrThrow();
