import { type HouseDb, inTransaction, merchantDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { type AuditDeed, auditBy, recordAudit } from '../audit/index.ts';

type Audit = (deed: AuditDeed) => Promise<void>;

/** A write to what all merchants read, in one transaction with its audit row, which stands with the writer's own merchant. */
export const writing = <R>(
  houseDb: HouseDb,
  context: SignedInContext,
  work: (tx: HouseDb, audit: Audit) => Promise<R>,
): Promise<R> =>
  inTransaction(houseDb, tx =>
    work(tx, deed => recordAudit(merchantDb(tx, context.session.merchantId), deed, auditBy(context))),
  );
