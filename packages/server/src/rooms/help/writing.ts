import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { type AuditEntry, auditBy, recordAudit } from '../audit/index.ts';
import { type Goes, keepRemoved } from '../removals/index.ts';

type Audit = (entry: AuditEntry) => Promise<void>;
/** Keeps what is about to be removed; what takes it back. */
type Keep = (removed: Parameters<typeof keepRemoved>[1], goes: readonly Goes[]) => Promise<string>;

/**
 * A write to what all merchants read, in one transaction with its audit row, which stands with the writer's own merchant, as
 * does what it removes.
 */
export const writing = <R>(
  unscopedDb: UnscopedDb,
  context: SignedInContext,
  work: (tx: UnscopedDb, audit: Audit, keep: Keep) => Promise<R>,
): Promise<R> =>
  inTransaction(unscopedDb, tx => {
    const own = merchantDb(tx, context.session.merchantId);
    return work(
      tx,
      entry => recordAudit(own, entry, auditBy(context)),
      (removed, goes) => keepRemoved(own, removed, { goes, at: context.at }),
    );
  });
