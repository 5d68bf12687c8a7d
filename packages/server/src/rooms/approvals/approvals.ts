import { APPROVAL_HOURS, stored } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { merchantSettingsOf } from '../settings/index.ts';
import {
  approversBeside,
  countWaiting,
  insertRequest,
  lockAsker,
  nameOf,
  noteBegun,
  sumBegun,
} from './approvals.store.ts';

const HOUR_MS = 3_600_000;
/** What was asked for before that has expired. */
export const asksSince = (at: Date): Date => later(at, -APPROVAL_HOURS * HOUR_MS);

/** Of one person at a time. */
const MOST_WAITING = 20;

interface Asked {
  /** Of the batch task it would be. */
  readonly kind: string;
  readonly title: string;
  readonly input: unknown;
  readonly count: () => Promise<number>;
  /** What is counted. */
  readonly of: 'calls' | 'rows';
}

/** What one person exports within that counts together: many small ones are a large one. */
const TOGETHER_MS = 24 * HOUR_MS;

/**
 * Begins an export, or asks for a second person's word where the merchant wants one for so many calls or rows, in one export or in all
 * that a person began within a day, and tells who may give it: then it is no batch task yet. What begins counts from then on; what
 * could not begin does not.
 */
export const beginOrAsk = async (
  { count, of, ...asked }: Asked,
  context: SignedInContext,
  push: Pick<PushSender, 'toEmployee'>,
  begin: (tx: MerchantDb) => Promise<string>,
): Promise<{ readonly batchId: string | null }> => {
  const { db, session, at } = context;
  const { exportRows } = await merchantSettingsOf(db);
  if (exportRows === 0) return { batchId: await db.transaction(begin) };
  const calls = await count();
  const askedBy = session.employeeId;
  const { batchId, told } = await db.transaction(async tx => {
    await lockAsker(tx, askedBy);
    if (calls + (await sumBegun(tx, askedBy, later(at, -TOGETHER_MS))) <= exportRows) {
      await noteBegun(tx, askedBy, calls);
      return { batchId: await begin(tx), told: null };
    }
    if ((await countWaiting(tx, asksSince(at), askedBy, MOST_WAITING)) === MOST_WAITING)
      throw refuse('tooManyRequests', { limit: MOST_WAITING });
    const id = await insertRequest(tx, { ...asked, askedBy, calls });
    await recordAudit(tx, { action: 'export.ask', target: id, after: { calls } }, auditBy(context));
    const told = { approvers: await approversBeside(tx, askedBy), who: await nameOf(tx, askedBy) };
    return { batchId: null, told };
  });
  if (told === null) return { batchId };
  const msg = stored([of === 'calls' ? 'exportAsked' : 'exportRowsAsked', { who: told.who, n: calls }]);
  for (const approver of told.approvers) push.toEmployee(db.merchantId, approver, { type: 1, msg });
  return { batchId };
};
