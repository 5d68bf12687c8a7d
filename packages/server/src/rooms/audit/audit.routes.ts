import { auditEndpoints, type InputOf, limits, type OutputOf, stored } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { type AuditWish, EXPORT_AUDIT } from './audit.sheet.ts';
import { countAudit, findAudit, findPeople, listAudit } from './audit.store.ts';
import { auditView, seenFacts } from './audit.view.ts';
import { auditBy, recordAudit } from './record.store.ts';

/** Starts a batch of room batches, which stands above this one; its id. */
type StartExport = (
  tx: MerchantDb,
  batch: {
    readonly kind: string;
    readonly title: string;
    readonly type: 1;
    readonly input: AuditWish;
    readonly createdBy: string;
  },
) => Promise<string>;

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

const list = async (
  { page, limit, after, ...filter }: InputOf<typeof auditEndpoints.list>,
  { db }: SignedInContext,
): Promise<OutputOf<typeof auditEndpoints.list>> => {
  const offset = after === undefined ? pageOf({ page, limit }).offset : 0;
  const [rows, total] = await Promise.all([
    listAudit(db, filter, { limit, offset, after: after ?? null }),
    countAudit(db, filter, limits.lastRow),
  ]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(auditView),
    total: Math.min(total, limits.lastRow),
    ...(total > limits.lastRow && { more: true }),
    after: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};

const detail = async (id: string, context: SignedInContext): Promise<OutputOf<typeof auditEndpoints.detail>> => {
  const row = await findAudit(context.db, id);
  if (row === undefined) throw refuse('notFound', { what: 'auditEntry' });
  const seen = seesPhones(context);
  return { ...auditView(row), before: seenFacts(row.before, seen), after: seenFacts(row.after, seen) };
};

/** Everybody reads the audit of the own merchant: an owner, a reseller its own, the platform its own. */
export const bindAudit = (front: Front, startExport: StartExport): void => {
  bind(front, auditEndpoints.list, list);
  bind(front, auditEndpoints.detail, ({ id }, context) => detail(id, context));
  bind(front, auditEndpoints.people, async ({ q = '' }, { db }) => ({ list: await findPeople(db, q) }));
  bind(front, auditEndpoints.export, async (filter, context) => {
    const { db, session, locale: language } = context;
    const title = stored(['auditSheet']);
    const batchId = await db.transaction(async tx => {
      const input = { filter, seesPhones: seesPhones(context), language };
      const id = await startExport(tx, { kind: EXPORT_AUDIT, title, type: 1, input, createdBy: session.employeeId });
      await recordAudit(tx, { action: 'audit.export', target: id, after: filter }, auditBy(context));
      return id;
    });
    return { batchId };
  });
};
