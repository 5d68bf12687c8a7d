import { callEndpoints, type InputOf, stored } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { beginOrAsk } from '../approvals/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { filterFor, mayFilter, seesPhones } from '../records/index.ts';
import { EXPORT_CALLS, type ExportWish, startExport } from './export.batch.ts';
import { countAll } from './export.store.ts';

interface Parts {
  readonly unscopedDb: UnscopedDb;
  readonly push: Pick<PushSender, 'toEmployee'>;
}

const exportCalls = async (
  filter: InputOf<typeof callEndpoints.export>,
  context: SignedInContext,
  { unscopedDb, push }: Parts,
): Promise<{ batchId: string | null }> => {
  await mayFilter(filter, context);
  const { db, session, locale } = context;
  const wanted = await filterFor(unscopedDb, filter, seesPhones(context));
  const wish: ExportWish = { filter, seesPhones: seesPhones(context), language: locale, origin: context.origin };
  const count = () => countAll(db, wanted);
  const asks = { kind: EXPORT_CALLS, title: stored(['callSheet']), input: wish, count, of: 'calls' } as const;
  return await beginOrAsk(asks, context, push, async tx => {
    const batchId = await startExport(tx, session.employeeId, wish);
    const { ids, ...filteredBy } = filter;
    const after = { ...filteredBy, ...(ids && { calls: ids.length }) };
    await recordAudit(tx, { action: 'call.export', target: batchId, after }, auditBy(context));
    return batchId;
  });
};

/** `call/export`: calls as a sheet. */
export const bindCallSheets = (front: Front, parts: Parts): void => {
  bind(front, callEndpoints.export, (filter, context) => exportCalls(filter, context, parts));
};
