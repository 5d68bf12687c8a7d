import { inTransaction, lockPeople, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { liveSessionsWith } from '../accounts/index.ts';
import { type AuditEntry, auditBy, recordAudit } from '../audit/index.ts';
import { type Goes, keepRemoved } from '../removals/index.ts';

export interface StaffParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
}

/** Whom a change concerns: what they may is looked at anew at once, on the server and on their pages. */
interface Concerned {
  /** Null: everybody of the merchant. */
  readonly people?: readonly string[] | null;
  /** Sessions that ended. */
  readonly sessions?: readonly string[];
}

/** One change of the merchant's people; `done` is told after the commit. */
export interface Change {
  readonly tx: MerchantDb;
  readonly house: UnscopedDb;
  readonly context: SignedInContext;
  readonly audit: (entry: AuditEntry) => Promise<void>;
  /** Keeps what is about to be removed; what takes it back. */
  readonly keep: (removed: Parameters<typeof keepRemoved>[1], goes: readonly Goes[]) => Promise<string>;
  readonly concerns: (whom: Concerned) => void;
}

/**
 * Who asks, as he is under the lock: whoever waited behind the change that took his rights away has them no more, or he
 * would make himself a way back in.
 */
const askedAnew = async (house: UnscopedDb, context: SignedInContext): Promise<SignedInContext> => {
  const { id } = context.session;
  const session = (await liveSessionsWith(house, { now: () => context.at })([id])).get(id);
  if (session === undefined) throw refuse('signedOut');
  if (!session.rights.has('myStaff')) throw refuse('noRight');
  return { ...context, session };
};

/** Takes the merchant's lock; who asks, as he is under it. */
export const lockedPeople = async (house: UnscopedDb, request: SignedInContext): Promise<SignedInContext> => {
  await lockPeople(house, request.session.merchantId);
  return await askedAnew(house, request);
};

/** Carries out a change under the merchant's lock, and tells push of whom it concerns once it is committed. */
export const change = async <R>(
  { unscopedDb, push }: StaffParts,
  request: SignedInContext,
  work: (change: Change) => Promise<R>,
): Promise<R> => {
  const { merchantId } = request.session;
  const told: Concerned[] = [];
  const result = await inTransaction(unscopedDb, async house => {
    const context = await lockedPeople(house, request);
    const tx = merchantDb(house, merchantId, context.session);
    return await work({
      tx,
      house,
      context,
      audit: entry => recordAudit(tx, entry, auditBy(context)),
      keep: (removed, goes) => keepRemoved(tx, removed, { goes, at: context.at }),
      concerns: whom => told.push(whom),
    });
  });
  for (const { people, sessions = [] } of told) {
    for (const session of sessions) push.revoked(session);
    if (people !== undefined && people?.length !== 0) push.rightsChanged(merchantId, people);
  }
  return result;
};
