/**
 * A removal is taken back (docs/pages.md#what-is-taken-back): its rows as they were, with their ids, so that what named them names them again.
 * Whose place was taken meanwhile, by a name or a version, or whose place is gone stays removed, and a sentence says so.
 */
import {
  type AuditAction,
  audioEndpoints,
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
  sharedListEndpoints,
  smsEndpoints,
  updateLogEndpoints,
  whitelistEndpoints,
} from '@lianxian/contract';
import {
  inTransaction,
  type MerchantDb,
  merchantDb,
  throughDeadlocks,
  type UnscopedDb,
} from '../../platform/db/index.ts';
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
  whitelist: { right: whitelistEndpoints.remove.right, action: 'whitelist.undo' },
  sharedList: { right: sharedListEndpoints.remove.right, action: 'sharedList.undo' },
  keywords: { right: keywordEndpoints.removeGroup.right, action: 'keywords.undo' },
  voice: { right: audioEndpoints.remove.right, action: 'voice.undo' },
  notice: { right: noticeEndpoints.remove.right, action: 'notice.undo' },
  article: { right: helpEndpoints.remove.right, action: 'article.undo' },
  update: { right: updateLogEndpoints.remove.right, action: 'update.undo' },
  role: { right: roleEndpoints.remove.right, action: 'role.undo' },
  position: { right: oaEndpoints.removePosition.right, action: 'position.undo' },
  smsTemplate: { right: smsEndpoints.removeTemplate.right, action: 'sms.template.undo' },
  department: { right: oaEndpoints.removeDepartment.right, action: 'department.undo' },
};

/** What a room sees to when a thing of its own comes back. */
export interface Restored {
  /** Before its rows are there: takes the lock that changes of such things take. Who asks, as he is under it. */
  readonly before?: (tx: UnscopedDb, request: SignedInContext) => Promise<SignedInContext>;
  /** It may refuse what saving refuses, and answers what is told after the commit. */
  readonly after: (
    back: { readonly tx: UnscopedDb; readonly own: MerchantDb; readonly target: string },
    context: SignedInContext,
  ) => Promise<(() => void) | undefined>;
}
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

const undoOnce = (unscopedDb: UnscopedDb, restored: RestoredByKind, id: string, request: SignedInContext) =>
  inTransaction(unscopedDb, async tx => {
    const { merchantId } = request.session;
    const removal = await lockRemoval(merchantDb(tx, merchantId), id, later(request.at, -limits.undoMs));
    if (removal === undefined) throw gone();
    const { kind, target, name, facts } = removal;
    const { right, action } = ways[kind];
    if (!holds(request.session, right)) throw refuse('noRight');
    const context = (await restored[kind]?.before?.(tx, request)) ?? request;
    if (!holds(context.session, right)) throw refuse('noRight');
    const own = merchantDb(tx, merchantId, context.session);
    await placed(tx, own, id);
    const tell = await restored[kind]?.after({ tx, own, target }, context);
    await deleteRemoval(own, id);
    await recordAudit(own, { action, target, name, after: facts }, auditBy(context));
    return tell;
  });

export const undoRemoval = async (
  unscopedDb: UnscopedDb,
  restored: RestoredByKind,
  id: string,
  request: SignedInContext,
): Promise<void> => {
  // Two may wait for each other's names.
  const tell = await throughDeadlocks(() => undoOnce(unscopedDb, restored, id, request));
  tell?.();
};
