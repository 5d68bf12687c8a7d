import type { MerchantDb } from '../../platform/db/index.ts';

/** Whom a call was with, and what is known of them; undefined: nobody sees such a call. */
export const personOfCall = async (db: MerchantDb, id: string) => {
  const row = await db
    .selectFrom('call')
    .leftJoin('callTranscript', join =>
      join.onRef('callTranscript.merchantId', '=', 'call.merchantId').onRef('callTranscript.callId', '=', 'call.id'),
    )
    .select(['call.phone', 'call.calleeName', 'call.variables', 'call.taskId', 'callTranscript.facts'])
    .where('call.id', '=', id)
    .where('call.removedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { phone, calleeName: name, variables, taskId, facts } = row;
  return {
    phone,
    name,
    taskId,
    callId: id,
    values: { ...(name !== '' && { 姓名: name }), ...variables, ...facts?.answers },
  };
};
