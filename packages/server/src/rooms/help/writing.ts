import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { type AuditEntry, auditBy, recordAudit } from '../audit/index.ts';

type Audit = (entry: AuditEntry) => Promise<void>;

/** A write to what all merchants read, in one transaction with its audit row, which stands with the writer's own merchant. */
export const writing = <R>(
  unscopedDb: UnscopedDb,
  context: SignedInContext,
  work: (tx: UnscopedDb, audit: Audit) => Promise<R>,
): Promise<R> =>
  inTransaction(unscopedDb, tx =>
    work(tx, entry => recordAudit(merchantDb(tx, context.session.merchantId), entry, auditBy(context))),
  );
