/**
 * A merchant is deleted by its owner's word (decision 78):
 *
 *   asked (proof, its number typed) ─ 7 days, to be taken back by the owner or the platform ─▶ due
 *     ─▶ shut: nobody signs in, calls and batches end ─▶ files ─▶ names of what stays ─▶ rows, table by table ─▶ done
 *
 * Each step is found again by the next run; the last one is one transaction. Ledger, balance and audit stay.
 */
import { type InputOf, type keepingEndpoints, stored } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { type Clock, later } from '../../platform/time.ts';
import { findMerchant, platformMerchants, tellPlatform } from '../accounts/index.ts';
import { auditBy, auditByHouse, recordAudit } from '../audit/index.ts';
import { endAllSoon } from '../batches/index.ts';
import { haltMerchant } from '../task-control/index.ts';
import {
  deletionOf,
  dropDeletion,
  dueDeletions,
  endDeletion,
  forgetNames,
  forgetRows,
  forgottenTables,
  hasLiveCalls,
  insertDeletion,
  nextFiles,
  shutMerchant,
} from './deletion.store.ts';

interface DeletionParts {
  readonly db: UnscopedDb;
  readonly push: Pick<PushSender, 'toMerchant' | 'rightsChanged'>;
}

const DAY_MS = 86_400_000;
const WAITS_DAYS = 7;

/** To all of it, and to who looks after the installation. */
const tell = async (
  { db, push }: DeletionParts,
  merchantId: string,
  own: 'deletionAsked' | 'deletionTakenBack',
  number: string,
): Promise<void> => {
  push.toMerchant(merchantId, { type: 1, msg: stored([own]) });
  const of = own === 'deletionAsked' ? 'deletionAskedBy' : 'deletionTakenBackBy';
  await tellPlatform(db, push, stored([of, { number }]));
};

export const askDeletion = async (
  parts: DeletionParts,
  { number }: InputOf<typeof keepingEndpoints.askDeletion>,
  context: SignedInContext,
): Promise<{ readonly dueAt: string }> => {
  const { merchantId, employeeId } = context.session;
  const merchant = await findMerchant(parts.db, number);
  if (merchant?.id !== merchantId) throw refuse('merchantNumberOther');
  const dueAt = later(context.at, WAITS_DAYS * DAY_MS);
  const isNew = await inTransaction(parts.db, async tx => {
    const own = merchantDb(tx, merchantId);
    if (!(await insertDeletion(own, { askedBy: employeeId, askedAt: context.at, dueAt }))) return false;
    const after = { dueAt: dueAt.toISOString() };
    await recordAudit(own, { action: 'merchant.askDeletion', target: merchantId, after }, auditBy(context));
    return true;
  });
  if (isNew) await tell(parts, merchantId, 'deletionAsked', number);
  const kept = await deletionOf(parts.db, merchantId);
  return { dueAt: (kept?.dueAt ?? dueAt).toISOString() };
};

/** By its owner, or by the platform: then the audit of both says so. */
export const takeDeletionBack = async (
  parts: DeletionParts,
  { id: merchantId, number }: { readonly id: string; readonly number: string },
  context: SignedInContext,
): Promise<void> => {
  const entry = { action: 'merchant.keep', target: merchantId, name: number } as const;
  const wasAsked = await inTransaction(parts.db, async tx => {
    if (!(await dropDeletion(tx, merchantId, context.at))) return false;
    await recordAudit(merchantDb(tx, context.session.merchantId), entry, auditBy(context));
    if (context.session.merchantId !== merchantId)
      await recordAudit(merchantDb(tx, merchantId), entry, auditByHouse(context.at));
    return true;
  });
  if (!wasAsked) throw refuse('notFound', { what: 'deletion' });
  await tell(parts, merchantId, 'deletionTakenBack', number);
};

interface JobParts extends DeletionParts {
  readonly files: FileStore;
  readonly clock: Clock;
}

const FILES_AT_ONCE = 500;
const ROWS_AT_ONCE = 2_000;
const MERCHANTS_AT_ONCE = 20;

const removeFiles = async ({ db, files }: JobParts, merchantId: string, signal: AbortSignal): Promise<void> => {
  for (let after = '0'; !signal.aborted; ) {
    const found = await nextFiles(db, merchantId, after, FILES_AT_ONCE);
    for (const { path } of found) {
      await files.remove(path);
      // The words of a recording lie beside it.
      if (path.endsWith('.wav')) await files.remove(path.replace(/wav$/, 'jsonl'));
    }
    const last = found.at(-1);
    if (last === undefined || found.length < FILES_AT_ONCE) return;
    after = last.id;
  }
};

/** Round by round over the tables, for one's rows are named by another's; a round in which none went is a defect. */
const removeRows = async ({ db }: JobParts, merchantId: string, signal: AbortSignal): Promise<void> => {
  for (let waiting = await forgottenTables(db); waiting.length > 0; ) {
    const left: string[] = [];
    let gone = 0;
    for (const table of waiting)
      for (let rows: number | null = ROWS_AT_ONCE; rows !== 0; gone += rows ?? 0) {
        if (signal.aborted) return;
        rows = await forgetRows(db, merchantId, table, ROWS_AT_ONCE);
        if (rows !== null) continue;
        left.push(table);
        break;
      }
    if (left.length > 0 && gone === 0) throw new Error(`rows of ${left.join(', ')} name one another`);
    waiting = left;
  }
};

const DONE = { action: 'merchant.deleted' } as const;

const deleteMerchant = async (
  parts: JobParts,
  { id, number }: { readonly id: string; readonly number: string },
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock, push } = parts;
  await haltMerchant(db, { merchantId: id, event: 'stopAll', employeeId: null }, tx => shutMerchant(tx, id));
  push.rightsChanged(id, null);
  // Its calls and batches were told to end, for what they write would come after: the next run finds none.
  const [isWriting, isCalling] = [await endAllSoon(db, id), await hasLiveCalls(db, id)];
  if (isWriting || isCalling) return;
  await removeFiles(parts, id, signal);
  await forgetNames(db, id);
  await removeRows(parts, id, signal);
  if (signal.aborted) return;
  await inTransaction(db, async tx => {
    await endDeletion(tx, id, clock.now());
    for (const about of [id, ...(await platformMerchants(tx))])
      await recordAudit(merchantDb(tx, about), { ...DONE, target: id, name: number }, auditByHouse(clock.now()));
  });
};

/** Merchants whose days are over, one after the other. */
export const deletionJob = (parts: JobParts): Jobs => ({
  deleteMerchants: async (_, signal) => {
    for (const merchant of await dueDeletions(parts.db, parts.clock.now(), MERCHANTS_AT_ONCE))
      if (!signal.aborted) await deleteMerchant(parts, merchant, signal);
  },
});
