import type { LevelNames } from '@lianxian/contract';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** A merchant's settings beside its calling rules; the defaults until somebody changes them. */
export interface MerchantSettings {
  readonly levelNames: LevelNames;
  readonly ownerSeesPhones: boolean;
  readonly demandsFactor: boolean;
  readonly recordingDays: number;
}

/** Every letter with its name; without one ''. */
export const namedLevels = (names: Partial<LevelNames> | null | undefined): LevelNames => ({ ...unnamed, ...names });

const unnamed: LevelNames = { A: '', B: '', C: '', D: '', E: '', F: '' };
/** Kept so long unless the merchant says otherwise; never less than the legal 30 (migration 0012). */
export const RECORDING_DAYS = 180;

export const merchantSettingsOf = async (db: MerchantDb): Promise<MerchantSettings> => {
  const row = await db
    .selectFrom('merchant_settings')
    .select([
      'merchant_settings.level_names',
      'merchant_settings.owner_sees_phones',
      'merchant_settings.demands_factor',
      'merchant_settings.recording_days',
    ])
    .executeTakeFirst();
  return {
    levelNames: namedLevels(row?.level_names),
    ownerSeesPhones: row?.owner_sees_phones ?? true,
    demandsFactor: row?.demands_factor ?? false,
    recordingDays: row?.recording_days ?? RECORDING_DAYS,
  };
};

/** Of two people who save at once the second waits, and changes what it means to change alone. */
export const lockSettings = async (tx: MerchantDb): Promise<MerchantSettings> => {
  await tx
    .insertInto('merchant_settings', {})
    .onConflict(conflict => conflict.column('merchant_id').doNothing())
    .execute();
  await tx.selectFrom('merchant_settings').select('merchant_settings.merchant_id').forUpdate().execute();
  return await merchantSettingsOf(tx);
};

export const saveMerchantSettings = async (tx: MerchantDb, settings: MerchantSettings): Promise<void> => {
  await tx
    .updateTable('merchant_settings')
    .set({
      level_names: JSON.stringify(settings.levelNames),
      owner_sees_phones: settings.ownerSeesPhones,
      demands_factor: settings.demandsFactor,
      recording_days: settings.recordingDays,
    })
    .execute();
};

/** The zone of its days, and the live calls it is let have. */
export const merchantFacts = (db: HouseDb, merchantId: string) =>
  db.selectFrom('merchant').select(['zone', 'channel_limit']).where('id', '=', merchantId).executeTakeFirstOrThrow();
