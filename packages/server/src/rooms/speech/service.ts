import type { SpeechFault, SpeechKind, SpeechPurpose, SpeechSettings } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { splitAddress, wholeSettings, withQuery } from './speech.policy.ts';
import { findChosen, findHearing, findService, type ServiceRow, sealedWebhookSecret } from './speech.store.ts';

/** A service ready to be asked: its key and its address are open, so it is never logged, kept or shown. */
export interface Service {
  readonly merchantId: string;
  readonly id: string;
  /** Another one: settings or key are others. */
  readonly rev: number;
  readonly purpose: SpeechPurpose;
  readonly kind: SpeechKind;
  readonly settings: SpeechSettings;
  readonly key: string;
}

/** What came of one real exchange. */
export interface Tested {
  readonly ms: number;
  readonly fault: SpeechFault | null;
  readonly said: string;
  /** What a synthesiser spoke, A-law. */
  readonly sound?: Uint8Array;
}

/** A sealed key belongs to its row. */
export const sealContext = (merchantId: string, id: string): string => `speech ${merchantId} ${id}`;
export const webhookContext = (merchantId: string): string => `webhook ${merchantId}`;

/** The query of its address as it is asked; a row of an earlier release has it in the settings. */
export const queryOf = (
  row: Pick<ServiceRow, 'id' | 'settings' | 'querySealed'>,
  merchantId: string,
  secrets: Secrets,
): string =>
  row.querySealed === null
    ? splitAddress(row.settings.url).query
    : secrets.open(row.querySealed, sealContext(merchantId, row.id));

export const openService = (row: ServiceRow, merchantId: string, secrets: Secrets): Service => ({
  merchantId,
  id: row.id,
  rev: row.rev,
  purpose: row.purpose,
  kind: row.kind,
  settings: { ...wholeSettings(row.settings), url: withQuery(row.settings.url, queryOf(row, merchantId, secrets)) },
  key: row.keySealed === null ? '' : secrets.open(row.keySealed, sealContext(merchantId, row.id)),
});

/** What the merchant chose for a purpose; null: nothing (the built-in voice speaks, nobody listens or thinks). */
export const chosenService = async (
  db: MerchantDb,
  secrets: Secrets,
  purpose: SpeechPurpose,
): Promise<Service | null> => {
  const row = await findChosen(db, purpose);
  return row === undefined ? null : openService(row, db.merchantId, secrets);
};

/** A voice of the merchant's by its id; null: there is none, or not any more. */
export const voiceService = async (db: MerchantDb, secrets: Secrets, id: string): Promise<Service | null> => {
  const row = await findService(db, id);
  return row === undefined || row.purpose !== 'synthesiser' ? null : openService(row, db.merchantId, secrets);
};

/** What listens on a line; null: nobody, and only keys and real-time text count. */
export const recogniserOnLine = async (db: MerchantDb, secrets: Secrets, lineId: string): Promise<Service | null> => {
  const line = await findHearing(db, lineId);
  if (line === undefined || !line.hears) return null;
  if (line.recogniserId === null) return await chosenService(db, secrets, 'recogniser');
  const row = await findService(db, line.recogniserId);
  return row === undefined || row.purpose !== 'recogniser' ? null : openService(row, db.merchantId, secrets);
};

/** What the merchant's webhooks are signed with; null: they are not. */
export const webhookSecret = async (db: MerchantDb, secrets: Secrets): Promise<string | null> => {
  const sealed = await sealedWebhookSecret(db);
  return sealed === null ? null : secrets.open(sealed, webhookContext(db.merchantId));
};
