import { sql, type Transaction } from 'kysely';
import type { Tables, UnscopedDb } from '../../platform/db/index.ts';
import type { LadderMessage } from './ladders.ts';

interface Filed {
  readonly merchantId: string;
  readonly call: string;
  readonly ladder?: readonly LadderMessage[] | null;
}

/** Files the SIP of a call with its record; over a line that is lent it says where that leads, which is its lender's to know. */
export const fileLadder = async (tx: Transaction<Tables>, { merchantId, call, ladder }: Filed): Promise<void> => {
  if (!ladder) return;
  await sql`
    insert into call_ladder (merchant_id, call_id, messages)
    select call.merchant_id, call.id, ${JSON.stringify(ladder)}::jsonb
    from call join line on line.merchant_id = call.merchant_id and line.id = call.line_id and line.lender_id is null
    where call.merchant_id = ${merchantId} and call.id = ${call}`.execute(tx);
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
