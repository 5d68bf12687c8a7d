import { approvalEndpoints, type OutputOf, stored, storedText } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { countWaiting, decide, listWaiting, lockWaiting, nameOf, type WaitingRequest } from './approvals.store.ts';
import { asksSince } from './approvals.ts';

/** Starts what waited, as who asked for it; the batch task's id. */
type Start = (tx: MerchantDb, askedBy: string, input: unknown) => Promise<string>;

interface Parts {
  readonly push: Pick<PushSender, 'toEmployee'>;
  /** By kind of batch task. */
  readonly start: Readonly<Record<string, Start>>;
}

/** As the request keeps it; written by ourselves. */
const keptOf = ({ input }: Pick<WaitingRequest, 'input'>) =>
  input as { readonly kind: string; readonly title: string; readonly input: unknown };

const MOST_COUNTED = 100;

const list = async (
  { limit }: { limit: number },
  { db, session, at, locale }: SignedInContext,
): Promise<OutputOf<typeof approvalEndpoints.list>> => {
  const askedBy = session.buttons.has('export:approve') ? null : session.employeeId;
  const [rows, total] = await Promise.all([
    listWaiting(db, asksSince(at), askedBy, limit),
    countWaiting(db, asksSince(at), askedBy, MOST_COUNTED),
  ]);
  return {
    list: rows.map(row => ({
      id: row.id,
      title: storedText(keptOf(row).title, locale),
      calls: row.calls,
      askedBy: row.name,
      askedAt: row.askedAt.toISOString(),
      mine: row.askedBy === session.employeeId,
    })),
    total,
  };
};

/** Nobody decides over what he asked for himself, whoever he is. */
const decideOver = async (
  id: string,
  state: 'approved' | 'refused',
  context: SignedInContext,
  { push, start }: Parts,
): Promise<Record<string, never>> => {
  const { db, session, at } = context;
  const { askedBy, who } = await db.transaction(async tx => {
    const asked = await lockWaiting(tx, asksSince(at), id);
    if (asked === undefined) throw refuse('exportGone');
    if (asked.askedBy === session.employeeId) throw refuse('ownExport');
    const { kind, input } = keptOf(asked);
    const begin = start[kind];
    if (begin === undefined) throw new Error(`nobody carries out exports of kind ${kind}`);
    const batchId = state === 'approved' ? await begin(tx, asked.askedBy, input) : null;
    await decide(tx, { id, state, by: session.employeeId, at, batchId });
    const action = state === 'approved' ? 'export.approve' : 'export.refuse';
    await recordAudit(tx, { action, target: id, after: { calls: asked.calls } }, auditBy(context));
    return { askedBy: asked.askedBy, who: await nameOf(tx, session.employeeId) };
  });
  const key = state === 'approved' ? 'exportApproved' : 'exportRefused';
  push.toEmployee(db.merchantId, askedBy, { type: 1, msg: stored([key, { who }]) });
  return {};
};

/** `approval/…`: exports that wait for a second person. */
export const bindApprovals = (front: Front, parts: Parts): void => {
  bind(front, approvalEndpoints.list, list);
  bind(front, approvalEndpoints.approve, ({ id }, context) => decideOver(id, 'approved', context, parts));
  bind(front, approvalEndpoints.refuse, ({ id }, context) => decideOver(id, 'refused', context, parts));
};
