import { type InputOf, numberFileEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, type SignedInContext } from '../../platform/http/index.ts';
import { allowSearch, auditBy, recordAudit } from '../audit/index.ts';
import { startNumberFile } from './number-file.batch.ts';
import { phoneOf, readNumberFile } from './number-file.ts';

type Whose = InputOf<typeof numberFileEndpoints.read>;

/** The number that is meant; a written one counts as searched for. @throws badInput, notFound, searchesOut */
const meant = async (whose: Whose, context: SignedInContext): Promise<string> => {
  const phone = await phoneOf(context.db, whose);
  if (whose.phone !== undefined) await allowSearch(context, phone);
  return phone;
};

/** One number over all tasks, for who answers a complaint; whoever opens it is in the audit. */
export const bindNumberFile = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, numberFileEndpoints.read, async (whose, context) => {
    const { db, session, locale: language } = context;
    const phone = await meant(whose, context);
    await recordAudit(db, { action: 'numberFile.open', after: { phone } }, auditBy(context));
    return await readNumberFile(unscopedDb, db, phone, { language, seesPhones: session.buttons.has('phone:unmask') });
  });
  bind(front, numberFileEndpoints.export, async (whose, context) => {
    const { db, session, locale: language } = context;
    const phone = await meant(whose, context);
    const batchId = await db.transaction(async tx => {
      const wish = { phone, language, seesPhones: session.buttons.has('phone:unmask') };
      const id = await startNumberFile(tx, session.employeeId, wish);
      await recordAudit(tx, { action: 'numberFile.export', target: id, after: { phone } }, auditBy(context));
      return id;
    });
    return { batchId };
  });
};
