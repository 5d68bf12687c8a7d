import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/**
 * A callee's wish within a call (docs/safety.md#the-wish-not-to-be-called): obeyed for ever, kept with the call in which
 * it was said. What stood there for a time, or came with an import, is the callee's own word from now on; an earlier word
 * stays.
 */
export const blacklistCallee = async (
  tx: UnscopedDb,
  wish: { readonly merchantId: string; readonly phone: string; readonly call: string; readonly reason: string },
): Promise<void> => {
  await sql`
    insert into blacklist as kept (merchant_id, phone, call_id, reason, wish)
    values (${wish.merchantId}, ${wish.phone}, ${wish.call}, ${wish.reason}, true)
    on conflict (merchant_id, phone, coalesce(task_id, 0)) do update set call_id = excluded.call_id, reason = excluded.reason, wish = true,
      expires_at = null, import_id = null, added_by = null
    where not kept.wish`.execute(tx);
};

/**
 * What a rule says after a call: nobody's own word, so that it may be taken off with others. What stands there for ever stays; what
 * would end, or has ended, is for ever from now on.
 */
export const blacklistByRule = async (
  tx: UnscopedDb,
  { merchantId, phone, call, reason }: Parameters<typeof blacklistCallee>[1],
): Promise<void> => {
  await sql`
    insert into blacklist as kept (merchant_id, phone, call_id, reason) values (${merchantId}, ${phone}, ${call}, ${reason})
    on conflict (merchant_id, phone, coalesce(task_id, 0)) do update set call_id = excluded.call_id, reason = excluded.reason,
      expires_at = null, import_id = null, added_by = null
    where kept.expires_at is not null`.execute(tx);
};

/** What somebody answered to a text message: his own word, as one in a call. */
export const blacklistByReply = async (
  tx: UnscopedDb,
  { merchantId, phone, reason }: { readonly merchantId: string; readonly phone: string; readonly reason: string },
): Promise<void> => {
  await sql`
    insert into blacklist as kept (merchant_id, phone, reason, wish) values (${merchantId}, ${phone}, ${reason}, true)
    on conflict (merchant_id, phone, coalesce(task_id, 0)) do update set reason = excluded.reason, wish = true,
      expires_at = null, import_id = null, added_by = null
    where not kept.wish`.execute(tx);
};

/** The number that is on it for what was said in this call, if one may see the call; null: none is. */
export const phoneOfCall = async (db: MerchantDb, call: string): Promise<string | null> =>
  (
    await db
      .selectFrom('call')
      .innerJoin('blacklist', join =>
        join
          .onRef('blacklist.merchantId', '=', 'call.merchantId')
          .onRef('blacklist.phone', '=', 'call.phone')
          .onRef('blacklist.callId', '=', 'call.id'),
      )
      .select('blacklist.phone')
      .where('call.id', '=', call)
      .where('blacklist.taskId', 'is', null)
      .executeTakeFirst()
  )?.phone ?? null;

/** Whether this person sees such a task; one that was removed has no list any more. */
export const hasTask = async (db: MerchantDb, task: string): Promise<boolean> =>
  (await db
    .selectFrom('task')
    .select('task.id')
    .where('task.id', '=', task)
    .where('task.removedAt', 'is', null)
    .executeTakeFirst()) !== undefined;
