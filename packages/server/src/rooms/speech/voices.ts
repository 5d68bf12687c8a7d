import type { MerchantDb } from '../../platform/db/index.ts';
import { latelyOf } from './minutes.store.ts';
import { findService, listServices, lockServices } from './speech.store.ts';
import { voiceOf } from './speech.view.ts';

/** The voices that plans of a merchant choose of, and how they did in the last 24 hours. */
export const voicesToChoose = async (db: MerchantDb, at: Date) => {
  const [rows, lately] = await Promise.all([listServices(db), latelyOf(db, at)]);
  return rows.filter(({ purpose }) => purpose === 'synthesiser').map(row => voiceOf(row, lately.get(row.id)));
};

/** Those that one may choose now, without how they did. */
export const voicesNow = async (db: MerchantDb) =>
  (await listServices(db)).filter(({ purpose }) => purpose === 'synthesiser').map(row => voiceOf(row, undefined));

/** The same, of which none goes until the transaction ends. */
export const voicesHeld = async (tx: MerchantDb) => {
  await lockServices(tx);
  return voicesNow(tx);
};

/** Whether a merchant has a voice of this id. */
export const hasVoice = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await findService(db, id))?.purpose === 'synthesiser';
