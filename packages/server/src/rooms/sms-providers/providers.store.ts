import type { ProviderSettings } from '@lianxian/contract';
import { type RawBuilder, sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Who carries the messages of a merchant. */
export interface KeptProvider {
  readonly id: string;
  readonly name: string;
  readonly settings: ProviderSettings;
  readonly secretSealed: string | null;
  readonly callback: string;
  readonly rank: number;
  readonly share: number;
  readonly perSecond: number;
  readonly enabled: boolean;
  readonly failures: number;
  readonly because: string;
  readonly restsUntil: Date | null;
  readonly lastSentAt: Date | null;
  readonly changedAt: Date;
}

const columns = [
  ...(['smsProvider.id', 'smsProvider.name', 'smsProvider.secretSealed', 'smsProvider.callback'] as const),
  ...(['smsProvider.rank', 'smsProvider.share', 'smsProvider.perSecond', 'smsProvider.enabled'] as const),
  ...(['smsProvider.failures', 'smsProvider.because', 'smsProvider.restsUntil', 'smsProvider.lastSentAt'] as const),
  'smsProvider.changedAt' as const,
] as const;
const settings = sql<ProviderSettings>`sms_provider.settings`.as('settings');

const present = (db: MerchantDb) =>
  db.selectFrom('smsProvider').select(columns).select(settings).where('smsProvider.removedAt', 'is', null);

const lastHour = (states: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from sms_message m where m.merchant_id = sms_provider.merchant_id
    and m.provider_id = sms_provider.id and m.handed_at >= now() - interval '1 hour' and m.state in (${states}))`;

export const listProviders = (db: MerchantDb) =>
  present(db)
    .select([
      lastHour(sql`'sent', 'delivered'`).as('sent'),
      lastHour(sql`'failed', 'unknown'`).as('failed'),
      sql<boolean>`coalesce(sms_provider.rests_until > now(), false)`.as('rests'),
    ])
    .orderBy('smsProvider.rank')
    .orderBy('smsProvider.id')
    .execute();

export const findProvider = (db: MerchantDb, id: string): Promise<KeptProvider | undefined> =>
  present(db).where('smsProvider.id', '=', id).executeTakeFirst();

/** Whether there is one, of whoever asks. */
export const findOwnProvider = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await findProvider(db, id)) !== undefined;

/** Those that are on, as who sends needs them. */
export const openableProviders = (db: MerchantDb): Promise<readonly KeptProvider[]> =>
  present(db).where('smsProvider.enabled', '=', true).orderBy('smsProvider.id').execute();

/** Those that are on and review templates by call. */
export const reviewingProviders = async (db: MerchantDb): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('smsProvider')
      .select('smsProvider.id')
      .where('smsProvider.removedAt', 'is', null)
      .where('smsProvider.enabled', '=', true)
      .where(sql<boolean>`sms_provider.settings ? 'review'`)
      .orderBy('smsProvider.id')
      .execute()
  ).map(({ id }) => id);

/** Whose address this is. */
export const providerByCallback = async (
  db: UnscopedDb,
  callback: string,
): Promise<{ readonly merchantId: string; readonly id: string; readonly settings: ProviderSettings } | undefined> =>
  await db
    .selectFrom('smsProvider')
    .select(['smsProvider.merchantId', 'smsProvider.id'])
    .select(settings)
    .where('smsProvider.callback', '=', callback)
    .where('smsProvider.removedAt', 'is', null)
    .executeTakeFirst();

/** Nothing leaves the house: all that are on are for practice, or none is. */
export const isPractice = async (db: MerchantDb): Promise<boolean> =>
  (await db
    .selectFrom('smsProvider')
    .select('smsProvider.id')
    .where('smsProvider.removedAt', 'is', null)
    .where('smsProvider.enabled', '=', true)
    .where('smsProvider.kind', '<>', 'log')
    .limit(1)
    .executeTakeFirst()) === undefined;

export const countProviders = async (db: MerchantDb): Promise<number> =>
  (
    await db
      .selectFrom('smsProvider')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('smsProvider.removedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

export interface SavedProvider {
  readonly name: string;
  readonly settings: ProviderSettings;
  readonly rank: number;
  readonly share: number;
  readonly perSecond: number;
  readonly enabled: boolean;
}

export const insertProvider = async (
  tx: MerchantDb,
  { settings: made, ...row }: SavedProvider,
  callback: string,
): Promise<string> =>
  (
    await tx
      .insertInto('smsProvider', { ...row, kind: made.kind, settings: JSON.stringify(made), callback })
      .returning('smsProvider.id')
      .executeTakeFirstOrThrow()
  ).id;

/** What is changed is tried anew. */
export const updateProvider = async (
  tx: MerchantDb,
  id: string,
  { settings: made, ...row }: SavedProvider,
): Promise<void> => {
  const fresh = { failures: 0, because: '', restsUntil: null, changedAt: sql<Date>`now()` };
  await tx
    .updateTable('smsProvider')
    .set({ ...row, ...fresh, kind: made.kind, settings: JSON.stringify(made) })
    .where('smsProvider.id', '=', id)
    .execute();
};

export const setProviderSecret = async (tx: MerchantDb, id: string, secretSealed: string): Promise<void> => {
  await tx.updateTable('smsProvider').set({ secretSealed }).where('smsProvider.id', '=', id).execute();
};

export const setProviderEnabled = async (tx: MerchantDb, id: string, enabled: boolean): Promise<void> => {
  await tx
    .updateTable('smsProvider')
    .set({ enabled, failures: 0, restsUntil: null, changedAt: sql<Date>`now()` })
    .where('smsProvider.id', '=', id)
    .execute();
};

/** Its row stays for what it carried; its address and its key go. */
export const dropProvider = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx
    .updateTable('smsProvider')
    .set({ removedAt: sql<Date>`now()`, enabled: false, secretSealed: null, changedAt: sql<Date>`now()` })
    .where('smsProvider.id', '=', id)
    .execute();
};

/** A new merchant's own: it writes a line, and nothing leaves the house. */
export const addPracticeProvider = async (db: MerchantDb, callback: string): Promise<void> => {
  const row = { name: '练习短信', rank: 9, share: 100, perSecond: 50, enabled: true };
  await insertProvider(db, { ...row, settings: { kind: 'log' } }, callback);
};
