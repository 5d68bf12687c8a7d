import type { InputOf, seatWorkEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { changeType } from '../call-acts/index.ts';
import { promiseCall } from '../call-backs/index.ts';
import { keepNote } from '../follow-ups/index.ts';
import { correctLevel } from '../grading/index.ts';
import { tellFiled } from '../records/index.ts';
import { type OwnCall, ownCall, writeTags } from './own-call.store.ts';

interface WrapUpParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

type Wish = InputOf<typeof seatWorkEndpoints.wrapUp>;

const setTags = (call: OwnCall, tags: readonly string[], context: SignedInContext): Promise<void> =>
  context.db.transaction(async tx => {
    const after = [...new Set(tags)];
    await writeTags(tx, call.id, after);
    const change = { before: { tags: call.tags.join(' ') }, after: { tags: after.join(' ') } };
    await recordAudit(tx, { action: 'call.tags', target: call.id, ...change }, auditBy(context));
  });

/**
 * What a seat makes of its call once it is over. Each part is done by the room that owns it, as if it had been asked for there; sent
 * again it comes to the same.
 */
export const wrapUp = async (
  wish: Wish,
  context: SignedInContext,
  parts: WrapUpParts,
): Promise<Record<string, never>> => {
  const { db, session } = context;
  const { callId: id, customerType, level, tags, note, nextCallAt } = wish;
  const call = await ownCall(db, session.employeeId, id);
  if (call === undefined) throw refuse('notFound', { what: 'call' });
  if (call.stage !== 'ended') throw refuse('callNotOver');
  if (customerType !== undefined) await changeType({ id, cateType: customerType }, context, parts.unscopedDb);
  if (level !== undefined && level !== call.level)
    await correctLevel({ id, level, was: call.level ?? 'none', why: note ?? '' }, context, parts);
  if (tags !== undefined) await setTags(call, tags, context);
  if (note !== undefined) await db.transaction(tx => keepNote(tx, id, session.employeeId, note));
  if (nextCallAt !== undefined) await promiseCall({ callId: id, at: nextCallAt, note: note ?? '' }, context, parts);
  tellFiled(parts.push, session.merchantId, { id, level: null, owner: null });
  return {};
};
