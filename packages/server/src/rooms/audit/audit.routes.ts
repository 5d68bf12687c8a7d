import { auditEndpoints, type InputOf, limits, type OutputOf } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { type AuditWish, auditBatch, COUNTED, type StartExport } from './audit.sheet.ts';
import { countAudit, findAudit, findPeople, listAudit } from './audit.store.ts';
import { auditView, seenFacts } from './audit.view.ts';
import { auditBy, recordAudit } from './record.store.ts';

/** Of room approvals, which stands above this one too: the export begins, or waits for a second person. */
type BeginOrAsk = (
  asked: {
    readonly kind: string;
    readonly title: string;
    readonly input: AuditWish;
    readonly count: () => Promise<number>;
    readonly of: 'rows';
  },
  context: SignedInContext,
  begin: (tx: MerchantDb) => Promise<string>,
) => Promise<OutputOf<typeof auditEndpoints.export>>;

interface AuditParts {
  readonly startExport: StartExport;
  readonly beginOrAsk: BeginOrAsk;
}

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

const exportAudit = async (
  filter: InputOf<typeof auditEndpoints.export>,
  context: SignedInContext,
  { startExport, beginOrAsk }: AuditParts,
): Promise<OutputOf<typeof auditEndpoints.export>> => {
  const { db, session, locale: language } = context;
  const { type, ...batch } = auditBatch({ filter, seesPhones: seesPhones(context), language });
  const count = () => countAudit(db, filter, COUNTED);
  return await beginOrAsk({ ...batch, count, of: 'rows' }, context, async tx => {
    const batchId = await startExport(tx, { ...batch, type, createdBy: session.employeeId });
    await recordAudit(tx, { action: 'audit.export', target: batchId, after: filter }, auditBy(context));
    return batchId;
  });
};

/** Everybody reads the audit of the own merchant: an owner, a reseller its own, the platform its own. */
export const bindAudit = (front: Front, parts: AuditParts): void => {
  bind(front, auditEndpoints.list, list);
  bind(front, auditEndpoints.detail, ({ id }, context) => detail(id, context));
  bind(front, auditEndpoints.people, async ({ q = '' }, { db }) => ({ list: await findPeople(db, q) }));
  bind(front, auditEndpoints.export, (filter, context) => exportAudit(filter, context, parts));
};
