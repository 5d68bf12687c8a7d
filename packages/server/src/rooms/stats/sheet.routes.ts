import { statEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { askedBy } from './read.ts';
import { type StatSheetWish, startStatSheet } from './sheet.batch.ts';

const start = async (
  wish: Omit<StatSheetWish, 'language'>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<{ batchId: string }> => {
  const { db, session, locale } = context;
  await askedBy(unscopedDb, db, wish.filter);
  return await db.transaction(async tx => {
    const batchId = await startStatSheet(tx, session.employeeId, { ...wish, language: locale });
    const after = { by: wish.by, ...wish.filter };
    await recordAudit(tx, { action: 'stat.export', target: batchId, after }, auditBy(context));
    return { batchId };
  });
};

export const bindStatSheets = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, statEndpoints.planSheet, (filter, context) =>
    start({ of: 'plans', by: 'version', filter }, context, unscopedDb),
  );
  bind(front, statEndpoints.levelSheet, ({ by, ...filter }, context) =>
    start({ of: 'levels', by, filter }, context, unscopedDb),
  );
  bind(front, statEndpoints.portSheet, ({ by, ...filter }, context) =>
    start({ of: 'ports', by, filter }, context, unscopedDb),
  );
};
