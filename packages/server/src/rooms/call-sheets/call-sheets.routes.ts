import { callEndpoints, type InputOf } from '@lianxian/contract';
import { bind, type Front, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { mayFilter, seesPhones } from '../records/index.ts';
import { startExport } from './export.batch.ts';

const exportCalls = async (
  filter: InputOf<typeof callEndpoints.export>,
  context: SignedInContext,
): Promise<{ batchId: string }> => {
  await mayFilter(filter, context);
  const { db, session, locale } = context;
  return await db.transaction(async tx => {
    const wish = { filter, seesPhones: seesPhones(context), language: locale, origin: context.origin };
    const batchId = await startExport(tx, session.employeeId, wish);
    const { ids, ...filteredBy } = filter;
    const after = { ...filteredBy, ...(ids && { calls: ids.length }) };
    await recordAudit(tx, { action: 'call.export', target: batchId, after }, auditBy(context));
    return { batchId };
  });
};

/** `call/export`: calls as a sheet. */
export const bindCallSheets = (front: Front): void => {
  bind(front, callEndpoints.export, exportCalls);
};
