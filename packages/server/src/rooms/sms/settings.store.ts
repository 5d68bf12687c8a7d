import type { MerchantDb } from '../../platform/db/index.ts';

interface SmsSettings {
  readonly perDay: number | null;
  readonly per30Days: number | null;
  readonly linkHost: string;
}

/** What holds where nobody said otherwise: nobody is written to every day. */
const USUAL: SmsSettings = { perDay: 3, per30Days: 10, linkHost: '' };

export const settingsOf = async (db: MerchantDb): Promise<SmsSettings> =>
  (await db
    .selectFrom('smsSettings')
    .select(['smsSettings.perDay', 'smsSettings.per30Days', 'smsSettings.linkHost'])
    .executeTakeFirst()) ?? USUAL;

export const saveSettings = async (tx: MerchantDb, settings: SmsSettings): Promise<void> => {
  await tx
    .insertInto('smsSettings', settings)
    .onConflict(conflict => conflict.column('merchantId').doUpdateSet(settings))
    .execute();
};
