/**
 * A removal is taken back (docs/pages.md#what-is-taken-back): its rows as they were, with their ids, so that what named them names them again.
 * Whose place was taken meanwhile, by a name or a version, or whose place is gone stays removed, and a sentence says so.
 */
import {
  type AuditAction,
  blacklistEndpoints,
  helpEndpoints,
  holds,
  keywordEndpoints,
  limits,
  noticeEndpoints,
  oaEndpoints,
  planEndpoints,
  type RemovalKind,
  type Right,
  roleEndpoints,
  updateLogEndpoints,
} from '@lianxian/contract';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { deleteRemoval, lockRemoval, putBack } from './removals.store.ts';

interface Way {
  /** That of the removal. */
  readonly right: Right;
  readonly action: AuditAction;
}

const ways: Readonly<Record<RemovalKind, Way>> = {
  plan: { right: planEndpoints.remove.right, action: 'plan.undo' },
  blacklist: { right: blacklistEndpoints.remove.right, action: 'blacklist.undo' },
  keywords: { right: keywordEndpoints.removeGroup.right, action: 'keywords.undo' },
  notice: { right: noticeEndpoints.remove.right, action: 'notice.undo' },
  article: { right: helpEndpoints.remove.right, action: 'article.undo' },
  update: { right: updateLogEndpoints.remove.right, action: 'update.undo' },
  role: { right: roleEndpoints.remove.right, action: 'role.undo' },
  position: { right: oaEndpoints.removePosition.right, action: 'position.undo' },
  department: { right: oaEndpoints.removeDepartment.right, action: 'department.undo' },
};

/** What a room sees to when a thing of its own is back: it may refuse, and answers what is told after the commit. */
export type Restored = (
  back: { readonly tx: UnscopedDb; readonly own: MerchantDb; readonly target: string },
  context: SignedInContext,
) => Promise<(() => void) | undefined>;
export type RestoredByKind = Partial<Readonly<Record<RemovalKind, Restored>>>;

/** unique_violation, foreign_key_violation (PostgreSQL, appendix A). */
const refusedFor = { '23505': 'undoTaken', '23503': 'undoGone' } as const;
const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code ?? '');

const gone = () => refuse('notFound', { what: 'removal' });

const placed = async (tx: UnscopedDb, own: MerchantDb, id: string): Promise<void> => {
  try {
    if (!(await putBack(tx, own.merchantId, id))) throw gone();
  } catch (error) {
    const code = codeOf(error);
    if (code === '23505' || code === '23503') throw refuse(refusedFor[code]);
    throw error;
  }
};

export const undoRemoval = async (
  unscopedDb: UnscopedDb,
  restored: RestoredByKind,
  id: string,
  context: SignedInContext,
): Promise<void> => {
  const { session, at } = context;
  const tell = await inTransaction(unscopedDb, async tx => {
    const own = merchantDb(tx, session.merchantId, session);
    const removal = await lockRemoval(own, id, later(at, -limits.undoMs));
    if (removal === undefined) throw gone();
    const { kind, target, name, facts } = removal;
    const { right, action } = ways[kind];
    if (!holds(session, right)) throw refuse('noRight');
    await placed(tx, own, id);
    const after = await restored[kind]?.({ tx, own, target }, context);
    await deleteRemoval(own, id);
    await recordAudit(own, { action, target, name, after: facts }, auditBy(context));
    return after;
  });
  tell?.();
};
