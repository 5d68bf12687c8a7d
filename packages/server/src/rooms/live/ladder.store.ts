import type { Transaction } from 'kysely';
import type { Tables, UnscopedDb } from '../../platform/db/index.ts';
import type { LadderMessage } from './ladders.ts';

interface Filed {
  readonly merchantId: string;
  readonly call: string;
  readonly ladder?: readonly LadderMessage[] | null;
}

/** Files the SIP of a call with its record. */
export const fileLadder = async (tx: Transaction<Tables>, { merchantId, call, ladder }: Filed): Promise<void> => {
  if (!ladder) return;
  const row = { merchantId, callId: call, messages: JSON.stringify(ladder) };
  await tx.insertInto('callLadder').values(row).execute();
};

/** The last answers of a filed call. */
export const completeLadder = async (
  db: UnscopedDb,
  merchantId: string,
  call: string,
  messages: readonly LadderMessage[],
): Promise<void> => {
  await db
    .updateTable('callLadder')
    .set({ messages: JSON.stringify(messages) })
    .where('merchantId', '=', merchantId)
    .where('callId', '=', call)
    .execute();
};
