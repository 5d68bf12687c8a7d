import type { MerchantDb } from '../../platform/db/index.ts';

/** What is known of whom a call was with: what its list said, and what was answered. Undefined: nobody sees such a call. */
export const valuesOfCall = async (
  db: MerchantDb,
  id: string,
): Promise<Readonly<Record<string, string>> | undefined> => {
  const row = await db
    .selectFrom('call')
    .leftJoin('callTranscript', join =>
      join.onRef('callTranscript.merchantId', '=', 'call.merchantId').onRef('callTranscript.callId', '=', 'call.id'),
    )
    .select(['call.variables', 'call.calleeName', 'callTranscript.facts'])
    .where('call.id', '=', id)
    .where('call.removedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...(row.calleeName !== '' && { 姓名: row.calleeName }), ...row.variables, ...row.facts?.answers };
};

/** Whom a call that lives is with. */
export const whoIsCalled = async (db: MerchantDb, id: string) =>
  await db
    .selectFrom('call')
    .select(['call.phone', 'call.calleeName as name', 'call.variables', 'call.taskId', 'call.ownerId'])
    .where('call.id', '=', id)
    .executeTakeFirst();
